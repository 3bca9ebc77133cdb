/** A server on an empty data folder, newly set up: an administrator, and one item to inspect. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Call, createClient } from '@holdfast/contract/client';
import { openLog } from '@holdfast/host';
import { readConfig } from '../config.ts';
import { startServer } from '../server.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A server under test. */
export interface FreshServer {
  address: string;
  /** Its data folder. */
  folder: string;
  /** Of its administrator. */
  token: string;
  /** Calls as the administrator. */
  call: Call;
  /** Of the process it runs in. */
  pid: number;
  installationId: string;
  installationInspectionId: string;
  itemId: string;
  /** Ends it and takes its folder away. */
  stop(): Promise<void>;
}

interface Started {
  address: string;
  setupCode: string;
  pid: number;
  end(): Promise<void>;
}

/**
 * Starts a server and sets it up.
 * @param where in the process of the test, or in one of its own, whose memory is measured apart from the test's
 */
export async function startFreshServer(where: 'here' | 'in its own process'): Promise<FreshServer> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-fresh-'));
  const environment = { PORT: '0', HOLDFAST_DATA: folder, HOLDFAST_DEMO: '0', HOLDFAST_WEATHER_URL: '0' };
  const { address, setupCode, pid, end } = await (where === 'here' ? startHere : startProcess)(environment);
  let token = '';
  const call = createClient({ host: address, fetch: fetch as never, token: () => token });
  const account = { setupCode, name: 'Wren', email: 'wren@example.test', password: 'long enough for anyone' };
  token = (await call('createFirstAdministrator', account)).details!.token;
  const company = await call('createCompany', { name: 'Northmere' });
  const installation = await call('createInstallation', { companyId: company.id, name: 'Tarn' });
  const inspection = await call('createInspection', { name: 'DROPS' });
  const type = await call('createItemType', { name: 'Padeye' });
  await call('addInspectionItemType', { inspectionId: inspection.id, itemTypeId: type.id });
  await call('addCompanyInspection', { id: company.id, inspectionId: inspection.id });
  const drops = await call('createInstallationInspection', {
    installationId: installation.id,
    inspectionId: inspection.id,
    startDate: 1_768_435_200,
    endDate: 1_768_521_600,
  });
  const { itemId } = await call('newItem', { installationInspectionId: drops.id, itemTypeId: type.id });
  return {
    address,
    folder,
    token,
    call,
    pid,
    installationId: installation.id,
    installationInspectionId: drops.id,
    itemId,
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startHere(environment: Record<string, string>): Promise<Started> {
  const server = await startServer(readConfig(environment), openLog('silent'));
  return { address: server.address, setupCode: server.setupCode!, pid: process.pid, end: () => server.stop() };
}

async function startProcess(environment: Record<string, string>): Promise<Started> {
  const env = { ...process.env, ...environment };
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (piece: Buffer) => {
      text += piece.toString();
      // What is announced ends with an empty line; the log may go on behind it in the same piece.
      if (/ready: http:\S+[\s\S]*\n\n/.test(text)) resolve(text);
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return {
    address: /ready: (http:\S+)/.exec(said)![1]!,
    setupCode: /setup code: (\S+)/.exec(said)![1]!,
    pid: server.pid!,
    async end() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
    },
  };
}
