/** RFID readers: their protocols as state machines without input and output, and the readers of a computer as one list. */
export { BATTERY_STEPS, batteryStep } from './battery.ts';
export { type Platform, portKey, portLabel, type SerialPortInfo, trustOf } from './discovery.ts';
export { lineMachine, type LineReaderOptions } from './lineReader.ts';
export { type Link, type LinkEvent, openLink } from './link.ts';
export { llrpMachine, type LlrpOptions } from './llrp/machine.ts';
export { openPresence, type Presence } from './presence.ts';
export {
  type Candidate,
  openReaders,
  type OtherPort,
  type ReaderDevice,
  type Readers,
  type ReadersEvent,
  type ReadersSetting,
  type ReaderState,
} from './readers.ts';
export { canonicalTag, canonicalUid, kindOf, withoutProtocolControl } from './tag.ts';
export { tslMachine } from './tsl/machine.ts';
export {
  type BatteryStatus,
  type ByteTransport,
  type Charge,
  type ReaderClock,
  type ReaderFault,
  type ReaderInfo,
  type ReaderMachine,
  type ReaderOutput,
  type ReaderProtocol,
  type ScanProfile,
  type TagKind,
  type TagRead,
  TransportError,
} from './types.ts';
export { type WebSerialPort, webSerialTransport } from './webSerial.ts';
export { openWedge, type Wedge, type WedgeKey, type WedgeOptions } from './wedge.ts';
