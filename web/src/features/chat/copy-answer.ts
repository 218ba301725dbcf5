import type { Citation } from '../../api/types';
import { insertMarks, MARK } from './answer-marks';

/**
 * An answer as plain text that keeps its references: `[1]` after each claim, the list below.
 *
 * @param sayReference Words of one reference: its document, page and quote.
 */
export function textWithReferences(
  text: string,
  citations: readonly Citation[],
  sayReference: (citation: Citation) => string,
): string {
  const everyMark = new RegExp(MARK, 'g');
  const body = insertMarks(text, citations).replaceAll(everyMark, (_mark, index: string) => {
    return ` [${citations[Number(index)]?.number ?? '?'}]`;
  });
  const numbered = new Map(citations.map((citation) => [citation.number, citation]));
  const references = [...numbered.values()]
    .sort((one, other) => one.number - other.number)
    .map((citation) => `[${citation.number}] ${sayReference(citation)}`);
  return [body.trim(), ...(references.length > 0 ? ['', ...references] : [])].join('\n');
}
