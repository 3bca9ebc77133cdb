/** RFID readers on the ports of this computer. */
export { type ReaderAddress, readerAddress } from './address.ts';
export { keyOfPort, portsOfThisComputer } from './discover.ts';
import type { ReaderClock } from '../types.ts';

/** The clock of this process. Its timers do not keep the process alive. */
export const systemClock: ReaderClock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
