/** Simulated readers for tests, and the ports to reach them: in memory, sockets and pseudo-terminals. */
export { type ManualClock, manualClock } from './clock.ts';
export { llrpSim } from './llrpSim.ts';
export { type MemoryPort, memoryPort } from './memory.ts';
export { hasPty, openPty, type Pty } from './pty.ts';
export { random } from './random.ts';
export { serveSim } from './socket.ts';
export { type TslSim, tslSim } from './tslSim.ts';
