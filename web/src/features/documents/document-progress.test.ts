import { expect, it } from 'vitest';

import { aDocument } from '../../app/test-page';
import { progressOf } from './document-progress';
import { faultOf } from './file-check';
import { type PendingUpload, reduceUploads } from './upload-list';

it('measures reading by pages and indexing by chunks', () => {
  const reading = aDocument({ state: 'reading', pages_total: 10, pages_done: 3 });
  expect(progressOf(reading)).toMatchObject({ tone: 'working', fraction: 0.3, canCancel: true });
  const embedding = aDocument({ state: 'embedding', chunks: 8, chunks_done: 2 });
  expect(progressOf(embedding).fraction).toBe(0.25);
});

it('measures nothing before the file was opened', () => {
  expect(progressOf(aDocument({ state: 'reading', pages_total: 0 })).fraction).toBeNull();
  expect(progressOf(aDocument({ state: 'queued' })).fraction).toBeNull();
});

it('offers another reading of what failed, was cancelled or lacks pages, and of nothing else', () => {
  const failure = { number: 3, code: 'isolation.timeout', reason: 'Too long.' };
  expect(progressOf(aDocument({ state: 'failed' })).canRetry).toBe(true);
  expect(progressOf(aDocument({ state: 'cancelled' })).canRetry).toBe(true);
  expect(progressOf(aDocument({ failures: [failure] })).canRetry).toBe(true);
  expect(progressOf(aDocument()).canRetry).toBe(false);
});

it.each([
  ['דוח שנתי.PDF', 500, null],
  ['notes.exe', 500, 'unsupported'],
  ['בלי סיומת', 500, 'unsupported'],
  ['big.pdf', 1_001, 'too_large'],
  ['empty.docx', 0, 'empty'],
])('knows before sending whether the server would take %s of %i bytes', (name, size, fault) => {
  const info = { media_types: ['.pdf', '.docx'], upload_limit_bytes: 1_000 };
  expect(faultOf({ name, size }, info)).toBe(fault);
});

it('keeps an upload in its list until it is stored, whatever happens to it', () => {
  const upload: PendingUpload = {
    key: 'u1',
    file: new File(['x'], 'נוהל.pdf'),
    state: 'waiting',
    sentFraction: 0,
    fault: null,
    error: null,
    versionOf: null,
    losses: 0,
  };
  const added = reduceUploads([], { type: 'add', uploads: [upload] });
  const sending = reduceUploads(added, { type: 'progress', key: 'u1', sentFraction: 0.5 });
  expect(sending).toMatchObject([{ state: 'sending', sentFraction: 0.5 }]);
  expect(reduceUploads(sending, { type: 'duplicate', key: 'u1' })[0]?.state).toBe('duplicate');
  expect(reduceUploads(sending, { type: 'again', key: 'u1' })).toEqual([upload]);
  const lost = reduceUploads(sending, { type: 'lose', key: 'u1' });
  expect(lost).toMatchObject([{ state: 'lost', losses: 1 }]);
  expect(reduceUploads(lost, { type: 'resume' })).toMatchObject([{ state: 'waiting', losses: 1 }]);
  const named = reduceUploads(sending, { type: 'same_name', key: 'u1', of: 'd9' });
  expect(reduceUploads(named, { type: 'stop' })).toMatchObject([{ versionOf: 'd9' }]);
  expect(reduceUploads(lost, { type: 'stop' })).toEqual([]);
  expect(reduceUploads(sending, { type: 'remove', key: 'u1' })).toEqual([]);
});
