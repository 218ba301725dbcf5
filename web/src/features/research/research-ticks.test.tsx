import { screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';

import { renderPart } from '../../app/test-page';
import { NO_RESEARCH, type ResearchView } from './research-state';
import { ResearchTicks } from './research-ticks';

const VIEW: ResearchView = {
  ...NO_RESEARCH,
  madeBy: 'model',
  spent: { calls: 3, tokens: 4_100, price_usd: 0.0021 },
  elapsedSeconds: 7.4,
  aspects: [
    aspect('כמה ימי חופשה מגיעים?', { standing: 'covered', passages: ['c1', 'c2'], relevant: 2 }),
    aspect('When is the pool open?', { standing: 'missing', missing: 'אין שעות', query: 'שחייה' }),
  ],
};

function aspect(text: string, fields: Partial<ResearchView['aspects'][number]>) {
  return { text, standing: 'open' as const, passages: [], relevant: null, missing: '', query: '', ...fields };
}

it('says of each aspect in words whether it is answered, and how many passages it has', () => {
  renderPart(<ResearchTicks view={VIEW} isRunning />);
  const [leave, pool] = screen.getAllByRole('listitem');
  expect(leave).toHaveTextContent('נמצאה תשובה · שני קטעים · שניים לעניין');
  expect(pool).toHaveTextContent('לא נמצאה תשובה');
  expect(pool && within(pool).getByText('When is the pool open?')).toHaveAttribute('dir', 'ltr');
  expect(screen.getByText(/^7 שניות · 4,100 טוקנים עד כה, 3 פניות למודל · \$0\.0021$/)).toBeInTheDocument();
});

it('says who split the question where no model did, and that a stop keeps what was found', () => {
  renderPart(<ResearchTicks view={{ ...VIEW, madeBy: 'rules', halted: 'person' }} isRunning={false} />, 'en');
  expect(screen.getByText('Split by rules of language, not by a model.')).toBeInTheDocument();
  expect(screen.getByText(/The search was stopped/)).toBeInTheDocument();
});

it.each(['he', 'en'] as const)('has nothing that axe finds wrong in %s', async (locale) => {
  const { container } = renderPart(<ResearchTicks view={VIEW} isRunning />, locale);
  const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(found.violations.map(({ id }) => id)).toEqual([]);
});
