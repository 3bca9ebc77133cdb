/** Returns true when a day as 2027-05-31 is before today; an empty one never is. */
export function isPastDay(day: string, now: Date = new Date()): boolean {
  const two = (part: number): string => String(part).padStart(2, '0');
  return day !== '' && day < `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
