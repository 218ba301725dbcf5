const BEYOND = /[\ud800-\udbff]/;

/**
 * Where code points stand in a text's code units, and the other way round.
 *
 * The server counts code points, JavaScript code units; they differ past the first letter that
 * takes two, such as a picture sign.
 */
export interface CodePoints {
  unitOf: (point: number) => number;
  pointOf: (unit: number) => number;
}

const SAME: CodePoints = { unitOf: (point) => point, pointOf: (unit) => unit };

export function codePoints(text: string): CodePoints {
  if (!BEYOND.test(text)) return SAME;
  const units: number[] = [];
  const points: number[] = [];
  let unit = 0;
  for (const letter of text) {
    for (let part = 0; part < letter.length; part += 1) points.push(units.length);
    units.push(unit);
    unit += letter.length;
  }
  return {
    unitOf: (point) => units[point] ?? unit,
    pointOf: (place) => points[place] ?? units.length,
  };
}
