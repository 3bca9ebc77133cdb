import type { InputOf, Operation, OperationName, Operations, OutputOf } from '@holdfast/contract';

/** Calls an operation by name. */
export type Call = <N extends OperationName>(
  name: N,
  input: InputOf<Extract<Operations[N], Operation>>,
) => Promise<OutputOf<Extract<Operations[N], Operation>>>;

/** What the making of the fleet is handed. */
export interface FleetOptions {
  /** Calls as somebody, by address, at a moment in milliseconds UTC. */
  callAs(email: string, instant: number): Call;
  /** The bytes of a report template of this room, by the name of its file in `templates`. */
  templateOf(name: string): Uint8Array;
  /** Midnight UTC of the day all dates are counted from. */
  day: number;
  /** Also the installation of 5,000 items. */
  stress: boolean;
  /** Called once everybody of the demo has an account. */
  onAccounts?(): void;
  /** Told the share that is done, from 0 to 1. */
  onProgress(share: number): void;
  /** Asked between two steps whether to end. */
  stopped(): boolean;
}
