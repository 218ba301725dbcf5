import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

import { infoQuery } from '../api/queries';
import type { Answer, Citation, Hit, Info, KesherDocument, ResearchEstimate, ResearchOffer, Room } from '../api/types';
import { I18nProvider } from '../i18n/i18n-provider';
import { directionOf, type Locale } from '../i18n/locale';
import { ShortcutsProvider } from '../ui/use-shortcuts';
import { theme } from './theme';

export const info: Info = {
  version: '0.1.0',
  models: { chat: 'model', embedder: 'e5', dimensions: 384, embedder_ready: true },
  upload_limit_bytes: 1_000,
  question_limit_chars: 20,
  prompt_budget_tokens: 3_400,
  ocr_languages: ['heb', 'eng'],
  libreoffice: false,
  media_types: ['.pdf', '.docx', '.txt'],
  sample_room: 'חדר לדוגמה',
};

/** Render a part of the page as it stands in one language, with the server's `info` known. */
export function renderPart(part: ReactNode, locale: Locale = 'he', known: Info = info) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  queries.setQueryData(infoQuery.queryKey, known);
  return render(
    <DirectionProvider initialDirection={directionOf(locale)} detectDirection={false}>
      <MantineProvider theme={theme} env="test">
        <I18nProvider initial={locale}>
          <QueryClientProvider client={queries}>
            <ShortcutsProvider>{part}</ShortcutsProvider>
          </QueryClientProvider>
        </I18nProvider>
      </MantineProvider>
    </DirectionProvider>,
  );
}

export function aRoom(fields: Partial<Room> = {}): Room {
  return {
    id: 'r1',
    name: 'נהלים',
    created_at: '2026-11-30T10:00:00Z',
    ocr_languages: ['heb', 'eng'],
    figures: { documents: 2, pages: 14, chunks: 27, dimensions: 384, tokens: 12_516 },
    rights: ['read', 'ask', 'write', 'manage', 'own'],
    ...fields,
  };
}

export function aHit(fields: Partial<Hit> = {}): Hit {
  return {
    chunk_id: 'c1',
    document_id: 'd1',
    document_name: 'נוהל.pdf',
    page_numbers: [3],
    section: [],
    text: 'עובד במשרה מלאה זכאי ל-22 ימי חופשה.',
    rank: 1,
    dense: 0.9,
    lexical: 12.5,
    fused: 0.032,
    dense_rank: 1,
    lexical_rank: 2,
    neighbour_of: null,
    ...fields,
  };
}

export function aCitation(fields: Partial<Citation> = {}): Citation {
  return {
    number: 1,
    position: 0,
    chunk_id: 'c1',
    document_id: 'd1',
    document_name: 'נוהל.pdf',
    section: [],
    quote: 'זכאי ל-22 ימי חופשה',
    verified: true,
    deleted: false,
    superseded_by: null,
    pages: [{ page_number: 3, start: 0, end: 19, boxes: [] }],
    ...fields,
  };
}

export function anAnswer(fields: Partial<Answer> = {}): Answer {
  return {
    id: 'a1',
    thread_id: 't1',
    question: 'כמה ימי חופשה?',
    kind: 'model',
    text: 'עשרים ושניים.',
    citations: [],
    hits: [],
    sent: [],
    prompt: {
      sent_tokens: 3_210,
      budget_tokens: 3_400,
      room_tokens: 61_000,
      passages_sent: 8,
      passages_left_out: 3,
    },
    stop_reason: 'complete',
    model: 'model',
    seconds: { total: 2.3 },
    created_at: '2026-11-30T10:00:00Z',
    error_code: null,
    error: null,
    request_id: null,
    ...fields,
  };
}

export function aDocument(fields: Partial<KesherDocument> = {}): KesherDocument {
  return {
    id: 'd1',
    room_id: 'r1',
    name: 'נוהל "חופשות".pdf',
    media_type: 'application/pdf',
    size_bytes: 900,
    state: 'ready',
    pages_total: 4,
    pages_done: 4,
    pages_ocr: 0,
    chunks: 8,
    chunks_done: 8,
    failures: [],
    error_code: null,
    error: null,
    current: true,
    superseded_by: null,
    version: 1,
    versions: 1,
    reread: [],
    created_at: '2026-11-30T10:00:00Z',
    updated_at: '2026-11-30T10:00:00Z',
    ...fields,
  };
}

export function anOffer(fields: Partial<ResearchOffer> = {}): ResearchOffer {
  return { ...anEstimate(), aspects: ['מה הכללים?'], ...fields };
}

export function anEstimate(fields: Partial<ResearchEstimate> = {}): ResearchEstimate {
  return {
    model: 'model',
    calls: { least: 4, most: 14 },
    tokens: { least: 4_000, most: 31_000 },
    price_usd: { least: 0.0012, most: 0.0154 },
    seconds: { least: 8, most: 50 },
    measured: false,
    limits: { tokens: 120_000, usd: 0 },
    ...fields,
  };
}
