/** Ports with a reader or with one that is being identified, and their state. */
import type { Link } from '../link.ts';
import { openPresence, type Presence } from '../presence.ts';
import type {
  BatteryStatus,
  ByteTransport,
  ReaderFault,
  ReaderInfo,
  ReaderMachine,
  ReaderProtocol,
  ScanProfile,
} from '../types.ts';

/** A port on which a reader may be. */
export interface Candidate {
  /** Name of the port, which identifies the candidate. */
  path: string;
  /** Description of the plugged-in device by the operating system; empty: there is none. */
  label: string;
  /** `auto`: may be opened without asking. `ask`: may belong to any device, so that a person has to choose it. */
  trust: 'auto' | 'ask';
  transport(): ByteTransport;
  machine(): ReaderMachine;
}

/** State of a reader. */
type ReaderState = 'connecting' | 'ready' | 'scanning' | 'waiting' | 'ignored' | 'parked';

/** One reader. */
export interface ReaderDevice {
  /** Serial number where the reader reports it, else the port; kept over reconnects. */
  id: string;
  /** Name of the port. */
  com: string;
  product: string;
  displayName: string;
  batteryStatus: BatteryStatus | null;
  protocol: ReaderProtocol;
  state: ReaderState;
  /** Reason why it is not ready, or its current error. */
  fault: ReaderFault | null;
}

/** A port with its connection. */
export interface Slot {
  candidate: Candidate;
  link: Link | null;
  machineProtocol: ReaderProtocol;
  /** Description by the reader; null until it was identified. */
  info: ReaderInfo | null;
  battery: BatteryStatus | null;
  state: ReaderState;
  fault: ReaderFault | null;
  /** Number of consecutive failed connections. */
  failures: number;
  cancelRetry(): void;
  presence: Presence;
  /** True when a person chose the port. */
  chosen: boolean;
  /** Number of consecutive lists of ports without this port. */
  missed: number;
}

/** Slots by the name of their port. */
export type Slots = Map<string, Slot>;

/** Time in ms without a reading after which a tag counts as new, by the mode of the scan; `trigger`: while no scan runs. */
const QUIET_MS = { trigger: 1_500, single: 800, bulk: 5_000 };

/** Returns the presence of tags for a scan, or for readings by the trigger alone. */
export function presenceFor(mode: ScanProfile['mode'] | 'trigger'): Presence {
  return openPresence(QUIET_MS[mode]);
}

/** Creates the slot of a port before its first connection. */
export function newSlot(candidate: Candidate, chosen: boolean): Slot {
  return {
    candidate,
    link: null,
    machineProtocol: 'tsl',
    info: null,
    battery: null,
    state: 'connecting',
    fault: null,
    failures: 0,
    cancelRetry: () => undefined,
    presence: presenceFor('trigger'),
    chosen,
    missed: 0,
  };
}

/** Returns the id of a slot's reader. */
export function idOf({ info, candidate }: Slot): string {
  return info?.serial ?? candidate.path;
}

/** Returns true when a reader can scan. */
export function isUsable({ state }: Slot): boolean {
  return state === 'ready' || state === 'scanning';
}

/** Finds the slot of a reader. */
export function slotOf(slots: Slots, id: string | null): Slot | undefined {
  return [...slots.values()].find((slot) => idOf(slot) === id);
}

/** Lists the identified readers. An unidentified one is left out: it may be another device, such as a printer. */
export function shownSlots(slots: Slots): Slot[] {
  return [...slots.values()].filter(({ info }) => info !== null);
}

/** Describes an identified reader. */
export function deviceOf(slot: Slot, info: ReaderInfo): ReaderDevice {
  return {
    id: idOf(slot),
    com: slot.candidate.path,
    product: info.product,
    displayName: info.serial ?? info.product,
    batteryStatus: slot.battery,
    protocol: slot.machineProtocol,
    state: slot.state,
    fault: slot.fault,
  };
}
