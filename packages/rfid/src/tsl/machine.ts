/** TSL ASCII 2 readers (1128, 1153, 1166, 2128, 2166, 2173): one command at a time, distinguished from the trigger by its number. */
import { canonicalTag } from '../tag.ts';
import type { BatteryStatus, ReaderInfo, ReaderMachine, ReaderOutput, ScanProfile, TagRead } from '../types.ts';
import { blockParser, type BlockEnd, type BlockEvent, type BlockHead, type Field } from './blocks.ts';
import { commandQueue, lineOutput } from './commands.ts';

/** Milliseconds. The response times of readers come from the manufacturer's protocol description. */
const TIMES = { settle: 100, probe: 1_500, command: 3_000, inventory: 6_000, pause: 150, battery: 60_000 };

/** Power in dBm by the mode of a scan: low for assigning a tag to an item, so that only the tag at the reader answers. */
const POWER = { single: 10, bulk: 29 };

/** Transmitting power while only the trigger starts readings. */
const TRIGGER_POWER = 20;

/** Numbers after `ER` that are ordinary outcomes: no tag, no barcode, aborted. */
const ORDINARY = new Set([5, 6, 15]);

/** Opens the state machine of one TSL reader. */
export function tslMachine(): ReaderMachine {
  const parser = blockParser();
  const commands = commandQueue();
  let phase: 'closed' | 'settling' | 'probing' | 'configuring' | 'ready' | 'failed' = 'closed';
  let settled = 0;
  let scan: ScanProfile | null = null;
  let nextInventory: number | null = null;
  let nextBattery: number | null = null;

  function failed(fault: 'notAReader' | 'noAnswer'): ReaderOutput[] {
    phase = 'failed';
    commands.clear();
    nextInventory = null;
    nextBattery = null;
    return [{ type: 'failed', fault }];
  }

  function probe(now: number): ReaderOutput[] {
    phase = 'probing';
    return commands.ask('.vr', TIMES.probe, identified, now);
  }

  function identified({ fields, error }: BlockEnd, now: number): ReaderOutput[] {
    const info = infoOf(fields);
    if (error !== 0 || info === null) return failed('notAReader');
    phase = 'configuring';
    const ignore = (): ReaderOutput[] => [];
    return [
      ...commands.ask('.sa -x -aon -sinv', TIMES.command, ignore, now),
      // The reader's own beep is off: the application plays the sound, because only the application has the result of a reading.
      ...commands.ask('.al -x -bon -voff -n', TIMES.command, ignore, now),
      ...power(TRIGGER_POWER, now),
      ...commands.ask(
        '.bl',
        TIMES.command,
        (block, at) => {
          phase = 'ready';
          return [{ type: 'ready', info }, ...batteryRead(block, at)];
        },
        now,
      ),
    ];
  }

  /** Sets the power; a reader that does not support the value keeps its current power. */
  function power(dbm: number, now: number): ReaderOutput[] {
    const refused = ({ error }: BlockEnd, at: number): ReaderOutput[] =>
      error === 2 || error === 7 ? commands.ask('.iv -x -aloff -ron -n', TIMES.command, () => [], at) : faultOf(error);
    return commands.ask(`.iv -x -aloff -ron -o${dbm} -n`, TIMES.command, refused, now);
  }

  function batteryRead({ fields, error }: BlockEnd, now: number): ReaderOutput[] {
    nextBattery = now + TIMES.battery;
    return error === 0 ? [{ type: 'battery', battery: batteryOf(fields) }] : faultOf(error);
  }

  function inventory(now: number): ReaderOutput[] {
    nextInventory = null;
    const done = ({ error }: BlockEnd, at: number): ReaderOutput[] => {
      if (scan !== null) nextInventory = at + TIMES.pause;
      return [{ type: 'round' }, ...faultOf(error)];
    };
    return commands.ask('.iv', TIMES.inventory, done, now);
  }

  function event(each: BlockEvent, now: number): ReaderOutput[] {
    if (phase === 'settling' || phase === 'failed' || phase === 'closed') return [];
    if (each.type === 'switch') return [{ type: 'trigger', pressed: each.state !== 'off' }];
    if (each.type === 'begin') return [];
    if (each.type === 'record') return tagOf(each.head, each.fields);
    if (each.head.marker === null) return each.head.command === 'iv' ? [{ type: 'round' }, ...faultOf(each.error)] : [];
    return commands.answer(each, now);
  }

  return {
    protocol: 'tsl',
    wakeAt() {
      if (phase === 'settling') return settled;
      // While a command is unanswered, nothing else is started.
      const busyUntil = commands.busyUntil();
      if (busyUntil !== null) return busyUntil;
      return scan === null ? nextBattery : nextInventory;
    },
    opened(now) {
      phase = 'settling';
      settled = now + TIMES.settle;
      // Ends a command that another program left unfinished on the connection.
      return [lineOutput('')];
    },
    received: (bytes, now) => parser.push(bytes).flatMap((each) => event(each, now)),
    elapsed(now) {
      if (phase === 'settling') return now >= settled ? probe(now) : [];
      if (commands.busyUntil() !== null)
        return commands.elapsed(now, phase !== 'probing') ?? failed(phase === 'probing' ? 'notAReader' : 'noAnswer');
      if (nextInventory !== null && now >= nextInventory) return inventory(now);
      if (nextBattery !== null && scan === null && now >= nextBattery) {
        nextBattery = null;
        return commands.ask('.bl', TIMES.command, batteryRead, now);
      }
      return [];
    },
    startScan(profile, now) {
      if (phase !== 'ready') return [];
      const isScanning = scan !== null;
      scan = profile;
      if (isScanning) return power(profile.powerDbm ?? POWER[profile.mode], now);
      return [...power(profile.powerDbm ?? POWER[profile.mode], now), ...inventory(now)];
    },
    stopScan(now) {
      if (scan === null) return [];
      scan = null;
      nextInventory = null;
      commands.drop('.iv');
      const abort = commands.isUnderWay('.iv') ? [lineOutput('.ab')] : [];
      return phase === 'ready' ? [...abort, ...power(TRIGGER_POWER, now)] : abort;
    },
    closing: () => (scan === null || phase !== 'ready' ? [] : [lineOutput('.ab')]),
  };
}

/** Maps an error number of the reader to a fault. */
function faultOf(error: number | null): ReaderOutput[] {
  if (error === null || error === 0 || ORDINARY.has(error)) return [];
  if (error === 9) return [{ type: 'fault', fault: 'batteryTooLow' }];
  if (error === 8) return [{ type: 'fault', fault: 'region' }];
  return [];
}

function valueOf(fields: readonly Field[], header: string): string | null {
  return fields.find(([name]) => name === header)?.[1] ?? null;
}

/** Reads the answer to `.vr`. @returns null when the answer does not come from a reader of this family */
function infoOf(fields: readonly Field[]): ReaderInfo | null {
  const serial = valueOf(fields, 'US');
  const maker = valueOf(fields, 'MF');
  if (serial === null && maker === null) return null;
  const model = /^(\d{4})-/.exec(serial ?? '')?.[1];
  return {
    product: model === undefined ? (maker ?? 'TSL') : `TSL ${model}`,
    serial: serial === '' ? null : serial,
    firmware: valueOf(fields, 'UF'),
  };
}

function batteryOf(fields: readonly Field[]): BatteryStatus {
  const percent = /\d+/.exec(valueOf(fields, 'BP') ?? '')?.[0];
  const charge = valueOf(fields, 'CH')?.toLowerCase();
  const charges = { off: 'discharging', charging: 'charging', complete: 'full' } as const;
  return {
    percent: percent === undefined ? null : Math.min(100, Number(percent)),
    charge: charge !== undefined && charge in charges ? charges[charge as keyof typeof charges] : 'unknown',
  };
}

function tagOf({ command, marker }: BlockHead, fields: readonly Field[]): ReaderOutput[] {
  if (command !== 'iv') return [];
  const raw = valueOf(fields, 'EP');
  const tag = raw === null ? null : canonicalTag(raw);
  if (raw === null || tag === null) return [];
  const rssi = Number.parseInt(valueOf(fields, 'RI') ?? '', 10);
  const read: TagRead = {
    kind: 'epc',
    tag,
    raw,
    rssi: Number.isNaN(rssi) ? null : rssi,
    source: marker === null ? 'trigger' : 'scan',
    antenna: null,
  };
  return [{ type: 'tag', read }];
}
