import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';

import type { KesherDocument } from '../../api/types';
import { aDocument, info, renderPart } from '../../app/test-page';
import type { Locale } from '../../i18n/locale';
import { DocumentRow } from './document-row';

function renderRow(fields: Partial<KesherDocument> = {}, locale: Locale = 'he', known = info) {
  const calls = {
    onOpen: vi.fn(),
    onSelect: vi.fn(),
    onCancel: vi.fn(),
    onRetry: vi.fn(),
    onDelete: vi.fn(),
    onNewVersion: vi.fn(),
  };
  const { container } = renderPart(
    <DocumentRow document={aDocument(fields)} acts={calls} isSelected={null} canWrite />,
    locale,
    known,
  );
  return { ...calls, container };
}

it.each(['נוהל "חופשות" (v2).pdf', 'Отпуск.docx', 'دليل الموظف.pdf', 'שכר/בונוס.txt'])(
  'isolates the name %s from the words around it',
  (name) => {
    renderRow({ name });
    expect(screen.getByText(name).tagName).toBe('BDI');
  },
);

it('says how many pages of how many are read', () => {
  renderRow({ state: 'reading', pages_total: 12, pages_done: 3, pages_ocr: 2 });
  expect(screen.getByText(/עמוד 3 מתוך 12/)).toBeInTheDocument();
  expect(screen.getByText('שני עמודי OCR')).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
});

it('says how many chunks of how many are indexed', () => {
  renderRow({ state: 'embedding', chunks: 40, chunks_done: 10 }, 'en');
  expect(screen.getByText('Indexing: chunk 10 of 40')).toBeInTheDocument();
});

it('says that the search model is being prepared while that is what a document waits for', () => {
  const preparing = { ...info, models: { ...info.models, embedder_ready: false } };
  renderRow({ state: 'embedding', chunks: 23, chunks_done: 0 }, 'en', preparing);
  expect(screen.getByText('Preparing the search model, once on this machine')).toBeInTheDocument();
  expect(screen.queryByText(/chunk 0 of 23/)).not.toBeInTheDocument();
});

it('lists failed pages by number, each with its reason on demand', async () => {
  renderRow({
    failures: [
      { number: 3, code: 'isolation.timeout', reason: 'Page 3 took more than 60 s.' },
      { number: 7, code: 'page', reason: 'The page refers to a font that is not there.' },
    ],
  });
  const head = screen.getByRole('button', { name: /שני עמודים לא נקראו: .*3.*7/ });
  await userEvent.click(head);
  expect(head).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByText('זה ארך יותר מדי זמן והופסק.')).toBeVisible();
  expect(screen.getByText(/refers to a font/)).toHaveAttribute('dir', 'ltr');
});

it('says in plain words why a document failed, and reads it again when asked', async () => {
  const { onRetry } = renderRow({
    state: 'failed',
    pages_done: 0,
    error_code: 'document.encrypted',
    error: '`סודי.pdf` is protected by a password.',
  });
  expect(screen.getByText(/הקובץ נעול בסיסמה/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /עוד פעולות/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'קריאה מחדש' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('opens a document at its name once there is a page to show', async () => {
  const { onOpen } = renderRow();
  await userEvent.click(screen.getByRole('button', { name: 'נוהל "חופשות".pdf' }));
  expect(onOpen).toHaveBeenCalledOnce();
});

it('opens nothing before the first page is read', () => {
  renderRow({ state: 'queued', pages_done: 0 });
  expect(screen.getByRole('button', { name: 'נוהל "חופשות".pdf' })).toBeDisabled();
});

it('has nothing that axe finds wrong', async () => {
  const { container } = renderRow({ state: 'reading', pages_done: 2 });
  const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
});
