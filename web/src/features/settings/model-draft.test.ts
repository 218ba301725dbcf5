import { expect, it } from 'vitest';

import type { ModelShown } from '../../api/settings-queries';
import { draftOf, isComplete, keepsKey, wishOf } from './model-draft';

const shown = (fields: Partial<ModelShown> = {}): ModelShown => ({
  role: 'chat',
  source: 'store',
  provider: 'openai',
  model: 'qwen3',
  url: 'https://models.example/v1',
  dimensions: null,
  has_key: true,
  key_hint: 'WXYZ',
  fault: '',
  changed_at: '2026-11-30T10:00:00Z',
  changed_by: null,
  ...fields,
});

it('keeps a stored key by not sending any', () => {
  expect(wishOf('chat', draftOf(shown()))).toEqual({
    provider: 'openai',
    model: 'qwen3',
    url: 'https://models.example/v1',
    dimensions: null,
    key: null,
  });
});

it('asks for the key anew where the model is reached elsewhere', () => {
  const moved = { ...draftOf(shown()), url: 'https://other.example/v1' };
  expect(keepsKey(shown(), moved)).toBe(false);
  expect(isComplete('chat', shown(), moved)).toBe(false);
  expect(isComplete('chat', shown(), { ...moved, key: 'sk-new' })).toBe(true);
});

it('shows nothing of the built-in model as if somebody had set it', () => {
  const builtIn = shown({ role: 'embedding', source: 'default', model: 'e5', has_key: false });
  expect(draftOf(builtIn)).toMatchObject({ model: '', url: '', dimensions: '768', key: '' });
});

it('needs a number of dimensions for an embedding model', () => {
  const embedding = shown({ role: 'embedding', dimensions: 768 });
  const draft = draftOf(embedding);
  expect(isComplete('embedding', embedding, draft)).toBe(true);
  expect(isComplete('embedding', embedding, { ...draft, dimensions: '' })).toBe(false);
  expect(wishOf('embedding', draft)).toMatchObject({ provider: 'openai', dimensions: 768 });
});
