/** Maximum number of names that are searched; no name is suggested among more. */
const MAX_NAMES = 3000;

/** Maximum number of pairs of letters compared for one wrong name; names after them are ignored. */
const MAX_PAIRS = 200_000;

/** The name most similar to a wrong one, by edit distance; undefined when none is similar. */
export function nearest(name: string, all: Iterable<string>): string | undefined {
  const names = new Set(all);
  if (names.size > MAX_NAMES) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  let pairs = 0;
  for (const each of names) {
    if (each === name || Math.abs(each.length - name.length) >= least) continue;
    pairs += name.length * each.length;
    if (pairs > MAX_PAIRS) break;
    const distance = each.toLowerCase() === name.toLowerCase() ? 0 : editDistance(name, each, least);
    if (distance < least) {
      least = distance;
      best = each;
    }
  }
  return best;
}

function editDistance(a: string, b: string, limit: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    if (Math.min(...next) >= limit) return limit;
    row = next;
  }
  return row[b.length] ?? limit;
}
