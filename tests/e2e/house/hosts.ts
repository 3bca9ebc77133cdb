/** Hosts a journey can run over: the server itself, or a desktop's agent that synchronises with it. */
import { type Call, createClient } from '@holdfast/contract/client';
import { openLine } from '../../../apps/desktop/src/agent/testing/line.ts';
import { startAgent } from './agent.ts';
import { type Company, PASSWORD, type Person, type Rig } from './company.ts';

/** A host as journeys choose it; an offline agent has lost its server once the journey's data have arrived. */
export type HostName = 'server' | 'agent' | 'offline agent';

/** An agent with a launched window. */
export interface Desk {
  /** Origin of the window, as `http://holdfast-1a2b.localhost:40123`. */
  address: string;
  /** The cookie by which the window proves itself. */
  window: string;
  /** The company, whose inspectors and viewers work on this agent; its administrator stays on the server. */
  company: Company;
  /** Signs somebody in on this agent. @returns the token */
  signIn(email: string): Promise<string>;
  /** Waits until a rig has arrived; an offline agent then loses its server. */
  receive(rig: Rig): Promise<void>;
  /** Gives an offline agent its server back. */
  reconnect(): void;
  remove(): Promise<void>;
}

const ARRIVAL_MS = 60_000;

/** Starts an agent for a server and signs in the people of the company. */
export async function openDesk(server: string, company: Company, host: HostName): Promise<Desk> {
  const line = await openLine(server);
  const agent = await startAgent(line.address);
  const launch = new URL(agent.launchAddress());
  // The name of the window's origin is resolved by browsers alone.
  const local = `http://127.0.0.1:${launch.port}`;
  const window = await redeem(local, launch.hash.slice('#launch='.length));
  const callAs = (token: string | null): Call =>
    createClient({
      host: local,
      token: () => token,
      fetch: (url, { method, headers, body }) =>
        fetch(url, { method, headers: { ...headers, cookie: `window=${window}` }, body: body ?? null }),
    });
  const signIn = async (email: string): Promise<string> => {
    const { details, error } = await callAs(null)('signIn', { email, password: PASSWORD });
    if (details === null) throw new Error(`${email} cannot sign in on the agent: ${error}`);
    return details.token;
  };
  const sync = callAs(await signIn(company.maren.email));
  let isStale = false;
  /** Brings the agent up to date with what was done on the server since. */
  const settle = async (): Promise<void> => {
    if (!isStale) return;
    isStale = false;
    const began = Date.now();
    await eventually('The agent does not come up to date.', async () => {
      await sync('syncNow', {});
      const [last] = await sync('getSyncLogs', {});
      return last !== undefined && last.status === 'Success' && Date.parse(last.startTime) >= began;
    });
  };
  const here = async (person: Person): Promise<Person> => {
    const token = await signIn(person.email);
    const call = callAs(token);
    return {
      ...person,
      token,
      call: async (...asked) => {
        await settle();
        return call(...asked);
      },
    };
  };
  const onServer: Call = async (...asked) => {
    const answer = await company.wren.call(...asked);
    isStale = true;
    return answer;
  };
  const maren = await here(company.maren);
  return {
    address: launch.origin,
    window,
    company: { ...company, maren, jorun: await here(company.jorun), wren: { ...company.wren, call: onServer } },
    signIn: async (email) => {
      await settle();
      return signIn(email);
    },
    async receive({ drops, items }) {
      await eventually('The rig does not reach the agent.', async () => {
        const asked = { installationInspectionId: drops };
        const rows = await maren.call('getItemsForInstallationInspection', asked).catch(() => []);
        return rows.length === Object.keys(items).length && rows.some(({ conditionId }) => conditionId !== null);
      });
      if (host === 'offline agent') line.open(false);
    },
    reconnect: () => line.open(true),
    async remove() {
      await agent.remove();
      await line.close();
    },
  };
}

async function eventually(otherwise: string, happened: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + ARRIVAL_MS;
  while (!(await happened())) {
    if (Date.now() > until) throw new Error(otherwise);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function redeem(local: string, token: string): Promise<string> {
  const answer = await fetch(`${local}/ext/desktop/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const window = /window=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
  if (window === undefined) throw new Error(`The agent opens no window: ${answer.status}`);
  return window;
}
