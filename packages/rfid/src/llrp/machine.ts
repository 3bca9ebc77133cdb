/** Fixed readers that speak LLRP over TCP (port 5084): Impinj, Zebra and others. */
import { canonicalTag } from '../tag.ts';
import type { ReaderMachine, ReaderOutput } from '../types.ts';
import {
  encodeMessage,
  encodeParameter,
  type Message,
  MESSAGE,
  messageSplitter,
  PARAMETER,
  parametersOf,
  readU16,
  readU32,
  SHORT,
  statusOf,
  u16,
  u32,
  u8,
} from './messages.ts';

/** Id of the reading specification that this program adds to the reader; 0 would mean all. */
const SPEC = 4410;

/** Interval in ms between the keepalives of the reader, and the time without a message after which the connection counts as lost. */
const KEEPALIVE_MS = 10_000;
const SILENCE_MS = 35_000;
/** Time limit in ms for the reader's greeting and for each answer. */
const ANSWER_MS = 5_000;

/** Names of makers by their number in the register of private enterprises. */
const MAKERS: Readonly<Record<number, string>> = {
  161: 'Motorola',
  10_642: 'Zebra',
  25_882: 'Impinj',
  26_554: 'ThingMagic',
};

/** Options of a fixed reader. */
export interface LlrpOptions {
  /** Antennas to read with, from 1; absent: all. */
  antennas?: readonly number[];
}

/** Opens the state machine of one fixed reader. */
export function llrpMachine({ antennas = [0] }: LlrpOptions = {}): ReaderMachine {
  const splitter = messageSplitter();
  let id = 0;
  let phase: 'closed' | 'greeting' | 'preparing' | 'ready' | 'failed' = 'closed';
  let waitsFor: { type: number; deadline: number } | null = null;
  let silentAt: number | null = null;
  let scanning = false;
  let info = { product: 'LLRP reader', serial: null as string | null, firmware: null as string | null };

  function send(type: number, ...body: Uint8Array[]): ReaderOutput {
    id += 1;
    return { type: 'write', bytes: encodeMessage(type, id, ...body) };
  }

  function request(answer: number, now: number, type: number, ...body: Uint8Array[]): ReaderOutput[] {
    waitsFor = { type: answer, deadline: now + ANSWER_MS };
    return [send(type, ...body)];
  }

  function failed(fault: 'notAReader' | 'noAnswer' | 'busy' | 'failed'): ReaderOutput[] {
    phase = 'failed';
    waitsFor = null;
    silentAt = null;
    return [{ type: 'failed', fault }];
  }

  /** Sends the next step of the preparation, from the greeting until the reader can be started. Each step follows the answer to the previous one. */
  function proceed({ type, body }: Message, now: number): ReaderOutput[] {
    const status = statusOf(body);
    if (type === MESSAGE.capabilities) {
      info = { ...info, ...capabilitiesOf(body) };
      const keepalive = encodeParameter(PARAMETER.keepalive, u8(1), u32(KEEPALIVE_MS));
      // The first byte would reset the reader to its factory settings; it stays 0.
      return request(MESSAGE.configSet, now, MESSAGE.setConfig, u8(0), keepalive);
    }
    // Deletes a specification left by an earlier connection. A reader without one answers with an error, which is ignored.
    if (type === MESSAGE.configSet) return request(MESSAGE.specDeleted, now, MESSAGE.deleteSpec, u32(SPEC));
    if (type === MESSAGE.specDeleted) return request(MESSAGE.specAdded, now, MESSAGE.addSpec, specOf(antennas));
    if (status !== 0) return failed('failed');
    if (type === MESSAGE.specAdded) return request(MESSAGE.specEnabled, now, MESSAGE.enableSpec, u32(SPEC));
    waitsFor = null;
    phase = 'ready';
    return [
      { type: 'ready', info },
      { type: 'battery', battery: { percent: null, charge: 'unknown' } },
    ];
  }

  function handle(message: Message, now: number): ReaderOutput[] {
    silentAt = now + SILENCE_MS;
    const { type, body } = message;
    if (type === MESSAGE.keepalive) return [send(MESSAGE.keepaliveAck)];
    if (type === MESSAGE.report) return tagsOf(body);
    if (type === MESSAGE.event && phase === 'greeting') {
      const attempt = connectionAttemptOf(body);
      if (attempt === null) return [];
      if (attempt !== 0) return failed('busy');
      phase = 'preparing';
      return request(MESSAGE.capabilities, now, MESSAGE.getCapabilities, u8(1));
    }
    if (type === MESSAGE.error && waitsFor !== null) return failed('failed');
    if (phase !== 'preparing' || type !== waitsFor?.type) return [];
    return proceed(message, now);
  }

  return {
    protocol: 'llrp',
    wakeAt: () => waitsFor?.deadline ?? silentAt,
    opened(now) {
      phase = 'greeting';
      waitsFor = { type: MESSAGE.event, deadline: now + ANSWER_MS };
      return [];
    },
    received(bytes, now) {
      if (phase === 'failed' || phase === 'closed') return [];
      const { messages, broken } = splitter.push(bytes);
      const outputs: ReaderOutput[] = [];
      for (const message of messages) {
        const handled = handle(message, now);
        outputs.push(...handled);
        if (handled.some(({ type }) => type === 'failed')) return outputs;
      }
      return broken ? [...outputs, ...failed('notAReader')] : outputs;
    },
    elapsed(now) {
      if (waitsFor !== null) {
        if (now < waitsFor.deadline) return [];
        return failed(phase === 'greeting' ? 'notAReader' : 'noAnswer');
      }
      return silentAt !== null && now >= silentAt ? failed('noAnswer') : [];
    },
    startScan() {
      if (phase !== 'ready' || scanning) return [];
      scanning = true;
      return [send(MESSAGE.startSpec, u32(SPEC))];
    },
    stopScan() {
      if (phase !== 'ready' || !scanning) return [];
      scanning = false;
      return [send(MESSAGE.stopSpec, u32(SPEC))];
    },
    closing: () => (phase === 'ready' ? [send(MESSAGE.deleteSpec, u32(SPEC)), send(MESSAGE.close)] : []),
  };
}

/** Returns the reading specification: read with these antennas until stopped, and report each tag as soon as it is seen. */
function specOf(antennas: readonly number[]): Uint8Array {
  const boundary = encodeParameter(
    PARAMETER.boundary,
    encodeParameter(PARAMETER.startTrigger, u8(0)),
    encodeParameter(PARAMETER.stopTrigger, u8(0), u32(0)),
  );
  const inventory = encodeParameter(
    PARAMETER.antennaSpec,
    u16(antennas.length),
    ...antennas.map((antenna) => u16(antenna)),
    encodeParameter(PARAMETER.antennaStop, u8(0), u32(0)),
    encodeParameter(PARAMETER.inventory, u16(1), u8(1)),
  );
  // Bit 12: the antenna, bit 10: the peak signal strength.
  const content = encodeParameter(PARAMETER.reportContent, u16((1 << 12) | (1 << 10)));
  const report = encodeParameter(PARAMETER.reportSpec, u8(1), u16(1), content);
  return encodeParameter(PARAMETER.spec, u32(SPEC), u8(0), u8(0), boundary, inventory, report);
}

/** Returns the result of the connection attempt from an event; 0: accepted; null: the event contains none. */
function connectionAttemptOf(body: Uint8Array): number | null {
  const data = parametersOf(body).find(({ type, short }) => !short && type === PARAMETER.eventData);
  const attempt = parametersOf(data?.value ?? new Uint8Array(0)).find(
    ({ type, short }) => !short && type === PARAMETER.connectionAttempt,
  );
  return attempt === undefined || attempt.value.length < 2 ? null : readU16(attempt.value, 0);
}

function capabilitiesOf(body: Uint8Array): { product: string; firmware: string | null } {
  const value = parametersOf(body).find(({ type, short }) => !short && type === PARAMETER.capabilities)?.value;
  if (value === undefined || value.length < 14) return { product: 'LLRP reader', firmware: null };
  const maker = MAKERS[readU32(value, 4)] ?? 'LLRP reader';
  const firmware = new TextDecoder().decode(value.subarray(14, 14 + readU16(value, 12)));
  return { product: `${maker} ${readU32(value, 8)}`, firmware: firmware === '' ? null : firmware };
}

function tagsOf(body: Uint8Array): ReaderOutput[] {
  return parametersOf(body)
    .filter(({ type, short }) => !short && type === PARAMETER.tagReport)
    .flatMap(({ value }): ReaderOutput[] => {
      // A tag number that is not 96 bits long is the first parameter, preceded by its length in bits.
      const parts = parametersOf(value);
      const long = parts.find(({ type, short }) => !short && type === PARAMETER.epc);
      const epc =
        long === undefined
          ? parts.find(({ type, short }) => short && type === SHORT.epc96)?.value
          : long.value.subarray(2, 2 + Math.ceil(readU16(long.value, 0) / 8));
      if (epc === undefined) return [];
      const raw = [...epc].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const tag = canonicalTag(raw);
      if (tag === null) return [];
      const rssi = parts.find(({ type, short }) => short && type === SHORT.rssi)?.value[0];
      const antenna = parts.find(({ type, short }) => short && type === SHORT.antenna)?.value;
      return [
        {
          type: 'tag',
          read: {
            kind: 'epc',
            tag,
            raw,
            rssi: rssi === undefined ? null : (rssi << 24) >> 24,
            source: 'scan',
            antenna: antenna === undefined ? null : readU16(antenna, 0),
          },
        },
      ];
    });
}
