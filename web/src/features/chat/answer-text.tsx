import { useDirection } from '@mantine/core';
import { Fragment, useMemo } from 'react';

import type { Citation } from '../../api/types';
import { Directed } from '../../ui/directed';
import { directionOf } from '../../ui/direction';
import { KeptTogether } from '../../ui/kept-together';
import { type Block, type Inline, toBlocks, toQuotations } from './answer-blocks';
import { insertMarks } from './answer-marks';
import classes from './answer-text.module.css';
import { CitationChip } from './citation-chip';

interface AnswerTextProps {
  text: string;
  citations: Citation[];
  /** Whether the text is quotations of the documents, one a line, and not a model's Markdown. */
  isExtractive: boolean;
  isRunning: boolean;
  onOpenCitation: (index: number, from: HTMLElement) => void;
}

/** An answer's words, each block in its own direction, with the marks of its claims. */
export function AnswerText(props: AnswerTextProps) {
  const { text, citations, isExtractive, isRunning, onOpenCitation } = props;
  const blocks = useMemo(() => {
    const marked = insertMarks(text, citations);
    return isExtractive ? toQuotations(marked) : toBlocks(marked);
  }, [text, citations, isExtractive]);
  const mark = (index: number) => {
    const citation = citations[index];
    return citation && <CitationChip citation={citation} onOpen={(from) => onOpenCitation(index, from)} />;
  };
  return (
    <div className={classes.answer} data-running={isRunning || undefined}>
      {blocks.map((block, place) => (
        <AnswerBlock key={place} block={block} mark={mark} />
      ))}
    </div>
  );
}

type RenderMark = (index: number) => React.ReactNode;

function AnswerBlock({ block, mark }: { block: Block; mark: RenderMark }) {
  if (block.kind === 'list') return <AnswerList block={block} mark={mark} />;
  const Tag = ({ paragraph: 'p', heading: 'h3', quote: 'blockquote' } as const)[block.kind];
  return (
    <Directed as={Tag} text={block.text}>
      <Pieces content={block.content} mark={mark} />
    </Directed>
  );
}

interface AnswerListProps {
  block: Extract<Block, { kind: 'list' }>;
  mark: RenderMark;
}

function AnswerList({ block, mark }: AnswerListProps) {
  const { dir } = useDirection();
  const listDirection = directionOf(block.items.map(({ text }) => text).join(' '), dir);
  const items = block.items.map(({ text, content }, place) => (
    <li key={place}>
      <span dir={directionOf(text, listDirection)}>
        <Pieces content={content} mark={mark} />
      </span>
    </li>
  ));
  // The bullets stand on one side, that of most of the list; the words of each run their own way.
  return block.ordered ? (
    <ol dir={listDirection} start={block.start}>
      {items}
    </ol>
  ) : (
    <ul dir={listDirection}>{items}</ul>
  );
}

function Pieces({ content, mark }: { content: Inline[]; mark: RenderMark }) {
  return content.map((piece, place) => (
    <Fragment key={place}>
      <Piece piece={piece} mark={mark} />
    </Fragment>
  ));
}

function Piece({ piece, mark }: { piece: Inline; mark: RenderMark }) {
  switch (piece.kind) {
    case 'text':
      return <KeptTogether text={piece.text} />;
    case 'code':
      return <code dir="auto">{piece.text}</code>;
    case 'mark':
      // The word joiner keeps the mark on the line of the words that it supports.
      return (
        <>
          {'\u2060'}
          {mark(piece.index)}
        </>
      );
    case 'strong':
      return (
        <strong>
          <Pieces content={piece.children} mark={mark} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Pieces content={piece.children} mark={mark} />
        </em>
      );
  }
}
