/** Simulated readers for tests: what they are, and the memory, sockets and pseudo-terminals on which they can be reached. */
export { type ManualClock, manualClock } from './clock.ts';
export { type LlrpSim, llrpSim } from './llrpSim.ts';
export { type MemoryPort, memoryPort } from './memory.ts';
export { hasPty, openPty, type Pty } from './pty.ts';
export { random } from './random.ts';
export { type SimServer, serveSim } from './socket.ts';
export { type SimTag, type TslSim, tslSim } from './tslSim.ts';
