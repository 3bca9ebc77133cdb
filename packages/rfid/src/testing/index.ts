/** Simulated readers for tests: what they are, and the memory, sockets and pseudo-terminals on which they can be reached. */
export { type ManualClock, manualClock } from './clock.ts';
export { llrpSim } from './llrpSim.ts';
export { type MemoryPort, memoryPort } from './memory.ts';
export { hasPty, openPty, type Pty } from './pty.ts';
export { random } from './random.ts';
export { serveSim } from './socket.ts';
export { type TslSim, tslSim } from './tslSim.ts';
