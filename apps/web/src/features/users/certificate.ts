/** Returns true when a day such as 2027-05-31 is before today; false for an empty day. */
export function isPastDay(day: string, now: Date = new Date()): boolean {
  const two = (part: number): string => String(part).padStart(2, '0');
  return day !== '' && day < `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
