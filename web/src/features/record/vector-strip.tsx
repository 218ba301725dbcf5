import { strengths } from './vectors-view';
import classes from './vectors.module.css';

interface VectorStripProps {
  values: readonly number[];
  label: string;
}

/**
 * All numbers of a vector in one line, a stroke each: one colour above nought, another below.
 *
 * Numbers have an order of their own, which no language turns round: it runs to the right.
 */
export function VectorStrip({ values, label }: VectorStripProps) {
  return (
    <div
      className={classes.numbers}
      role="img"
      aria-label={label}
      style={{ backgroundImage: strokes(values) }}
    />
  );
}

const PER_CENT = 100;

/** A gradient of hard stops; as a picture it is one thing to draw, however long the vector is. */
function strokes(values: readonly number[]): string {
  const width = PER_CENT / values.length;
  const stops = strengths(values).map((strength, place) => {
    const share = Math.round(Math.abs(strength) * PER_CENT);
    const colour = `color-mix(in srgb, var(${strength > 0 ? '--above' : '--below'}) ${share}%, transparent)`;
    return `${colour} ${place * width}% ${(place + 1) * width}%`;
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
