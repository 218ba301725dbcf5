import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, type Mock, vi } from 'vitest';

import type { ResearchRun } from '../../api/types';
import { renderPart } from '../../app/test-page';
import { UnfinishedResearch } from './unfinished-research';

function aRun(id: string, state: ResearchRun['state'], question: string): ResearchRun {
  return {
    id,
    room_id: 'r1',
    thread_id: `t-${id}`,
    answer_id: `a-${id}`,
    question,
    model: null,
    created_at: '2026-11-30T10:00:00Z',
    state,
  };
}

const BROKEN = aRun('res1', 'interrupted', 'מה הכללים לעבודה מהבית?');
const RUNNING = aRun('res2', 'running', 'Who approves travel?');
const ANSWERED = aRun('res3', 'answered', 'Сколько дней отпуска?');
const DETAIL = { ...RUNNING, steps: [], spent: { calls: 0, tokens: 0, price_usd: null } };

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation((request) => {
    const isOne = request instanceof Request && request.url.endsWith('/research/res2');
    return Promise.resolve(Response.json(isOne ? DETAIL : [BROKEN, RUNNING, ANSWERED]));
  });
});

/** A page that follows what is resumed, as the chat does. */
function Page({ onResume, onOpenThread }: { onResume: Mock; onOpenThread: Mock }) {
  const [followedId, follow] = useState<string | null>(null);
  const resume = (run: ResearchRun) => {
    onResume(run);
    follow(run.id);
  };
  return (
    <UnfinishedResearch
      roomId="r1"
      followedId={followedId}
      onResume={resume}
      onOpenThread={onOpenThread}
    />
  );
}

function renderRuns() {
  const onResume = vi.fn();
  const onOpenThread = vi.fn();
  renderPart(<Page onResume={onResume} onOpenThread={onOpenThread} />);
  return { onResume, onOpenThread };
}

it('goes on with what broke off, and lists nothing that has its answer', async () => {
  const { onResume } = renderRuns();
  await userEvent.click(await screen.findByRole('button', { name: 'להמשיך' }));
  expect(onResume).toHaveBeenCalledExactlyOnceWith(BROKEN);
  expect(screen.queryByText(ANSWERED.question)).not.toBeInTheDocument();
});

it('follows what still runs, offers to stop it, and opens its conversation', async () => {
  const { onOpenThread } = renderRuns();
  const row = (await screen.findByText(RUNNING.question)).closest('li') as HTMLElement;
  expect(await within(row).findByText('מפצל את השאלה לשאלות משנה')).toBeInTheDocument();
  expect(within(row).getByRole('button', { name: 'עצירה' })).toBeEnabled();
  await userEvent.click(within(row).getByText(RUNNING.question));
  expect(onOpenThread).toHaveBeenCalledExactlyOnceWith('t-res2');
});

it('offers none from when the page follows one itself', async () => {
  renderRuns();
  await userEvent.click(await screen.findByRole('button', { name: 'להמשיך' }));
  expect(screen.queryByRole('button', { name: 'להמשיך' })).not.toBeInTheDocument();
});
