/** All readers of one computer: found, connected, watched, connected again after they were lost. */
import { type Link, type LinkEvent, openLink } from './link.ts';
import { openPresence, type Presence } from './presence.ts';
import type {
  BatteryStatus,
  ByteTransport,
  ReaderClock,
  ReaderFault,
  ReaderInfo,
  ReaderMachine,
  ReaderProtocol,
  ScanProfile,
  TagRead,
} from './types.ts';

/** A port on which a reader may be. */
export interface Candidate {
  /** Name of the port, which identifies the candidate. */
  path: string;
  /** As the operating system describes what is plugged in; empty: it does not. */
  label: string;
  /** `auto`: may be opened without asking. `ask`: may belong to any device, so that a person has to choose it. */
  trust: 'auto' | 'ask';
  transport(): ByteTransport;
  machine(): ReaderMachine;
}

/** State of a reader. */
type ReaderState = 'connecting' | 'ready' | 'scanning' | 'waiting' | 'ignored' | 'parked';

/** One reader. */
interface ReaderDevice {
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
  /** Ports there are now. May throw where the system has no list. */
  discover(): Promise<Candidate[]>;
  clock: ReaderClock;
  notify(event: ReadersEvent): void;
  /** Called when a port that a person chose turned out to be a reader, to be opened without asking from now on. */
  accepted?(path: string): void;
}

/** The readers of a computer. */
export interface Readers {
  /** Readers that are connected, or were and are waited for. */
  devices(): ReaderDevice[];
  /** Id of the reader that scans; null: none is connected. */
  selected(): string | null;
  /** Chooses the reader that scans. @returns whether there is one of that id */
  select(id: string): boolean;
  /** Ports that may have a reader but were not queried. */
  otherPorts(): OtherPort[];
  /** Opens a port that a person chose. @returns whether there is such a port */
  connect(path: string): boolean;
  /** Disconnects a reader until it is connected again by hand. @returns true when there is one of that id */
  disconnect(id: string): boolean;
  /** Starts scanning with the selected reader. @returns whether there is one that is ready */
  startScan(profile: ScanProfile): boolean;
  stopScan(): void;
  /** Looks for ports now, rather than at the next interval. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** Interval in ms between lists of ports: no operating system announces new Bluetooth ports. */
const LOOK_MS = 2_000;
/** Waits before a lost reader is tried again; the last one repeats. */
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** Time in ms for which a port without a reader is not tried again. */
const IGNORE_MS = 60_000;
/** Time in ms for which a lost reader stays selected, so that a short loss of the link changes nothing. */
const KEEP_SELECTED_MS = 10_000;
/** After which silence a tag that is seen again counts as new, by what a scan is for. */
const QUIET_MS = { trigger: 1_500, single: 800, bulk: 5_000 };

interface Slot {
  candidate: Candidate;
  link: Link | null;
  machineProtocol: ReaderProtocol;
  info: ReaderInfo | null;
  battery: BatteryStatus | null;
  state: ReaderState;
  fault: ReaderFault | null;
  failures: number;
  cancelRetry(): void;
  presence: Presence;
  chosen: boolean;
  missed: number;
}

/** Opens the readers of this computer and keeps looking for more. */
export function openReaders({ discover, clock, notify, accepted }: ReadersSetting): Readers {
  const slots = new Map<string, Slot>();
  let asking: Candidate[] = [];
  let selected: string | null = null;
  let scanning: ScanProfile | null = null;
  let closed = false;
  let cancelLook = (): void => undefined;
  let cancelFallback: (() => void) | null = null;
  let announced = '';
  let looking: Promise<void> | null = null;

  const idOf = ({ info, candidate }: Slot): string => info?.serial ?? candidate.path;
  const isUsable = ({ state }: Slot): boolean => state === 'ready' || state === 'scanning';
  const byId = (id: string | null): Slot | undefined => [...slots.values()].find((slot) => idOf(slot) === id);
  // An unidentified reader is not listed: it may be another device, such as a printer.
  const shown = (): Slot[] => [...slots.values()].filter(({ info }) => info !== null);

  function devices(): ReaderDevice[] {
    return shown().map((slot) => ({
      id: idOf(slot),
      com: slot.candidate.path,
      product: slot.info!.product,
      displayName: slot.info!.serial ?? slot.info!.product,
      batteryStatus: slot.battery,
      protocol: slot.machineProtocol,
      state: slot.state,
      fault: slot.fault,
    }));
  }

  function announce(): void {
    if (closed) return;
    const event: ReadersEvent = { type: 'devices', devices: devices(), selected };
    const text = JSON.stringify(event);
    if (text === announced) return;
    announced = text;
    notify(event);
  }

  function forgetFallback(): void {
    cancelFallback?.();
    cancelFallback = null;
  }

  function chooseSelected(): void {
    const current = byId(selected);
    if (current !== undefined && isUsable(current)) {
      forgetFallback();
      return;
    }
    const next = shown().find(isUsable);
    if (selected === null || current === undefined || current.state === 'parked') {
      forgetFallback();
      selected = next === undefined ? null : idOf(next);
      if (next !== undefined && scanning !== null) begin(next, scanning);
    }
  }

  function keepForAWhile(): void {
    cancelFallback ??= clock.after(KEEP_SELECTED_MS, () => {
      cancelFallback = null;
      const current = byId(selected);
      if (current !== undefined && isUsable(current)) return;
      selected = null;
      chooseSelected();
      announce();
    });
  }

  function connect(slot: Slot): void {
    slot.cancelRetry();
    slot.state = 'connecting';
    const machine = slot.candidate.machine();
    slot.machineProtocol = machine.protocol;
    slot.presence = openPresence(QUIET_MS.trigger);
    slot.link = openLink(slot.candidate.transport(), machine, clock, (event) => happened(slot, event));
    announce();
  }

  function happened(slot: Slot, event: LinkEvent): void {
    if (closed) return;
    switch (event.type) {
      case 'ready':
        ready(slot, event.info);
        break;
      case 'battery':
        slot.battery = event.battery;
        if (slot.fault === 'batteryTooLow' && (event.battery.percent ?? 0) > 5) slot.fault = null;
        break;
      case 'tag':
        if (slot.presence.isNew(event.read, clock.now()))
          notify({ type: 'tag', read: event.read, deviceId: idOf(slot) });
        return;
      case 'trigger':
        if (event.pressed) slot.presence.reset();
        return;
      case 'fault':
        slot.fault = event.fault;
        break;
      case 'failed':
        failed(slot, event.fault);
        break;
      case 'round':
        return;
    }
    announce();
  }

  function ready(slot: Slot, info: ReaderInfo): void {
    // The same reader on a cable and on Bluetooth at once is one device: the later port is let go.
    const twin = info.serial === null ? undefined : byId(info.serial);
    if (twin !== undefined && twin !== slot) {
      if (isUsable(twin)) {
        ignore(slot);
        return;
      }
      twin.cancelRetry();
      void twin.link?.close();
      slots.delete(twin.candidate.path);
    }
    slot.info = info;
    slot.state = 'ready';
    slot.fault = null;
    slot.failures = 0;
    if (slot.chosen) accepted?.(slot.candidate.path);
    chooseSelected();
    if (scanning !== null && idOf(slot) === selected && slot.state === 'ready') begin(slot, scanning);
  }

  function ignore(slot: Slot): void {
    void slot.link?.close();
    slot.link = null;
    slot.state = 'ignored';
    slot.cancelRetry = clock.after(IGNORE_MS, () => slots.delete(slot.candidate.path));
  }

  function failed(slot: Slot, fault: ReaderFault): void {
    slot.link = null;
    slot.fault = fault;
    if (fault === 'notAReader' && slot.info === null) {
      ignore(slot);
      return;
    }
    slot.state = 'waiting';
    const wait = BACKOFF_MS[Math.min(slot.failures, BACKOFF_MS.length - 1)]!;
    slot.failures += 1;
    slot.cancelRetry = clock.after(wait, () => connect(slot));
    if (idOf(slot) === selected) keepForAWhile();
  }

  function begin(slot: Slot, profile: ScanProfile): void {
    slot.presence = openPresence(QUIET_MS[profile.mode]);
    slot.link?.startScan(profile);
    slot.state = 'scanning';
  }

  function open(candidate: Candidate, chosen: boolean): void {
    const slot: Slot = {
      candidate,
      link: null,
      machineProtocol: 'tsl',
      info: null,
      battery: null,
      state: 'connecting',
      fault: null,
      failures: 0,
      cancelRetry: () => undefined,
      presence: openPresence(QUIET_MS.trigger),
      chosen,
      missed: 0,
    };
    slots.set(candidate.path, slot);
    connect(slot);
  }

  /** A port that is gone takes its reader with it; one missing look may be a hiccup of the list. */
  function gone(slot: Slot): void {
    slot.missed += 1;
    if (slot.missed < 2 || slot.state === 'parked') return;
    slot.cancelRetry();
    void slot.link?.close();
    slots.delete(slot.candidate.path);
    if (idOf(slot) === selected) {
      const next = shown().find(isUsable);
      selected = next === undefined ? null : idOf(next);
    }
  }

  async function lookOnce(): Promise<void> {
    const found = await discover().catch(() => null);
    if (closed || found === null) return;
    const paths = new Set(found.map(({ path }) => path));
    for (const slot of slots.values()) {
      if (paths.has(slot.candidate.path)) slot.missed = 0;
      else gone(slot);
    }
    asking = found.filter(({ trust, path }) => trust === 'ask' && !slots.has(path));
    for (const candidate of found) if (candidate.trust === 'auto' && !slots.has(candidate.path)) open(candidate, false);
    announce();
  }

  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = null;
      cancelLook();
      if (!closed) cancelLook = clock.after(LOOK_MS, () => void look());
    });
    return looking;
  }
  void look();

  return {
    devices,
    selected: () => selected,
    select(id) {
      const slot = byId(id);
      if (slot?.info === undefined || slot.info === null) return false;
      const before = byId(selected);
      if (before !== slot && before !== undefined && scanning !== null) {
        before.link?.stopScan();
        if (before.state === 'scanning') before.state = 'ready';
      }
      selected = id;
      if (slot.state === 'parked') connect(slot);
      else if (scanning !== null && slot.state === 'ready') begin(slot, scanning);
      announce();
      return true;
    },
    otherPorts: () => asking.map(({ path, label }) => ({ path, label })),
    connect(path) {
      const known = slots.get(path);
      if (known !== undefined) {
        if (!isUsable(known) && known.state !== 'connecting') connect(known);
        return true;
      }
      const candidate = asking.find((each) => each.path === path);
      if (candidate === undefined) return false;
      asking = asking.filter((each) => each !== candidate);
      open(candidate, true);
      return true;
    },
    disconnect(id) {
      const slot = byId(id);
      if (slot?.info === undefined || slot.info === null) return false;
      slot.cancelRetry();
      void slot.link?.close();
      slot.link = null;
      slot.state = 'parked';
      slot.fault = null;
      chooseSelected();
      announce();
      return true;
    },
    startScan(profile) {
      const slot = byId(selected);
      if (slot === undefined || !isUsable(slot)) return false;
      scanning = profile;
      begin(slot, profile);
      announce();
      return true;
    },
    stopScan() {
      scanning = null;
      for (const slot of slots.values()) {
        if (slot.state !== 'scanning') continue;
        slot.link?.stopScan();
        slot.state = 'ready';
        slot.presence = openPresence(QUIET_MS.trigger);
      }
      announce();
    },
    look,
    async close() {
      closed = true;
      cancelLook();
      forgetFallback();
      const links = [...slots.values()].flatMap(({ link, cancelRetry }) => {
        cancelRetry();
        return link ?? [];
      });
      slots.clear();
      await Promise.all(links.map((link) => link.close()));
    },
  };
}
