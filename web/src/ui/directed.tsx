import { useDirection } from '@mantine/core';
import type { HTMLAttributes } from 'react';

import { directionOf } from './direction';

interface DirectedProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'h2' | 'h3' | 'h4' | 'blockquote' | 'div' | 'li' | 'span';
  /** What decides the direction; the children where they are a plain string. */
  text?: string;
}

/** A block of somebody's words, running the way most of its own letters do. */
export function Directed({ as: Tag = 'p', text, children, ...rest }: DirectedProps) {
  const { dir } = useDirection();
  const deciding = text ?? (typeof children === 'string' ? children : '');
  return (
    <Tag {...rest} dir={directionOf(deciding, dir)}>
      {children}
    </Tag>
  );
}
