import type { ModelRole, ModelShown, ModelWish } from '../../api/settings-queries';

/** What stands in the form of a model. */
export interface ModelDraft {
  provider: 'openai' | 'anthropic';
  model: string;
  url: string;
  /** As typed; empty: not given. */
  dimensions: string;
  /** Null: the stored one is kept. */
  key: string | null;
}

const USUAL_DIMENSIONS = '768';

/** What the form begins with; a key is never shown, so a stored one is kept until it is replaced. */
export function draftOf(shown: ModelShown): ModelDraft {
  return {
    provider: shown.provider ?? 'openai',
    model: shown.source === 'default' ? '' : (shown.model ?? ''),
    url: shown.source === 'default' ? '' : (shown.url ?? ''),
    dimensions: shown.role === 'chat' ? '' : String(shown.dimensions ?? USUAL_DIMENSIONS),
    key: shown.has_key ? null : '',
  };
}

export function wishOf(role: ModelRole, draft: ModelDraft): ModelWish {
  return {
    provider: role === 'embedding' ? 'openai' : draft.provider,
    model: draft.model.trim(),
    url: draft.url.trim(),
    dimensions: role === 'embedding' ? Number(draft.dimensions) : null,
    key: draft.key,
  };
}

/** Whether the stored key may stay: it is only ever sent where it was given for. */
export function keepsKey(shown: ModelShown, draft: ModelDraft): boolean {
  return shown.has_key && shown.provider === draft.provider && (shown.url ?? '') === draft.url.trim();
}

/** Whether there is enough of a draft to try or to set it. */
export function isComplete(role: ModelRole, shown: ModelShown, draft: ModelDraft): boolean {
  if (draft.model.trim() === '') return false;
  if (role === 'embedding' && !(Number(draft.dimensions) >= 1)) return false;
  return draft.key !== null || keepsKey(shown, draft);
}
