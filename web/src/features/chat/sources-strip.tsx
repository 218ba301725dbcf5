import { useId } from 'react';

import type { Citation, Hit } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import type { MessageKey } from '../../i18n/translate';
import { Directed } from '../../ui/directed';
import { LazyTooltip } from '../../ui/lazy-tooltip';
import { Name } from '../../ui/name';
import { type OpenPassage } from '../viewer/use-viewer';
import { passageOfCitation, passageOfHit } from '../viewer/passage';
import classes from './sources-strip.module.css';
import type { AnswerView } from './answer-view';

interface SourcesStripProps {
  view: AnswerView;
  onOpen: OpenPassage;
}

/** What an answer rests on, and what else was read for it, each with its scores. */
export function SourcesStrip({ view, onOpen }: SourcesStripProps) {
  const { t } = useI18n();
  if (view.cited.length + view.alsoRead.length === 0) return null;
  const isNotFound = view.kind === 'not_found';
  const gone = deletedDocuments(view);
  return (
    <div className={classes.strip} role="group" aria-label={t('chat.sources')}>
      {view.cited.length > 0 && (
        <SourceGroup title={t('chat.cited')}>
          {view.cited.map((hit) => (
            <SourceCard
              key={hit.chunk_id}
              hit={hit}
              numbers={numbersOf(view.citations, hit)}
              isDeleted={gone.has(hit.document_id)}
              onOpen={(from) => openCited(view.citations, hit, from, onOpen)}
            />
          ))}
        </SourceGroup>
      )}
      {view.alsoRead.length > 0 && (
        <SourceGroup title={t(titleOfRest(view))}>
          {view.alsoRead.map((hit, place) => (
            <SourceCard
              key={hit.chunk_id}
              hit={hit}
              numbers={[]}
              isDeleted={gone.has(hit.document_id)}
              withText={isNotFound}
              onOpen={(from) => onOpen(view.alsoRead.map(passageOfHit), place, from)}
            />
          ))}
        </SourceGroup>
      )}
    </div>
  );
}

/** What the hits that no citation rests on are: read with it, nearest to it, or just found. */
function titleOfRest({ kind, isRunning }: AnswerView): MessageKey {
  if (isRunning) return 'chat.found';
  return kind === 'not_found' ? 'chat.nearest' : 'chat.also_read';
}

function numbersOf(citations: readonly Citation[], hit: Hit): number[] {
  const numbers = citations.filter((one) => one.chunk_id === hit.chunk_id).map((one) => one.number);
  return [...new Set(numbers)];
}

/** Documents that are gone: their citations say so, and their passages have lost their words. */
function deletedDocuments({ citations, cited, alsoRead }: AnswerView): Set<string> {
  const gone = [
    ...citations.filter((one) => one.deleted),
    ...[...cited, ...alsoRead].filter((hit) => hit.text === ''),
  ];
  return new Set(gone.map((one) => one.document_id));
}

function openCited(
  citations: readonly Citation[],
  hit: Hit,
  from: HTMLElement,
  onOpen: OpenPassage,
): void {
  const index = citations.findIndex((citation) => citation.chunk_id === hit.chunk_id);
  onOpen(citations.map(passageOfCitation), index, from);
}

function SourceGroup({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.cards}>{children}</ul>
    </section>
  );
}

interface SourceCardProps {
  hit: Hit;
  numbers: number[];
  /** Whether the document is gone, so that there is nothing to open. */
  isDeleted: boolean;
  /** Whether the passage's own words are shown, where they are all there is. */
  withText?: boolean;
  onOpen: (from: HTMLElement) => void;
}

function SourceCard({ hit, numbers, isDeleted, withText = false, onOpen }: SourceCardProps) {
  const textId = useId();
  return (
    <li className={classes.card} data-wide={withText || undefined} data-deleted={isDeleted || undefined}>
      <LazyTooltip label={<Scores hit={hit} />} width={260} describes>
        <button
          type="button"
          className={classes.door}
          disabled={isDeleted}
          // Described by the passage and not named by it: it would be a long name to hear.
          aria-describedby={withText ? textId : undefined}
          onClick={(event) => onOpen(event.currentTarget)}
        >
          <span className={classes.name}>
            {numbers.map((number) => (
              <span key={number} className={classes.number}>
                {number}
              </span>
            ))}
            <Name>{hit.document_name}</Name>
          </span>
          <CardFacts hit={hit} isDeleted={isDeleted} />
          <Copies hit={hit} />
        </button>
      </LazyTooltip>
      {withText && (
        <Directed className={classes.text} id={textId}>
          {hit.text}
        </Directed>
      )}
    </li>
  );
}

function CardFacts({ hit, isDeleted }: Pick<SourceCardProps, 'hit' | 'isDeleted'>) {
  const { t } = useI18n();
  return (
    <span className={classes.facts}>
      <span>
        {t('documents.pages', {
          pages: hit.page_numbers.join('–'),
          count: hit.page_numbers.length,
        })}
      </span>
      {isDeleted ? <span>{t('chat.card_deleted')}</span> : <Score hit={hit} />}
    </span>
  );
}

/** That other passages have the very same words, for which this one stands. */
function Copies({ hit }: { hit: Hit }) {
  const { t } = useI18n();
  const count = hit.copies?.length ?? 0;
  if (count === 0) return null;
  return <span className={classes.facts}>{t('chat.copies', { count })}</span>;
}

function Score({ hit }: { hit: Hit }) {
  const { t } = useI18n();
  if (hit.neighbour_of) return <span>{t('chat.neighbour')}</span>;
  if (typeof hit.dense !== 'number') return null;
  return (
    <span>
      {t('chat.dense')} <span className="numbers">{hit.dense.toFixed(2)}</span>
    </span>
  );
}

/** All scores of a hit, by their names, with its place in each ranking. */
function Scores({ hit }: { hit: Hit }) {
  const { t } = useI18n();
  const rows = [
    { name: t('chat.dense'), score: hit.dense?.toFixed(3), rank: hit.dense_rank },
    { name: t('chat.lexical'), score: hit.lexical?.toFixed(2), rank: hit.lexical_rank },
    { name: t('chat.fused'), score: hit.fused?.toFixed(4), rank: hit.neighbour_of ? null : hit.rank },
  ].filter((row) => row.score !== undefined);
  if (rows.length === 0) return t('chat.neighbour_explain');
  return rows.map(({ name, score, rank }) => (
    <span key={name} className={classes.score}>
      <span>{name}</span>
      <span className="numbers">{score}</span>
      <span>{typeof rank === 'number' ? t('chat.rank', { rank }) : ''}</span>
    </span>
  ));
}
