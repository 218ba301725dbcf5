import { memo } from 'react';

import type { PageText } from '../../api/types';
import { codePoints } from '../../text/code-points';
import { directionOf } from '../../ui/direction';
import classes from './page-picture.module.css';

// Letters fill so much of their line's height; less, rather than more, so that no line wraps.
const LETTER_SHARE = 0.62;

interface PictureWordsProps {
  page: PageText;
  /** Width by height of the page. */
  ratio: number;
}

/**
 * A page's words, unseen, where the picture shows them: a reader can pick them out and copy them.
 *
 * Each line is stretched over its own place, so that what is marked lies on what is read.
 */
export const PictureWords = memo(function PictureWords({ page, ratio }: PictureWordsProps) {
  const points = codePoints(page.text);
  return (
    <div className={classes.words} aria-hidden>
      {page.lines.map((line) => {
        const { box } = line;
        if (box === null) return null;
        const words = page.text.slice(points.unitOf(line.start), points.unitOf(line.end));
        return (
          <div
            key={line.start}
            className={classes.line}
            dir={directionOf(words)}
            style={{
              left: `${box.left * 100}%`,
              top: `${box.top * 100}%`,
              width: `${box.width * 100}%`,
              height: `${box.height * 100}%`,
              fontSize: `${((box.height * 100) / ratio) * LETTER_SHARE}cqw`,
            }}
          >
            {words}
          </div>
        );
      })}
    </div>
  );
});
