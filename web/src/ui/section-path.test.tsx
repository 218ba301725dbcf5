import { expect, it } from 'vitest';

import { renderPart } from '../app/test-page';
import { SectionPath } from './section-path';

it.each([
  [['פרק ג: חופשות', '4. חופשה שנתית'], 'rtl', 'פרק ג: חופשות › 4. חופשה שנתית'],
  [['Leave', 'Annual leave'], 'ltr', 'Leave › Annual leave'],
  [['Отпуск', 'Ежегодный'], 'ltr', 'Отпуск › Ежегодный'],
  [['الإجازات', 'HR-104'], 'rtl', 'الإجازات › HR-104'],
])('leads from the highest heading along the reading: %s', (section, direction, said) => {
  const { container } = renderPart(<SectionPath section={section} className="path" />, 'en');
  const path = container.querySelector('.path');
  expect(path).toHaveTextContent(said);
  expect(path).toHaveAttribute('dir', direction);
});

it('shows nothing where no heading is known', () => {
  const { container } = renderPart(<SectionPath section={[]} className="path" />);
  expect(container.querySelector('.path')).toBeNull();
});
