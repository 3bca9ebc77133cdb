/** The readers of one computer: discovery, connection, monitoring and reconnection. */
import { openConnections } from './readers/connections.ts';
import { openSelection } from './readers/selection.ts';
import {
  type Candidate,
  deviceOf,
  isUsable,
  type ReaderDevice,
  type Slot,
  slotOf,
  type Slots,
} from './readers/slots.ts';
import type { ReaderClock, ScanProfile, TagRead } from './types.ts';

export type { Candidate } from './readers/slots.ts';

/** A port that must not be opened without asking. */
interface OtherPort {
  path: string;
  label: string;
}

/** Events of readers. */
export type ReadersEvent =
  | { type: 'devices'; devices: ReaderDevice[]; selected: string | null }
  /** A tag came into the field of a reader. */
  | { type: 'tag'; read: TagRead; deviceId: string };

/** Dependencies of the search for readers. */
export interface ReadersSetting {
  /** Lists the current ports. May throw where the system cannot list them. */
  discover(): Promise<Candidate[]>;
  clock: ReaderClock;
  notify(event: ReadersEvent): void;
  /** Called when a port that a person chose turned out to be a reader, to be opened without asking from now on. */
  accepted?(path: string): void;
}

/** The readers of a computer. */
export interface Readers {
  /** Readers that are connected, or were connected and are being retried. */
  devices(): ReaderDevice[];
  /** Id of the reader that scans; null: none is connected. */
  selected(): string | null;
  /** Chooses the reader that scans. @returns false when there is no reader with that id */
  select(id: string): boolean;
  /** Ports that may have a reader but were not queried. */
  otherPorts(): OtherPort[];
  /** Opens a port that a person chose. @returns false when there is no port with that path */
  connect(path: string): boolean;
  /** Disconnects a reader until a person connects it again. @returns false when there is no reader with that id */
  disconnect(id: string): boolean;
  /** Starts scanning with the selected reader. @returns false when no reader is ready */
  startScan(profile: ScanProfile): boolean;
  stopScan(): void;
  /** Lists the ports now instead of at the next interval. */
  listPorts(): Promise<void>;
  close(): Promise<void>;
}

/** Interval in ms at which ports are listed, because no operating system announces new Bluetooth ports. */
const LIST_MS = 2_000;

/** Opens the readers of this computer and keeps looking for more. */
export function openReaders({ discover, clock, notify, accepted }: ReadersSetting): Readers {
  const slots: Slots = new Map();
  let asking: Candidate[] = [];
  let closed = false;
  let cancelTimer = (): void => undefined;
  let announced = '';
  let listing: Promise<void> | null = null;
  const selection = openSelection(slots, clock, announce);
  const connections = openConnections({
    slots,
    selection,
    clock,
    changed: announce,
    tag: (read, deviceId) => notify({ type: 'tag', read, deviceId }),
    accepted: (path) => accepted?.(path),
    isClosed: () => closed,
  });

  function devices(): ReaderDevice[] {
    return [...slots.values()].flatMap((slot) => (slot.info === null ? [] : deviceOf(slot, slot.info)));
  }

  function announce(): void {
    if (closed) return;
    const event: ReadersEvent = { type: 'devices', devices: devices(), selected: selection.id() };
    const text = JSON.stringify(event);
    if (text === announced) return;
    announced = text;
    notify(event);
  }

  /** Removes a reader whose port is missing from two lists in a row; a single list may be incomplete. */
  function countMissing(slot: Slot): void {
    slot.missed += 1;
    if (slot.missed < 2 || slot.state === 'parked') return;
    slot.cancelRetry();
    void slot.link?.close();
    slots.delete(slot.candidate.path);
    selection.gone(slot);
  }

  async function listOnce(): Promise<void> {
    const found = await discover().catch(() => null);
    if (closed || found === null) return;
    const paths = new Set(found.map(({ path }) => path));
    for (const slot of slots.values()) {
      if (paths.has(slot.candidate.path)) slot.missed = 0;
      else countMissing(slot);
    }
    asking = found.filter(({ trust, path }) => trust === 'ask' && !slots.has(path));
    for (const candidate of found)
      if (candidate.trust === 'auto' && !slots.has(candidate.path)) connections.open(candidate, false);
    announce();
  }

  function listPorts(): Promise<void> {
    listing ??= listOnce().finally(() => {
      listing = null;
      cancelTimer();
      if (!closed) cancelTimer = clock.after(LIST_MS, () => void listPorts());
    });
    return listing;
  }
  void listPorts();

  return {
    devices,
    selected: selection.id,
    select(id) {
      const slot = slotOf(slots, id);
      if (slot?.info === undefined || slot.info === null) return false;
      selection.select(slot);
      if (slot.state === 'parked') connections.connect(slot);
      announce();
      return true;
    },
    otherPorts: () => asking.map(({ path, label }) => ({ path, label })),
    connect(path) {
      const known = slots.get(path);
      if (known !== undefined) {
        if (!isUsable(known) && known.state !== 'connecting') connections.connect(known);
        return true;
      }
      const candidate = asking.find((each) => each.path === path);
      if (candidate === undefined) return false;
      asking = asking.filter((each) => each !== candidate);
      connections.open(candidate, true);
      return true;
    },
    disconnect(id) {
      const slot = slotOf(slots, id);
      if (slot?.info === undefined || slot.info === null) return false;
      slot.cancelRetry();
      void slot.link?.close();
      slot.link = null;
      slot.state = 'parked';
      slot.fault = null;
      selection.settle();
      announce();
      return true;
    },
    startScan(profile) {
      const isStarted = selection.startScan(profile);
      if (isStarted) announce();
      return isStarted;
    },
    stopScan() {
      selection.stopScan();
      announce();
    },
    listPorts,
    async close() {
      closed = true;
      cancelTimer();
      selection.close();
      const links = [...slots.values()].flatMap(({ link, cancelRetry }) => {
        cancelRetry();
        return link ?? [];
      });
      slots.clear();
      await Promise.all(links.map((link) => link.close()));
    },
  };
}
