import type { InputOf, Operation, OperationName, Operations, OutputOf } from '@holdfast/contract';

/** Calls an operation by name. */
export type Call = <N extends OperationName>(
  name: N,
  input: InputOf<Extract<Operations[N], Operation>>,
) => Promise<OutputOf<Extract<Operations[N], Operation>>>;

/** Dependencies of making the fleet. */
export interface FleetOptions {
  /** Calls as a user, by address, at a moment in milliseconds UTC. */
  callAs(email: string, instant: number): Call;
  /** Returns the bytes of a report template of this package, by the name of its file in `templates`. */
  templateOf(name: string): Uint8Array;
  /** Midnight UTC of the day from which all dates are counted. */
  day: number;
  /** Also the installation of 5,000 items. */
  stress: boolean;
  /** Called once all users of the demo have accounts. */
  onAccounts?(): void;
  /** Called with the completed fraction, from 0 to 1. */
  onProgress(share: number): void;
  /**
   * Called when a record was refused, as one may be after a person changed its template while the fleet is made. True: it is left out, and the
   * work goes on.
   */
  onRefused?(operation: OperationName, error: unknown): boolean;
  /** Called between two steps; true ends the work. */
  stopped(): boolean;
}
