/** RFID readers: their protocols as state machines without input and output, and the readers of a computer as one list. */
export { batteryStep } from './battery.ts';
export { lineMachine } from './lineReader.ts';
export { type Candidate, openReaders, type Readers, type ReadersEvent } from './readers.ts';
export { canonicalTag } from './tag.ts';
export { tslMachine } from './tsl/machine.ts';
export { type ReaderClock } from './types.ts';
export { type WebSerialPort, webSerialTransport } from './webSerial.ts';
export { openWedge } from './wedge.ts';
