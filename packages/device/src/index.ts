/** A device that works without its server and synchronises with it. Runs in Node and in a browser's worker alike. */
export { openDevice } from './device.ts';
export { idleTimeout } from './idleTimeout.ts';
export type { Driver } from './driver.ts';
export { type Facts, factOr, readFact, type Rescue, writeFact } from './facts.ts';
export { KeyUnavailable, type Log, type Platform, type Secrets } from './platform.ts';
export { remoteClient } from './remote.ts';
export { OFFLINE_LEASE_MS } from './signIn.ts';
export { notingViews } from './views.ts';
export { openTransport, type Transport } from './transport.ts';
