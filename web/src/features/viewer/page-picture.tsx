import { Button, Skeleton, useDirection } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { pageTextQuery } from '../../api/queries';
import type { PageBox, PageText } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './page-picture.module.css';
import { PictureWords } from './picture-words';
import { pictureUrl } from './picture-width';

const A4_RATIO = 210 / 297;

interface PagePictureProps {
  documentId: string;
  number: number;
  /** Pixels of the picture to fetch; it is shown as wide as its frame. */
  width: number;
  boxes: PageBox[];
  /** What stands under the picture. */
  caption?: (text: PageText | undefined) => React.ReactNode;
}

/**
 * A page as a picture, with the boxes of the passage over it, and its words to be picked out.
 *
 * A page is never mirrored: the frame is left-to-right whatever the page's language, so that
 * `left` of a box means the picture's left.
 */
export function PagePicture({ documentId, number, width, boxes, caption }: PagePictureProps) {
  const { dir } = useDirection();
  const text = useQuery(pageTextQuery(documentId, number)).data;
  const ratio = text && text.height_points > 0 ? text.width_points / text.height_points : A4_RATIO;
  return (
    <figure className={classes.figure} data-page={number}>
      <div className={classes.frame} dir="ltr" style={{ aspectRatio: ratio }}>
        <Picture url={pictureUrl(documentId, number, width)} number={number} />
        <HighlightBoxes boxes={boxes} />
        {text && <PictureWords page={text} ratio={ratio} />}
      </div>
      {caption && (
        <figcaption className={classes.caption} dir={dir}>
          {caption(text)}
        </figcaption>
      )}
    </figure>
  );
}

function Picture({ url, number }: { url: string; number: number }) {
  const { t } = useI18n();
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [tries, setTries] = useState(0);
  useEffect(() => setState('loading'), [url]);
  if (state === 'failed') {
    return (
      <div className={classes.failed} role="alert">
        <p>{t('viewer.picture_failed', { number })}</p>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => {
            setTries(tries + 1);
            setState('loading');
          }}
        >
          {t('common.try_again')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <img
        key={tries}
        src={tries > 0 ? `${url}&try=${tries}` : url}
        alt={t('viewer.picture', { number })}
        className={classes.picture}
        draggable={false}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
      {state === 'loading' && <Skeleton className={classes.loading} radius={0} />}
    </>
  );
}

function HighlightBoxes({ boxes }: { boxes: PageBox[] }) {
  return boxes.map((box, place) => (
    <div
      key={place}
      data-highlight
      className={classes.highlight}
      style={{
        left: percent(box.left),
        top: percent(box.top),
        width: percent(box.width),
        height: percent(box.height),
      }}
    />
  ));
}

function percent(fraction: number): string {
  return `${fraction * 100}%`;
}
