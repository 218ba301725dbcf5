import { MARK } from './answer-marks';

/** A piece of a line: words, emphasis, code, or the mark of a citation by its place in the list. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'mark'; index: number };

/** A block of an answer; `text` is what decides its direction. */
export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote'; text: string; content: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: { text: string; content: Inline[] }[] };

const HEADING = /^#{1,6}\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;
const BULLET = /^\s*[-*•]\s+(.*)$/;
const NUMBERED = /^\s*(\d{1,3})[.)]\s+(.*)$/;
const INLINE = new RegExp(
  `${MARK.source}|\\*\\*(.+?)\\*\\*|\`([^\`]+)\`|(?<![\\p{L}\\p{N}*])\\*(\\S(?:[^*]*\\S)?)\\*`,
  'u',
);

/**
 * Read the little Markdown that answers use: paragraphs, headings, lists, quotes, emphasis, code.
 *
 * Everything else, HTML above all, stays the plain text it is. Never throws: an answer is read
 * while it is still being written, so every construct may stand open.
 */
export function toBlocks(marked: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of marked.split(/\r?\n/)) {
    if (line.trim() === '') isOpen = false;
    else isOpen = takeLine(blocks, line, isOpen);
  }
  return blocks;
}

/**
 * Read an answer that is made of quotations, one a line.
 *
 * They are words of a document and no Markdown: a sentence that begins with `1.` keeps its number.
 */
export function toQuotations(marked: string): Block[] {
  return marked
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const content = splitMarks(line.trim());
      return { kind: 'quote', text: plainText(content), content };
    });
}

function splitMarks(text: string): Inline[] {
  const pieces = text.split(new RegExp(MARK, 'g'));
  // The pattern has one group, so every odd piece is the place of a citation.
  return pieces.flatMap((piece, place): Inline[] => {
    if (place % 2 === 1) return [{ kind: 'mark', index: Number(piece) }];
    return piece === '' ? [] : [{ kind: 'text', text: piece }];
  });
}

/** Add one line; returns whether the next plain line continues the block. */
function takeLine(blocks: Block[], line: string, isOpen: boolean): boolean {
  const heading = HEADING.exec(line);
  if (heading) {
    blocks.push({ kind: 'heading', ...read(heading[1] ?? '') });
    return false;
  }
  const quote = QUOTE.exec(line);
  if (quote) {
    blocks.push({ kind: 'quote', ...read(quote[1] ?? '') });
    return false;
  }
  const bullet = BULLET.exec(line);
  if (bullet) return addItem(blocks, false, 1, bullet[1] ?? '');
  const numbered = NUMBERED.exec(line);
  if (numbered) return addItem(blocks, true, Number(numbered[1]), numbered[2] ?? '');
  return addWords(blocks, line, isOpen);
}

function addItem(blocks: Block[], ordered: boolean, start: number, text: string): true {
  const last = blocks.at(-1);
  const item = read(text);
  if (last?.kind === 'list' && last.ordered === ordered) last.items.push(item);
  else blocks.push({ kind: 'list', ordered, start, items: [item] });
  return true;
}

function addWords(blocks: Block[], line: string, isOpen: boolean): true {
  const last = blocks.at(-1);
  const open = isOpen && last ? (last.kind === 'list' ? last.items.at(-1) : last) : undefined;
  if (!open) {
    blocks.push({ kind: 'paragraph', ...read(line) });
    return true;
  }
  const more = read(line);
  open.text += `\n${more.text}`;
  open.content.push({ kind: 'text', text: '\n' }, ...more.content);
  return true;
}

function read(text: string): { text: string; content: Inline[] } {
  const content = toInline(text.trim());
  return { text: plainText(content), content };
}

function toInline(text: string): Inline[] {
  const found = INLINE.exec(text);
  if (found === null) return text === '' ? [] : [{ kind: 'text', text }];
  return [
    ...toInline(text.slice(0, found.index)),
    inlineOf(found),
    ...toInline(text.slice(found.index + found[0].length)),
  ];
}

function inlineOf([, mark, strong, code, emphasis]: RegExpExecArray): Inline {
  if (mark !== undefined) return { kind: 'mark', index: Number(mark) };
  if (strong !== undefined) return { kind: 'strong', children: toInline(strong) };
  if (code !== undefined) return { kind: 'code', text: code };
  return { kind: 'emphasis', children: toInline(emphasis ?? '') };
}

/** The words alone, without marks and signs. */
export function plainText(content: readonly Inline[]): string {
  return content
    .map((piece) => {
      if (piece.kind === 'mark') return '';
      return 'children' in piece ? plainText(piece.children) : piece.text;
    })
    .join('');
}
