import { Kbd } from '@mantine/core';

import classes from './keys.module.css';
import { type Chord, namesOf } from './shortcuts';

export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** A chord as it is printed on the keys; it reads from the left in every language. */
export function Keys({ chord }: { chord: Chord }) {
  return (
    <bdi dir="ltr" className={classes.keys}>
      {namesOf(chord, IS_MAC).map((name) => (
        <Kbd key={name} size="sm">
          {name}
        </Kbd>
      ))}
    </bdi>
  );
}
