import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { HelpSheet } from '../app/help-sheet';
import { renderPart } from '../app/test-page';
import { useShortcuts } from './use-shortcuts';

function Part({ next, call }: { next: () => void; call: () => void }) {
  useShortcuts('הקטע', [
    { keys: 'KeyN', label: 'הקטע הבא', run: next },
    { keys: 'Mod+KeyK', label: 'חיפוש מהיר', run: call },
  ]);
  const [isHelping, setHelping] = useState(false);
  return (
    <>
      <textarea aria-label="שאלה" />
      <button type="button" onClick={() => setHelping(true)}>
        עזרה
      </button>
      {isHelping && <HelpSheet onClose={() => setHelping(false)} />}
    </>
  );
}

function renderShortcuts() {
  const next = vi.fn();
  const call = vi.fn();
  renderPart(<Part next={next} call={call} />);
  return { next, call };
}

it('does what a key says, whatever letter the layout gives it', () => {
  const { next } = renderShortcuts();
  fireEvent.keyDown(document.body, { code: 'KeyN', key: 'מ' });
  expect(next).toHaveBeenCalledOnce();
});

it('leaves letters to whoever writes, but not what is held with Ctrl', () => {
  const { next, call } = renderShortcuts();
  const question = screen.getByRole('textbox');
  fireEvent.keyDown(question, { code: 'KeyN', key: 'n' });
  expect(next).not.toHaveBeenCalled();
  fireEvent.keyDown(question, { code: 'KeyK', key: 'ל', ctrlKey: true });
  expect(call).toHaveBeenCalledOnce();
});

it('lists the keys of the open parts, does nothing behind the list, and gives the focus back', async () => {
  const { next } = renderShortcuts();
  const help = screen.getByRole('button', { name: 'עזרה' });
  await userEvent.click(help);
  expect(await screen.findByRole('dialog')).toHaveTextContent('הקטע הבא');
  fireEvent.keyDown(document.body, { code: 'KeyN', key: 'n' });
  expect(next).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(help).toHaveFocus();
});
