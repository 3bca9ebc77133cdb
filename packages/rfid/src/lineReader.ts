/** Readers that take no commands and write one tag number a line. */
import { lineSplitter } from './lines.ts';
import { canonicalTag, canonicalUid, kindOf, withoutProtocolControl } from './tag.ts';
import type { ReaderMachine, ReaderOutput } from './types.ts';

/** Options for reading the lines of a reader. */
export interface LineReaderOptions {
  /** Pattern of the number in a line; its first group where it has one. Absent: the whole line. */
  pattern?: RegExp;
  /** Every number begins with the protocol control word, which is removed. */
  protocolControl?: boolean;
  /** Identifiers of 13.56 MHz tags come with their last byte first. */
  reversedUid?: boolean;
}

const TAB = 9;

/** Opens the state machine of a reader that writes one tag number a line, ended by CR, LF, CRLF or a tabulator. */
export function lineMachine(options: LineReaderOptions = {}): ReaderMachine {
  const splitter = lineSplitter((byte) => byte === 13 || byte === 10 || byte === TAB);
  return {
    protocol: 'line',
    wakeAt: () => null,
    opened: () => [{ type: 'ready', info: { product: 'Line reader', serial: null, firmware: null } }],
    received: (bytes) => splitter.push(bytes).flatMap((line) => tagOfLine(line, options)),
    elapsed: () => [],
    startScan: () => [],
    stopScan: () => [],
    closing: () => [],
  };
}

function tagOfLine(line: string, { pattern, protocolControl, reversedUid }: LineReaderOptions): ReaderOutput[] {
  const match = pattern === undefined ? [line] : pattern.exec(line);
  const raw = (match?.[1] ?? match?.[0] ?? '').trim();
  const canonical = canonicalTag(raw);
  const tag =
    canonicalUid(raw, reversedUid === true) ??
    (canonical !== null && protocolControl === true ? withoutProtocolControl(canonical) : canonical);
  if (tag === null) return [];
  const kind = canonical === null ? 'uid' : kindOf(tag);
  return [{ type: 'tag', read: { kind, tag, raw, rssi: null, source: 'trigger', antenna: null } }];
}
