const STEP = 1024;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A file's size in words of the page's language: "3.4 MB". */
export function saySize(bytes: number, locale: string): string {
  let [value, unit] = [bytes, 0];
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const style: Intl.NumberFormatOptions = {
    style: 'unit',
    unit: UNITS[unit] ?? 'byte',
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  };
  // Isolated, so that "5 kB" stays in its order among Hebrew words.
  return `\u2068${new Intl.NumberFormat(locale, style).format(value)}\u2069`;
}
