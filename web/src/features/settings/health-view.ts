import type { DoctorFinding } from '../../api/settings-queries';

export type Verdict = 'bad' | 'note' | 'good';

const ORDER: readonly Verdict[] = ['bad', 'note', 'good'];

/** What Kesher serves without is worth a note and is no fault. */
export function verdictOf({ well, optional }: DoctorFinding): Verdict {
  if (well) return 'good';
  return optional ? 'note' : 'bad';
}

/** The worst first; what is alike keeps the doctor's order. */
export function inOrder(findings: readonly DoctorFinding[]): DoctorFinding[] {
  return [...findings].sort(
    (one, other) => ORDER.indexOf(verdictOf(one)) - ORDER.indexOf(verdictOf(other)),
  );
}

/** The key under which the catalogue may have a finding's name: `OCR Hebrew` → `…finding_ocr_hebrew`. */
export function findingKey(name: string): string {
  return `settings.finding_${name.toLowerCase().replaceAll(' ', '_')}`;
}
