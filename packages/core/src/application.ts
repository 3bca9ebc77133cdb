import type { Replica, Services } from './services.ts';
import type { Handler } from './calls/handler.ts';
import { openEventBus } from './eventBus.ts';

/** The application as a host assembles it once: its services and its handlers. */
export interface Application extends Services {
  handlers: ReadonlyMap<string, Handler>;
  /** Answers reads while it is current; absent where there is none. */
  replica?: Replica;
}

/** Assembles an application. */
export function buildApplication(parts: Omit<Application, 'knownPersons' | 'events'>): Application {
  return Object.freeze({ ...parts, knownPersons: new Set<string>(), events: openEventBus() });
}
