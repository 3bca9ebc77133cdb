/** Supported protocols of readers. */
export type ReaderProtocol = 'tsl' | 'line' | 'wedge' | 'llrp';

/** Reason for which a link ended or cannot be used. */
export type ReaderFault =
  /** Another device, or a reader of another kind, is on the port. */
  | 'notAReader'
  /** The reader stopped answering: asleep, out of range or switched off. */
  | 'noAnswer'
  /** The operating system could not reach the reader when the port was opened. */
  | 'asleep'
  /** Another program has the port open, or the reader serves another client. */
  | 'busy'
  /** The account of this computer may not open the port. */
  | 'noPermission'
  /** The cable was unplugged or the connection broke. */
  | 'lost'
  /** The reader refuses to transmit until it is charged. */
  | 'batteryTooLow'
  /** The radio is not set up for this region; the product does not change that. */
  | 'region'
  | 'failed';

/** Charging state of a reader's battery. */
type Charge = 'discharging' | 'charging' | 'full' | 'unknown';

/** Battery of a reader. */
export interface BatteryStatus {
  /** 0 to 100; null: not reported. */
  percent: number | null;
  charge: Charge;
}

/** Description that a reader sends of itself. */
export interface ReaderInfo {
  /** Common name of the model, such as `TSL 1128`. */
  product: string;
  /** null: the reader has none, or does not report it. */
  serial: string | null;
  firmware: string | null;
}

/** Banks of a tag that can identify an item; the same words as the contract's `TagKind`. */
export type TagKind = 'epc' | 'tid' | 'uid';

/** One tag as a reader reported it. */
export interface TagRead {
  kind: TagKind;
  /** Canonical: upper-case hexadecimal in words of four digits. */
  tag: string;
  /** As received. */
  raw: string;
  /** dBm, negative; null: not reported. */
  rssi: number | null;
  /** `trigger`: pressed on the reader. `scan`: requested by the product. */
  source: 'trigger' | 'scan';
  /** Number of the antenna, from 1; null: the reader has one. */
  antenna: number | null;
}

/** Settings of a scan that the product starts. */
export interface ScanProfile {
  /** `single`: one tag close to the reader, at low power, to assign it to an item. `bulk`: all tags in range. */
  mode: 'single' | 'bulk';
  /** Transmitting power in dBm; absent: that of the mode. */
  powerDbm?: number;
}

/** Requests and events of a reader's state machine to its owner. */
export type ReaderOutput =
  | { type: 'write'; bytes: Uint8Array }
  | { type: 'ready'; info: ReaderInfo }
  | { type: 'battery'; battery: BatteryStatus }
  | { type: 'tag'; read: TagRead }
  /** One pass over the field has ended. */
  | { type: 'round' }
  /** The trigger was pressed or released. */
  | { type: 'trigger'; pressed: boolean }
  /** The reader reported an error; the link stays open. */
  | { type: 'fault'; fault: ReaderFault }
  /** The link can no longer be used and has to be closed. */
  | { type: 'failed'; fault: ReaderFault };

/**
 * A reader's protocol as a state machine without I/O or clock: the caller passes received bytes and the time, and gets bytes to write and events.
 * Times are milliseconds of any monotonic clock.
 */
export interface ReaderMachine {
  readonly protocol: ReaderProtocol;
  /** Time at which `elapsed` is due; null when no timer runs. */
  wakeAt(): number | null;
  /** The transport is open. */
  opened(now: number): ReaderOutput[];
  received(bytes: Uint8Array, now: number): ReaderOutput[];
  elapsed(now: number): ReaderOutput[];
  startScan(profile: ScanProfile, now: number): ReaderOutput[];
  stopScan(now: number): ReaderOutput[];
  /** Returns the output to write before the transport is closed. */
  closing(now: number): ReaderOutput[];
}

/** A stream of bytes to and from a reader: a serial port, a TCP connection, Web Serial, or memory in tests. */
export interface ByteTransport {
  /** Name of the port, such as `COM7`, `/dev/rfcomm0` or `tcp://192.0.2.4:5084`. */
  readonly path: string;
  /** @throws {TransportError} when the port cannot be opened */
  open(): Promise<void>;
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the port. Does nothing when it is closed already. */
  close(): Promise<void>;
  /** Sets the listener for received bytes. Called before `open`. */
  onData(listener: (bytes: Uint8Array) => void): void;
  /** Sets the listener for a port that closes by itself. Called before `open`. */
  onLost(listener: () => void): void;
}

/** A port that could not be opened, with the reason given by the operating system. */
export class TransportError extends Error {
  readonly fault: ReaderFault;

  constructor(fault: ReaderFault, message: string) {
    super(message);
    this.name = 'TransportError';
    this.fault = fault;
  }
}

/** Clock and timers for the parts that are not pure functions. */
export interface ReaderClock {
  /** Milliseconds since an arbitrary moment. */
  now(): number;
  /** Calls back once after so many milliseconds. @returns a function that cancels the timer */
  after(ms: number, callback: () => void): () => void;
}
