import { type RefObject } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import { useShortcuts } from '../../ui/use-shortcuts';
import type { Chat } from './use-chat';

/** The keys of a conversation; those of the question box are handled by the box itself. */
export function useChatKeys(pane: RefObject<HTMLElement | null>, chat: Chat): void {
  const { t } = useI18n();
  useShortcuts(t('chat.keys'), [
    { keys: 'Slash', label: t('chat.key_ask'), run: () => boxOf(pane.current)?.focus() },
    { keys: 'KeyC', label: t('threads.new'), run: () => chat.open(null) },
    { keys: 'Enter', label: t('chat.key_send') },
    { keys: 'Shift+Enter', label: t('chat.key_line') },
    { keys: 'ArrowUp', label: t('chat.key_recall') },
  ]);
}

function boxOf(pane: HTMLElement | null): HTMLTextAreaElement | null {
  return pane?.querySelector<HTMLTextAreaElement>('[data-question-box] textarea') ?? null;
}
