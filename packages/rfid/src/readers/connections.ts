/** Connections to readers: opening, monitoring and reconnection. */
import { type LinkEvent, openLink } from '../link.ts';
import type { ReaderClock, ReaderFault, ReaderInfo, TagRead } from '../types.ts';
import type { Selection } from './selection.ts';
import { type Candidate, idOf, isUsable, newSlot, presenceFor, type Slot, slotOf, type Slots } from './slots.ts';

/** Dependencies of connections. */
export interface ConnectionParts {
  slots: Slots;
  selection: Selection;
  clock: ReaderClock;
  /** A state of a reader may have changed. */
  changed(): void;
  /** A tag came into the field of a reader. */
  tag(read: TagRead, deviceId: string): void;
  /** A port that a person chose turned out to be a reader. */
  accepted(path: string): void;
  isClosed(): boolean;
}

/** Connections of slots. */
export interface Connections {
  /** Opens a port. */
  open(candidate: Candidate, chosen: boolean): void;
  /** Connects a slot again. */
  connect(slot: Slot): void;
}

/** Delays in ms before each attempt to reconnect a lost reader; the last delay repeats. */
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** Time in ms for which a port without a reader is not probed again. */
const IGNORE_MS = 60_000;

/** Opens the connections of the slots. */
export function openConnections({
  slots,
  selection,
  clock,
  changed,
  tag,
  accepted,
  isClosed,
}: ConnectionParts): Connections {
  function connect(slot: Slot): void {
    slot.cancelRetry();
    slot.state = 'connecting';
    const machine = slot.candidate.machine();
    slot.machineProtocol = machine.protocol;
    slot.presence = presenceFor('trigger');
    slot.link = openLink(slot.candidate.transport(), machine, clock, (event) => happened(slot, event));
    changed();
  }

  function happened(slot: Slot, event: LinkEvent): void {
    if (isClosed()) return;
    switch (event.type) {
      case 'ready':
        ready(slot, event.info);
        break;
      case 'battery':
        slot.battery = event.battery;
        if (slot.fault === 'batteryTooLow' && (event.battery.percent ?? 0) > 5) slot.fault = null;
        break;
      case 'tag':
        if (slot.presence.isNew(event.read, clock.now())) tag(event.read, idOf(slot));
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
    changed();
  }

  function ready(slot: Slot, info: ReaderInfo): void {
    // A reader connected by cable and by Bluetooth at once is one device: the later port is closed.
    const twin = info.serial === null ? undefined : slotOf(slots, info.serial);
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
    if (slot.chosen) accepted(slot.candidate.path);
    selection.settle();
    selection.resume(slot);
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
    if (idOf(slot) === selection.id()) selection.keepForAWhile();
  }

  return {
    open(candidate, chosen) {
      const slot = newSlot(candidate, chosen);
      slots.set(candidate.path, slot);
      connect(slot);
    },
    connect,
  };
}
