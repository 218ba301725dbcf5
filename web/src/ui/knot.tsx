/** The mark of Kesher: two threads in a knot, documents and conversation. */
export function Knot({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeWidth={3.2}
      strokeLinecap="round"
      aria-hidden
    >
      <path d="M4 9c7 0 8.500 14 15 14a7 7 0 0 0 0-14" stroke="var(--thread)" />
      <path d="M28 23c-7 0-8.500-14-15-14a7 7 0 0 0 0 14" stroke="var(--mark-strong)" />
    </svg>
  );
}
