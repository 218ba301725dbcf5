import { Tooltip } from '@mantine/core';
import {
  cloneElement,
  type DOMAttributes,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useState,
} from 'react';

import { useHoverCard } from './use-hover-card';

type TargetProps = DOMAttributes<HTMLElement> & { 'aria-describedby'?: string | undefined };

interface LazyTooltipProps {
  label: ReactNode;
  /** In px; the label's own without it. */
  width?: number;
  /** Whether the label says more than the target's name, and is read with it. */
  describes?: boolean;
  children: ReactElement<TargetProps>;
}

/** A tooltip that costs nothing until it is shown: for targets of which hundreds are drawn. */
export function LazyTooltip({ label, width, describes = false, children }: LazyTooltipProps) {
  const id = useId();
  const card = useHoverCard();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const { onMouseEnter, onFocus, ...others } = card.handlers;
  const come = (open: () => void) => (event: SyntheticEvent<HTMLElement>) => {
    setTarget(event.currentTarget);
    open();
  };
  const isOpen = card.isOpen && target !== null;
  const own = children.props['aria-describedby'];
  return (
    <>
      {cloneElement(children, {
        ...others,
        onMouseEnter: come(onMouseEnter),
        onFocus: come(onFocus),
        'aria-describedby': describes && isOpen ? [own, id].filter(Boolean).join(' ') : own,
      })}
      {isOpen && (
        <Tooltip
          opened
          target={target}
          label={<span id={id}>{label}</span>}
          {...(width && { multiline: true, w: width })}
        />
      )}
    </>
  );
}
