import type { ReactNode } from 'react';

import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** What stands where there is nothing yet: why, and what to do about it. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
      <h2 className={classes.title}>{title}</h2>
      {children && <div className={classes.words}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
