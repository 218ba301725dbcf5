import { useDirection } from '@mantine/core';

import { type Direction, directionOf } from './direction';

const ENDING = /\.[A-Za-z0-9]{1,5}$/;

/** The direction of a name: a file's Latin ending has no vote in it. */
export function directionOfName(name: string, fallback: Direction): Direction {
  return directionOf(name.replace(ENDING, ''), fallback);
}

/** Somebody's name for a thing, kept from mixing with the words around it. */
export function Name({ children, className }: { children: string; className?: string | undefined }) {
  const { dir } = useDirection();
  return (
    <bdi className={className} dir={directionOfName(children, dir)}>
      {children}
    </bdi>
  );
}
