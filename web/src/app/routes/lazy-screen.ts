import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** A screen whose code comes when it is first wanted. */
export interface LazyScreen<Props> {
  Screen: LazyExoticComponent<ComponentType<Props>>;
  /** The route's loader: its code is there before it is drawn, and is fetched when a link is near. */
  loader: () => Promise<void>;
}

/** Make a screen of a module's component; a module that was fetched is not fetched again. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  const Screen = lazy(() => load().then((component) => ({ default: component })));
  return { Screen, loader: () => load().then(() => undefined) };
}
