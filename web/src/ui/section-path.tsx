import { useDirection } from '@mantine/core';

import { directionOf } from './direction';

interface SectionPathProps {
  /** Headings, the highest first. */
  section: readonly string[];
  className?: string | undefined;
}

/** Where in its document a passage stands, in the direction of the headings; none where unknown. */
export function SectionPath({ section, className }: SectionPathProps) {
  const { dir } = useDirection();
  if (section.length === 0) return null;
  return (
    <p className={className} dir={directionOf(section.join(' '), dir)}>
      {section.map((heading, place) => (
        <span key={place}>
          {/* It is mirrored by itself where it stands among right-to-left words. */}
          {place > 0 && ' › '}
          <bdi>{heading}</bdi>
        </span>
      ))}
    </p>
  );
}
