import { type ReactNode, useEffect, useRef } from 'react';

import classes from './sections-frame.module.css';

interface SectionsFrameProps {
  /** What the list of sections is called, for whoever does not see it. */
  label: string;
  /** Links with `sectionLinkClass`; the open one has `aria-current`. */
  links: ReactNode;
  /** What stands above the list. */
  above?: ReactNode;
  children: ReactNode;
}

export const sectionLinkClass = classes.link;

/** A screen of sections: their list at its side, on a narrow screen along its top, and the open one. */
export function SectionsFrame({ label, links, above, children }: SectionsFrameProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen the open one may lie beyond the line's end.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        {above}
        <nav ref={nav} className={classes.nav} aria-label={label}>
          {links}
        </nav>
      </div>
      <div className={classes.part}>{children}</div>
    </div>
  );
}
