import type { Ground } from './ground.ts';
import type { Handler } from './handler.ts';
import { openLive } from './live.ts';

/** Everything a host puts together once: what it stands on, and what it can do. */
export interface House extends Ground {
  handlers: ReadonlyMap<string, Handler>;
}

/** Puts a house together. */
export function buildHouse(parts: Omit<House, 'knownPersons' | 'live'>): House {
  return Object.freeze({ ...parts, knownPersons: new Set<string>(), live: openLive() });
}
