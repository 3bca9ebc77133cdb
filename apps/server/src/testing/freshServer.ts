/** A server on an empty data folder, newly set up: an administrator, and one item to inspect. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, createClient } from '@holdfast/contract/client';
import { openLog } from '@holdfast/host';
import { readConfig } from '../config.ts';
import { startServer } from '../server.ts';
import { startProcess } from './serverProcess.ts';

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
  /** Ends it and removes its folder. */
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
 * @param where in the process of the test, or in a separate one, whose memory is measured without the test's
 */
export async function startFreshServer(where: 'here' | 'in its own process'): Promise<FreshServer> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-fresh-'));
  const environment = { PORT: '0', HOLDFAST_DATA: folder, HOLDFAST_DEMO: '0', HOLDFAST_WEATHER_URL: '0' };
  const { address, setupCode, pid, end } = await (where === 'here' ? startHere : startSeparately)(environment);
  let token = '';
  const call = createClient({ host: address, fetch, token: () => token });
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

async function startSeparately(environment: Record<string, string>): Promise<Started> {
  const { address, setupCode, process: server } = await startProcess(environment);
  return {
    address,
    setupCode,
    pid: server.pid!,
    async end() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
    },
  };
}
