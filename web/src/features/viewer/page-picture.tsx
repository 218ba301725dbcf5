import { Loader, useDirection } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { pageTextQuery } from '../../api/queries';
import type { PageBox } from '../../api/types';
import { useI18n } from '../../i18n/i18n-provider';
import classes from './page-picture.module.css';
import { PageReading } from './page-reading';
import { pictureUrl } from './picture-width';

const A4_RATIO = 210 / 297;

interface PagePictureProps {
  documentId: string;
  number: number;
  /** Pixels of the picture to fetch; it is shown as wide as its frame. */
  width: number;
  boxes: PageBox[];
}

/**
 * A page as a picture, with the boxes of the passage over it.
 *
 * A page is never mirrored: the frame is left-to-right whatever the page's language, so that
 * `left` of a box means the picture's left.
 */
export function PagePicture({ documentId, number, width, boxes }: PagePictureProps) {
  const { t } = useI18n();
  const { dir } = useDirection();
  const text = useQuery(pageTextQuery(documentId, number)).data;
  const [picture, setPicture] = useState<'loading' | 'shown' | 'failed'>('loading');
  const ratio = text ? text.width_points / text.height_points : A4_RATIO;
  return (
    <figure className={classes.figure} data-page={number}>
      <div className={classes.frame} dir="ltr" style={{ aspectRatio: ratio }}>
        {picture === 'failed' ? (
          <p className={classes.failed}>{t('viewer.picture_failed', { number })}</p>
        ) : (
          <img
            src={pictureUrl(documentId, number, width)}
            alt={t('viewer.picture', { number })}
            className={classes.picture}
            onLoad={() => setPicture('shown')}
            onError={() => setPicture('failed')}
          />
        )}
        {picture === 'loading' && <Loader className={classes.loader} size="sm" />}
        <HighlightBoxes boxes={boxes} />
      </div>
      <figcaption className={classes.caption} dir={dir}>
        {t('documents.page', { number })}
        {text?.label && text.label !== `${number}` && ` · ${t('viewer.printed', { label: text.label })}`}
        {text?.source === 'ocr' && ` · ${t('viewer.by_ocr', { trust: text.trust_fraction })}`}
        {text && <PageReading page={text} />}
      </figcaption>
    </figure>
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
