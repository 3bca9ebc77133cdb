/** RFID readers on the ports of this computer. */
export { type ReaderAddress, readerAddress } from './address.ts';
export { systemClock } from './clock.ts';
export { keyOfPort, portsOfThisComputer } from './discover.ts';
