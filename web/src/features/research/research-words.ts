import type { Amount, ResearchEstimate, Spending } from '../../api/types';
import type { Translate } from '../../i18n/translate';
import { usd } from '../../ui/usd';

const SECONDS_OF_A_MINUTE = 60;

export function sayTokens(t: Translate, { model, tokens, calls }: ResearchEstimate): string {
  if (model === null) return t('research.no_tokens');
  return t('research.tokens_range', { ...tokens, calls: calls.most });
}

export function sayPrice(t: Translate, { model, price_usd }: ResearchEstimate): string {
  if (model === null) return t('research.free');
  return price_usd ? t('research.price_range', dollars(price_usd)) : t('research.no_price');
}

/** In seconds up to a minute and in minutes above; says whether it rests on earlier runs. */
export function sayTime(t: Translate, { seconds, measured }: ResearchEstimate): string {
  const unit = seconds.most > SECONDS_OF_A_MINUTE ? 'minutes' : 'seconds';
  const scale = unit === 'minutes' ? SECONDS_OF_A_MINUTE : 1;
  const said = t(`research.${unit}_range`, {
    least: Math.max(1, Math.floor(seconds.least / scale)),
    most: Math.max(1, Math.ceil(seconds.most / scale)),
  });
  return measured ? `${said} · ${t('research.measured')}` : said;
}

/** What it may spend at most; null where nothing limits it or nothing is spent. */
export function sayLimits(t: Translate, { model, limits }: ResearchEstimate): string | null {
  if (model === null) return null;
  if (limits.usd > 0) return t('research.limit_usd', { usd: usd(limits.usd) });
  return limits.tokens > 0 ? t('research.limit_tokens', { tokens: limits.tokens }) : null;
}

/** What was spent until now; null where no model is asked. */
export function saySpent(t: Translate, spent: Spending | null): string | null {
  if (spent === null || spent.calls === 0) return null;
  const said = t('research.spent', { tokens: spent.tokens, calls: spent.calls });
  return spent.price_usd === null ? said : `${said} · ${usd(spent.price_usd)}`;
}

function dollars({ least, most }: Amount) {
  return { least: usd(least), most: usd(most) };
}
