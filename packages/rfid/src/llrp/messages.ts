/** Messages and parameters of LLRP 1.0.1 (EPCglobal), as far as reading tags needs them. Numbers are big-endian. */

/** Types of messages. */
export const MESSAGE = {
  getCapabilities: 1,
  setConfig: 3,
  capabilities: 11,
  configSet: 13,
  close: 14,
  addSpec: 20,
  deleteSpec: 21,
  startSpec: 22,
  stopSpec: 23,
  enableSpec: 24,
  specAdded: 30,
  specDeleted: 31,
  specStarted: 32,
  specStopped: 33,
  specEnabled: 34,
  report: 61,
  keepalive: 62,
  event: 63,
  keepaliveAck: 72,
  error: 100,
} as const;

/** Types of parameters. */
export const PARAMETER = {
  capabilities: 137,
  spec: 177,
  boundary: 178,
  startTrigger: 179,
  stopTrigger: 182,
  antennaSpec: 183,
  antennaStop: 184,
  inventory: 186,
  keepalive: 220,
  reportSpec: 237,
  reportContent: 238,
  tagReport: 240,
  epc: 241,
  eventData: 246,
  connectionAttempt: 256,
  status: 287,
} as const;

/** Number of bytes after the type, for parameters without a length field. */
const SHORT_LENGTHS: Readonly<Record<number, number>> = {
  1: 2,
  2: 8,
  3: 8,
  4: 8,
  5: 8,
  6: 1,
  7: 2,
  8: 2,
  9: 4,
  10: 2,
  11: 2,
  12: 2,
  13: 12,
  14: 2,
  15: 2,
  16: 4,
  17: 2,
  18: 4,
  19: 2,
  20: 2,
};

/** Short parameters that are read. */
export const SHORT = { antenna: 1, rssi: 6, epc96: 13 } as const;

/** One message. */
export interface Message {
  type: number;
  id: number;
  body: Uint8Array;
}

/** One parameter of a body. */
export interface Parameter {
  type: number;
  /** True when the parameter has no length field. */
  short: boolean;
  value: Uint8Array;
}

const HEADER = 10;

/** Maximum length of a message in bytes. A longer message does not come from a reader. */
const MESSAGE_LIMIT = 1024 * 1024;

/** Writes a message. */
export function encodeMessage(type: number, id: number, ...body: Uint8Array[]): Uint8Array {
  const length = HEADER + body.reduce((sum, part) => sum + part.length, 0);
  return joined([u16((1 << 10) | type), u32(length), u32(id), ...body]);
}

/** Writes a parameter. */
export function encodeParameter(type: number, ...value: Uint8Array[]): Uint8Array {
  const length = 4 + value.reduce((sum, part) => sum + part.length, 0);
  return joined([u16(type), u16(length), ...value]);
}

/** One byte. */
export const u8 = (value: number): Uint8Array => Uint8Array.of(value & 0xff);
/** Two bytes. */
export const u16 = (value: number): Uint8Array => Uint8Array.of((value >> 8) & 0xff, value & 0xff);
/** Four bytes. */
export const u32 = (value: number): Uint8Array =>
  Uint8Array.of((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);

/** Joins byte arrays into one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Reads two bytes. */
export function readU16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** Reads four bytes. */
export function readU32(bytes: Uint8Array, at: number): number {
  return readU16(bytes, at) * 0x1_0000 + readU16(bytes, at + 2);
}

/**
 * Opens a splitter that cuts a stream into messages. The pieces of the stream may end anywhere.
 * @returns messages; `broken` once the stream is not LLRP; all later bytes are ignored
 */
export function messageSplitter(): { push(bytes: Uint8Array): { messages: Message[]; broken: boolean } } {
  let pending = new Uint8Array(0);
  let broken = false;
  return {
    push(bytes) {
      const messages: Message[] = [];
      if (broken) return { messages, broken };
      pending = new Uint8Array(joined([pending, bytes]));
      let at = 0;
      while (pending.length - at >= HEADER) {
        const head = readU16(pending, at);
        const length = readU32(pending, at + 2);
        const version = (head >> 10) & 7;
        if (head >> 13 !== 0 || version < 1 || version > 2 || length < HEADER || length > MESSAGE_LIMIT) {
          broken = true;
          break;
        }
        if (pending.length - at < length) break;
        const body = pending.slice(at + HEADER, at + length);
        messages.push({ type: head & 0x3ff, id: readU32(pending, at + 6), body });
        at += length;
      }
      pending = broken ? new Uint8Array(0) : pending.slice(at);
      return { messages, broken };
    },
  };
}

/** Reads the parameters of a body from an offset on, up to the first malformed one. */
export function parametersOf(body: Uint8Array, from = 0): Parameter[] {
  const found: Parameter[] = [];
  let at = from;
  while (at < body.length) {
    const first = body[at]!;
    if (first & 0x80) {
      const type = first & 0x7f;
      const length = SHORT_LENGTHS[type];
      if (length === undefined || at + 1 + length > body.length) break;
      found.push({ type, short: true, value: body.subarray(at + 1, at + 1 + length) });
      at += 1 + length;
      continue;
    }
    if (at + 4 > body.length) break;
    const length = readU16(body, at + 2);
    if (length < 4 || at + length > body.length) break;
    found.push({ type: readU16(body, at) & 0x3ff, short: false, value: body.subarray(at + 4, at + length) });
    at += length;
  }
  return found;
}

/** Status number of an answer, 0: success; null: the answer has none. */
export function statusOf(body: Uint8Array): number | null {
  const status = parametersOf(body).find(({ type, short }) => !short && type === PARAMETER.status);
  return status === undefined || status.value.length < 2 ? null : readU16(status.value, 0);
}
