import { useDirection } from '@mantine/core';

import type { PageText } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import type { Place } from '../../text/plain';
import { Directed } from '../../ui/directed';
import { directionOf } from '../../ui/direction';
import { type Block, blocksOf, type CellBlock, markedParts, type Stretch } from './page-blocks';
import classes from './page-words.module.css';

interface PageWordsProps {
  page: PageText;
  places: readonly Place[];
  /** Which of the places is the one in view; null: none on this page. */
  current: number | null;
}

/** A page's text layer as we read it: its lines by what they are, its tables with their cells. */
export function PageWords({ page, places, current }: PageWordsProps) {
  const { t } = useI18n();
  const blocks = blocksOf(page);
  if (page.text.trim() === '') return <p className={classes.none}>{t('viewer.no_text')}</p>;
  return (
    <div className={classes.words}>
      {blocks.map((block, at) => (
        <PageBlock
          key={block.start}
          block={block}
          isFirst={roleOf(blocks[at - 1]) !== roleOf(block)}
          places={places}
          current={current}
        />
      ))}
    </div>
  );
}

type Aside = Exclude<PageText['lines'][number]['role'], 'body' | 'heading' | 'row'>;

/** Whether a line is not part of what the document tells. */
function isAside(role: PageText['lines'][number]['role']): role is Aside {
  return role !== 'body' && role !== 'heading' && role !== 'row';
}

interface BlockProps<Shown> {
  block: Shown;
  places: readonly Place[];
  current: number | null;
}

function roleOf(block: Block | undefined): string | null {
  return block?.kind === 'line' ? block.role : null;
}

/** `isFirst`: the block above is something else, so that what this one is has to be said. */
function PageBlock({ block, isFirst, places, current }: BlockProps<Block> & { isFirst: boolean }) {
  const { t } = useI18n();
  if (block.kind === 'table') return <TableOf block={block} places={places} current={current} />;
  return (
    <Directed className={classes.line} text={block.text} data-role={block.role} data-level={block.level}>
      {isFirst && isAside(block.role) && (
        <span className={classes.role}>{t(`reading.role_${block.role}`)}</span>
      )}
      <Marked stretch={block} places={places} current={current} />
    </Directed>
  );
}

function TableOf({ block, places, current }: BlockProps<Extract<Block, { kind: 'table' }>>) {
  const { dir } = useDirection();
  const words = block.rows.flat().map(({ text }) => text).join(' ');
  const row = (cells: CellBlock[], place: number, Cell: 'th' | 'td') => (
    <tr key={place}>
      {cells.map((cell) => (
        <Cell
          key={cell.start}
          colSpan={cell.columns}
          rowSpan={cell.rows}
          dir={directionOf(cell.text, dir)}
        >
          <Marked stretch={cell} places={places} current={current} />
        </Cell>
      ))}
    </tr>
  );
  return (
    <div className={classes.tableFrame} tabIndex={0} role="group">
      <table className={classes.table} dir={directionOf(words, dir)}>
        <thead>{block.rows.slice(0, block.headRows).map((cells, at) => row(cells, at, 'th'))}</thead>
        <tbody>{block.rows.slice(block.headRows).map((cells, at) => row(cells, at, 'td'))}</tbody>
      </table>
    </div>
  );
}

interface MarkedProps {
  stretch: Stretch;
  places: readonly Place[];
  current: number | null;
}

function Marked({ stretch, places, current }: MarkedProps) {
  return markedParts(stretch, places).map(({ text, found }, place) =>
    found === null ? (
      text
    ) : (
      <mark key={place} className={classes.found} data-current={found === current || undefined}>
        {text}
      </mark>
    ),
  );
}
