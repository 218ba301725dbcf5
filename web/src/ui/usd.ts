/** Dollars to as many places as small prices need. */
export function usd(amount: number): string {
  const places = amount >= 1 || amount === 0 ? 2 : 4;
  return `$${amount.toFixed(places)}`;
}
