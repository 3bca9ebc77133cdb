/** Returns the fee of an amount: nothing from 100 on. */
export function feeOf(amount: number): number {
  return amount >= 100 ? 0 : 5;
}
