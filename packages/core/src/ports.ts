import type { Instance, Weather } from '@holdfast/contract';

/** What core needs of the world. A host hands these in; core itself knows neither Node nor DOM. */
export interface Ports {
  clock: {
    /** Milliseconds UTC. */
    now(): number;
  };
  ids: {
    /** A new UUID version 7 for a moment in milliseconds UTC. */
    next(now: number): string;
  };
  passwords: {
    /** An argon2id hash in PHC form. */
    hash(password: string): Promise<string>;
    /** Whether the password matches. With null in place of a hash it answers false after the same time, so that an unknown address cannot be told from a wrong password. */
    verify(hash: string | null, password: string): Promise<boolean>;
  };
  secrets: {
    /** 256 random bits, base64url. */
    next(): string;
  };
  weather: {
    /** What is known of the weather at a place now, at once and without asking anybody; null when nothing is. May start a refresh behind the caller's back. */
    at(latitude: number, longitude: number, now: number): Weather | null;
  };
  instance: {
    version: string;
    /** How to sign in to a demo server; null on any other. */
    demo(): Instance['demo'];
    /** What must be said to make the first account; null where accounts are made otherwise. */
    setupCode(): string | null;
  };
}
