/** Returns an amount with a fee, and never less than nothing. */
export function totalOf(amount: number, fee: number): number {
  return Math.max(0, amount + fee);
}
