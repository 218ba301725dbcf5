import { ActionIcon, Tooltip, useComputedColorScheme } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import cytoscape, { type Core, type ElementDefinition } from 'cytoscape';
import { type KeyboardEvent, useEffect, useRef } from 'react';

import { useI18n } from '../../i18n/i18n-provider';
import type { Locale } from '../../i18n/locale';
import type { Translate } from '../../i18n/translate';
import { directionOf } from '../../ui/direction';
import { labelOf, nameOf, type Standing, valueOf } from './fact-view';
import { graphStyle } from './graph-style';
import { type Drawing, type Point, pointTowards } from './graph-view';
import classes from './graph.module.css';

const STEPS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const ZOOM = 1.25;
const LONGEST_CHARS = 28;

interface GraphCanvasProps {
  drawing: Drawing;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onOpen: (point: Point) => void;
}

/** The drawing itself; its labels stand in words beside it, too, for whoever cannot see it. */
export default function GraphCanvas({ drawing, chosen, onChoose, onOpen }: GraphCanvasProps) {
  const { t, locale } = useI18n();
  const scheme = useComputedColorScheme('light');
  const box = useRef<HTMLDivElement>(null);
  const graph = useRef<Core | null>(null);
  const fitted = useRef('');

  useEffect(() => {
    if (box.current === null) return undefined;
    const made = cytoscape({
      container: box.current,
      minZoom: 0.1,
      maxZoom: 3,
      autoungrabify: true,
      boxSelectionEnabled: false,
    });
    graph.current = made;
    made.on('tap', 'node', ({ target }) => onChoose(target.id()));
    made.on('tap', (event) => event.target === made && onChoose(null));
    return () => {
      made.destroy();
      graph.current = null;
      fitted.current = '';
    };
  }, [onChoose]);

  useEffect(() => {
    const made = graph.current;
    if (made === null) return;
    made.json({ elements: elementsOf(drawing, t, locale) });
    made.style(graphStyle());
    // Only another set of points is shown anew from its whole: a day that moves leaves the view.
    const set = drawing.points.map(({ id }) => id).join();
    if (fitted.current !== set) made.fit(undefined, 40);
    fitted.current = set;
  }, [drawing, t, locale, scheme]);

  useEffect(() => {
    const made = graph.current;
    if (made === null) return;
    made.$(':selected').unselect();
    if (chosen !== null) made.getElementById(chosen).select();
  }, [chosen, drawing]);

  const centre = drawing.points.find(({ hop }) => hop === 0);
  const press = (event: KeyboardEvent) => {
    const at = drawing.points.find(({ id }) => id === chosen) ?? centre;
    const step = STEPS[event.key];
    if (at === undefined) return;
    if (step) {
      const next = chosen === null ? at : pointTowards(drawing.points, at, step[0], step[1]);
      if (next) onChoose(next.id);
    } else if (event.key === 'Enter') onOpen(at);
    else if (event.key === 'Escape' && chosen !== null) onChoose(null);
    else if (event.key === '+' || event.key === '=') graph.current?.zoom(graph.current.zoom() * ZOOM);
    else if (event.key === '-') graph.current?.zoom(graph.current.zoom() / ZOOM);
    else if (event.key === '0') graph.current?.fit(undefined, 40);
    else return;
    event.preventDefault();
  };
  const name = centre?.entity ? nameOf(centre.entity, t) : '';
  return (
    <div className={classes.canvas}>
      <div
        ref={box}
        className={classes.drawn}
        role="application"
        tabIndex={0}
        aria-label={t('memory.graph_picture', {
          name,
          points: drawing.points.length,
          lines: drawing.lines.length,
        })}
        aria-describedby="memory-graph-keys"
        data-testid="memory-graph"
        onKeyDown={press}
      />
      <p id="memory-graph-keys" className={classes.keys}>
        {t('memory.graph_keys')}
      </p>
      <Tooltip label={t('memory.graph_fit')}>
        <ActionIcon
          className={classes.fit}
          variant="default"
          aria-label={t('memory.graph_fit')}
          onClick={() => graph.current?.fit(undefined, 40)}
        >
          <IconArrowsMaximize size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

const WORDS: Partial<Record<Standing, 'was' | 'will' | 'waits' | 'wrong' | 'happened'>> = {
  past: 'was',
  future: 'will',
  waiting: 'waits',
  wrong: 'wrong',
  event: 'happened',
};

function elementsOf({ points, lines }: Drawing, t: Translate, locale: Locale): ElementDefinition[] {
  return [
    ...points.map(({ id, entity, fact, hop, x, y }) => ({
      group: 'nodes' as const,
      data: {
        id,
        label: shortened(entity ? nameOf(entity, t) : fact ? valueOf(fact, locale) : id),
        kind: entity ? (hop === 0 ? 'centre' : 'entity') : 'value',
        standing: lines.find((line) => line.to === id && fact !== null)?.standing ?? 'now',
      },
      position: { x, y },
    })),
    ...lines.map(({ id, from, to, fact, standing }) => {
      const word = WORDS[standing];
      const label = labelOf(fact, locale);
      return {
        group: 'edges' as const,
        data: {
          id,
          source: from,
          target: to,
          standing,
          label: shortened(word ? `${label} · ${t(`memory.graph_${word}`)}` : label),
        },
      };
    }),
  ];
}

/** A label that is not too long, running its own way: a canvas knows no `<bdi>`. */
function shortened(text: string): string {
  const points = [...text];
  const short = points.length > LONGEST_CHARS ? `${points.slice(0, LONGEST_CHARS - 1).join('')}…` : text;
  return `${directionOf(text, 'ltr') === 'rtl' ? '\u2067' : '\u2066'}${short}\u2069`;
}
