import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

const OPEN_AFTER_MS = 120;
const CLOSE_AFTER_MS = 220;

/**
 * A card that opens when its target is pointed at or focused.
 *
 * It stays while the pointer is on it and goes with Escape (WCAG 2.2, 1.4.13 Content on Hover
 * or Focus).
 */
export function useHoverCard() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (open: boolean, milliseconds: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(open), milliseconds);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const set = (open: boolean) => {
    clearTimeout(timer.current);
    setOpen(open);
  };
  const stay = () => later(true, OPEN_AFTER_MS);
  const leave = () => later(false, CLOSE_AFTER_MS);
  return {
    isOpen,
    setOpen: set,
    handlers: {
      onMouseEnter: stay,
      onMouseLeave: leave,
      onFocus: stay,
      onBlur: leave,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape' && isOpen) {
          event.stopPropagation();
          set(false);
        }
      },
    },
    cardHandlers: { onMouseEnter: stay, onMouseLeave: leave },
  };
}
