import { SerialPort } from 'serialport';
import { portKey, portLabel, type SerialPortInfo, trustOf } from '../discovery.ts';
import { lineMachine } from '../lineReader.ts';
import { llrpMachine } from '../llrp/machine.ts';
import type { Candidate } from '../readers.ts';
import { tslMachine } from '../tsl/machine.ts';
import type { ReaderAddress } from './address.ts';
import { portList } from './portList.ts';
import { serialTransport } from './serial.ts';
import { tcpTransport } from './tcp.ts';

const MACHINES = { tsl: () => tslMachine(), line: () => lineMachine(), llrp: () => llrpMachine() };

/** Returns the ports that may have a reader: those configured by address, and those that the operating system lists. */
export function portsOfThisComputer(
  addresses: readonly ReaderAddress[],
  accepted: () => ReadonlySet<string>,
): () => Promise<Candidate[]> {
  const named = addresses.map(candidateOf);
  const list = portList();
  return async () => {
    const known = new Set(named.map(({ path }) => path));
    const found = (await list()).flatMap((port): Candidate[] => {
      const trust = known.has(port.path) ? null : trustOf(port, process.platform, accepted());
      return trust === null ? [] : [serialCandidate(port, trust)];
    });
    return [...named, ...found];
  };
}

/** Returns the key of the port with a path. */
export async function keyOfPort(path: string): Promise<string> {
  const listed: SerialPortInfo[] = await SerialPort.list().catch(() => []);
  return portKey(listed.find((port) => port.path === path) ?? { path });
}

function serialCandidate(port: SerialPortInfo, trust: 'auto' | 'ask'): Candidate {
  return {
    path: port.path,
    label: portLabel(port),
    trust,
    transport: () => serialTransport(port.path),
    machine: MACHINES.tsl,
  };
}

function candidateOf(address: ReaderAddress): Candidate {
  const path = 'path' in address ? address.path : `tcp://${address.host}:${address.port}`;
  return {
    path,
    label: '',
    trust: 'auto',
    transport: () => ('path' in address ? serialTransport(address.path) : tcpTransport(address.host, address.port)),
    machine: MACHINES[address.protocol],
  };
}
