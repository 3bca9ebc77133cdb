/** Limits of calls, uploads, prints and storage, and their subjects. */

/** Kinds of counts, with the length of their window in ms. Windows are the same for everyone: a minute, a day, an hour. */
export const WINDOWS_MS = { request: 60 * 1000, upload: 24 * 60 * 60 * 1000, print: 60 * 60 * 1000 } as const;

/** Kind of count: calls, bytes of uploads, printed reports. */
export type UsageKind = keyof typeof WINDOWS_MS;

/** Subject of a count: a user, a desktop, a company, or the network address of callers who are not signed in. */
export interface Subject {
  kind: 'user' | 'device' | 'company' | 'address';
  id: string;
}

/** Maximum amount of a kind in a window; null: unlimited. */
type UsageLimits = Readonly<Record<UsageKind, number | null>>;

/** Limits of a server. */
export interface Quotas {
  /** Of each user, desktop and address. */
  each: UsageLimits;
  /** Of each company. */
  company: UsageLimits;
  /** Bytes of photos and files of a company; null: any number. */
  storageBytes: number | null;
}

/** No limits, as on a desktop. */
export const NO_QUOTAS: Quotas = {
  each: { request: null, upload: null, print: null },
  company: { request: null, upload: null, print: null },
  storageBytes: null,
};

/** The start of the window of a moment, milliseconds UTC. */
export function windowOf(kind: UsageKind, now: number): number {
  return now - (now % WINDOWS_MS[kind]);
}
