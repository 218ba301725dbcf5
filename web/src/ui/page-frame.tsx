import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

import { useI18n } from '../i18n/i18n-provider';
import { HeaderSlot } from './header-slot';
import classes from './page-frame.module.css';

interface PageFrameProps {
  title: string;
  /** One sentence under the bar: what the screen is for. */
  lead?: ReactNode;
  /** Buttons at the end of the lead's line. */
  actions?: ReactNode;
  /** Lists and graphs that want the whole width. */
  wide?: boolean;
  children: ReactNode;
}

/** A screen that is one column under the bar: its title, what it is for, what it can do. */
export function PageFrame({ title, lead, actions, wide = false, children }: PageFrameProps) {
  const { t } = useI18n();
  useDocumentTitle(`${title} · ${t('shell.name')}`);
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <HeaderSlot>
        <h1 className={classes.title}>{title}</h1>
      </HeaderSlot>
      {(lead !== undefined || actions !== undefined) && (
        <div className={classes.head}>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}

interface PageSectionProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of such a screen, under a heading of its own. */
export function PageSection({ title, lead, actions, children }: PageSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.heading}>{title}</h2>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
