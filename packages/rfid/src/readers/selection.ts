/** The reader that scans, among those of a computer. */
import type { ReaderClock, ScanProfile } from '../types.ts';
import { idOf, isUsable, presenceFor, shownSlots, type Slot, slotOf, type Slots } from './slots.ts';

/** The selected reader and its scan. */
export interface Selection {
  /** Id of the selected reader; null: none is selected. */
  id(): string | null;
  /** Selects a reader; a running scan continues on it. */
  select(slot: Slot): void;
  /** Selects another reader unless the selected one is usable or may still reconnect. */
  settle(): void;
  /** Keeps a lost reader selected for a while. */
  keepForAWhile(): void;
  /** Selects another reader when the selected one was removed. */
  gone(slot: Slot): void;
  /** Continues a running scan on the selected reader when it is ready again. */
  resume(slot: Slot): void;
  /** Starts scanning. @returns false when no reader is ready */
  startScan(profile: ScanProfile): boolean;
  stopScan(): void;
  close(): void;
}

/** Time in ms for which a lost reader stays selected, so that a short loss of the link changes nothing. */
const KEEP_SELECTED_MS = 10_000;

/** Opens the selection among slots. @param changed called when the selection changed by a timeout, without a call */
export function openSelection(slots: Slots, clock: ReaderClock, changed: () => void): Selection {
  let selected: string | null = null;
  let scanning: ScanProfile | null = null;
  let cancelFallback: (() => void) | null = null;

  function forgetFallback(): void {
    cancelFallback?.();
    cancelFallback = null;
  }

  function begin(slot: Slot, profile: ScanProfile): void {
    slot.presence = presenceFor(profile.mode);
    slot.link?.startScan(profile);
    slot.state = 'scanning';
  }

  function selectNext(): Slot | undefined {
    const next = shownSlots(slots).find(isUsable);
    selected = next === undefined ? null : idOf(next);
    return next;
  }

  function settle(): void {
    const current = slotOf(slots, selected);
    if (current !== undefined && isUsable(current)) {
      forgetFallback();
      return;
    }
    if (selected === null || current === undefined || current.state === 'parked') {
      forgetFallback();
      const next = selectNext();
      if (next !== undefined && scanning !== null) begin(next, scanning);
    }
  }

  return {
    id: () => selected,
    select(slot) {
      const before = slotOf(slots, selected);
      if (before !== slot && before !== undefined && scanning !== null) {
        before.link?.stopScan();
        if (before.state === 'scanning') before.state = 'ready';
      }
      selected = idOf(slot);
      if (scanning !== null && slot.state === 'ready') begin(slot, scanning);
    },
    settle,
    keepForAWhile() {
      cancelFallback ??= clock.after(KEEP_SELECTED_MS, () => {
        cancelFallback = null;
        const current = slotOf(slots, selected);
        if (current !== undefined && isUsable(current)) return;
        selected = null;
        settle();
        changed();
      });
    },
    gone(slot) {
      if (idOf(slot) === selected) selectNext();
    },
    resume(slot) {
      if (scanning !== null && idOf(slot) === selected && slot.state === 'ready') begin(slot, scanning);
    },
    startScan(profile) {
      const slot = slotOf(slots, selected);
      if (slot === undefined || !isUsable(slot)) return false;
      scanning = profile;
      begin(slot, profile);
      return true;
    },
    stopScan() {
      scanning = null;
      for (const slot of slots.values()) {
        if (slot.state !== 'scanning') continue;
        slot.link?.stopScan();
        slot.state = 'ready';
        slot.presence = presenceFor('trigger');
      }
    },
    close: forgetFallback,
  };
}
