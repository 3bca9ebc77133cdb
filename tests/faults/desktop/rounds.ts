/**
 * Rounds of work and failure in the desktop's own window: the window, its page, the launcher or the agent is killed, the reader is pulled, the disk
 * fills up, and updates are interrupted. After each round the application has to be usable again, by itself or after another start.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONDITIONS } from '@holdfast/contract';
import { publicKeyOf } from '@holdfast/host';
import { openPty, random, tslSim } from '@holdfast/rfid/testing';
import { type Company, makeCompany, makeRig, type Rig } from '../../e2e/fixtures/company.ts';
import { type Server, startServer } from '../../e2e/fixtures/server.ts';
import { type Application, installFor, kill } from '../../e2e/window/fixtures/application.ts';
import { makeReleaseKey, publishRelease } from '../../e2e/window/fixtures/publishing.ts';
import { activate, placeOf, press, windowsNamed } from '../../e2e/window/fixtures/screen.ts';
import { BAR, signIn } from '../../e2e/window/fixtures/signIn.ts';
import type { DrivenPage } from '../../e2e/window/fixtures/webDriver.ts';
import { openSmallDisk } from '../smallDisk.ts';

/** Faults of the rounds. */
export const FAULTS = ['agent', 'page', 'reader', 'launcher', 'disk', 'window', 'update'] as const;
type Fault = (typeof FAULTS)[number];

/** An item with the condition that it gets. */
type Edit = readonly [itemId: string, conditionId: string | null];

/** Edits of a round. */
const EDITS = 15;
/** Time within which the application has to be usable again, ms. */
const RECOVERY_MS = 120_000;
/** Number of rounds between two comparisons with the server. */
const COMPARE_EVERY = 20;
/** Least width of the application's window; questions of the system are narrower. */
const WINDOW_WIDTH = 900;
const USABLE = 'usable';
const CHOICES = [null, ...Object.values(CONDITIONS).map(({ id }) => id)];

/** Options of a run. */
interface RunSetting {
  rounds: number;
  seed: number;
  /** Called with one line per event. */
  say(line: string): void;
}

/** Result of a run. */
export interface RunResult {
  /** Faults of the product: lost edits, or an application that does not recover. */
  found: string[];
  /** Number of rounds by fault. */
  faults: Readonly<Record<string, number>>;
  answered: number;
}

/** Plays rounds until one finds something. Every fault occurs once, in order, before they are drawn at random. */
export async function playRounds({ rounds, seed, say }: RunSetting): Promise<RunResult> {
  const draw = random(seed);
  const server = await startServer({ demo: false });
  const company = await makeCompany(server);
  const rig = await makeRig(company);
  const desk = await openDesk(server, company, say, draw);
  const ledger = openLedger(Object.values(rig.items));
  const faults: Record<string, number> = {};
  const found: string[] = [];
  let answered = 0;
  try {
    await desk.start();
    for (let round = 0; round < rounds && found.length === 0; round += 1) {
      const fault = FAULTS[round] ?? FAULTS[Math.floor(draw() * FAULTS.length)]!;
      const began = performance.now();
      const edits = ledger.draw(draw);
      const done = await desk.work(rig, edits, fault);
      ledger.note(edits, done);
      answered += done.length;
      faults[fault] = (faults[fault] ?? 0) + 1;
      const failure = await desk.recover();
      if (failure !== null) found.push(`round ${round}, ${fault}: ${failure}`);
      else if ((round + 1) % COMPARE_EVERY === 0 || round + 1 === rounds)
        found.push(...(await desk.settle()), ...(await ledger.compare(company, rig)));
      say(`round ${round}: ${fault}, ${done.length} edits answered, ${Math.round(performance.now() - began)} ms`);
    }
  } finally {
    await desk.close();
    await server.remove();
  }
  return { found, faults, answered };
}

/** Records the possible conditions of each item: the last one that was answered, or one that was sent after it. */
function openLedger(items: readonly string[]) {
  const possible = new Map<string, (string | null)[]>();
  return {
    /** Draws the edits of a round. */
    draw: (draw: () => number): Edit[] =>
      Array.from({ length: EDITS }, () => [
        items[Math.floor(draw() * items.length)]!,
        CHOICES[Math.floor(draw() * CHOICES.length)]!,
      ]),
    /** Records the answered edits, which were made one after the other. */
    note(edits: readonly Edit[], done: readonly Edit[]): void {
      let next = 0;
      for (const [itemId, conditionId] of edits) {
        const answered = done[next];
        if (answered !== undefined && answered[0] === itemId && answered[1] === conditionId) {
          possible.set(itemId, [conditionId]);
          next += 1;
        } else possible.set(itemId, [...(possible.get(itemId) ?? CHOICES), conditionId]);
      }
    },
    /** Compares the records with the data of the server. */
    async compare({ maren }: Company, { drops }: Rig): Promise<string[]> {
      const rows = await maren.call('getItemsForInstallationInspection', { installationInspectionId: drops });
      return rows
        .filter(({ itemId, conditionId }) => possible.get(itemId)?.includes(conditionId) === false)
        .map(({ name }) => `${name}: an answered condition is lost`);
    },
  };
}

/** Headers of a call by the page: the token of the user, and the secret of the window. */
const HEADERS =
  "{ 'content-type': 'application/json', authorization: 'Bearer ' + localStorage.getItem('token'), 'x-holdfast-window': localStorage.getItem('holdfast:window') }";

/** Makes edits in the page, one after the other, and stores those that were answered. */
const WORK = `
  window.onbeforeunload = null;
  window.done = [];
  (async () => {
    for (const [itemId, conditionId] of arguments[1]) {
      const body = JSON.stringify({ installationInspectionId: arguments[0], itemId, conditionId });
      const headers = ${HEADERS};
      const answer = await fetch('/api/set-condition', { method: 'POST', headers, body }).catch(() => null);
      if (answer?.ok) window.done.push([itemId, conditionId]);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  })();`;

/** A desktop with its reader and a separate disk, and a user who starts it again. */
async function openDesk(server: Server, company: Company, say: RunSetting['say'], draw: () => number) {
  const key = makeReleaseKey();
  const disk = openSmallDisk();
  if ('missing' in disk) say(`No disk is filled up: ${disk.missing}`);
  const application: Application = installFor(server.address, { HOLDFAST_AGENT_KEYS: publicKeyOf(key) });
  const readerPath = join(application.home, 'ttyUSB93');
  application.environment['HOLDFAST_AGENT_READERS'] = `tsl:${readerPath}`;
  if (!('missing' in disk)) application.environment['XDG_DATA_HOME'] = disk.folder;
  const sim = tslSim({ serial: '1128-EU-000001' });
  const plug = (): ReturnType<typeof openPty> => openPty(readerPath, (bytes) => sim.receive(bytes));
  let port = await plug();
  let page: DrivenPage;
  /** True while the driver controls the page of the window. */
  let hasPage = false;
  let releases = 0;

  function end(part: string): void {
    for (const { pid, command } of application.processes()) if (command.includes(part)) kill(pid);
  }
  async function breaks(fault: Fault): Promise<void> {
    if (fault === 'window') end('/holdfast');
    else if (fault === 'page') end('WebKitWebProcess');
    else if (fault === 'launcher') end('launcher.js');
    else if (fault === 'agent') end('agent/main.js');
    else if (fault === 'reader') {
      await port.unplug();
      await sleep(draw() * 500);
      port = await plug();
    } else if (fault === 'disk') await fillFor(draw() < 0.5 ? 0 : 200_000, 600);
    else await interruptUpdate();
    if (fault === 'window' || fault === 'page') hasPage = false;
  }
  async function fillFor(leave: number, ms: number): Promise<void> {
    if ('missing' in disk) return;
    disk.fill(leave);
    await sleep(ms);
    disk.free();
  }
  /** Confirms the question whether to try again, which the window asks after several ends within a minute. @returns the number of questions */
  function answerQuestions(): number {
    const questions = windowsNamed('Holdfast').filter((id) => placeOf(id).width < WINDOW_WIDTH);
    for (const question of questions) {
      activate(question);
      press('Return');
    }
    return questions.length;
  }
  /** Offers and installs a release, and causes a fault meanwhile. */
  async function interruptUpdate(): Promise<void> {
    releases += 1;
    const version = `1.${releases}.0`;
    await publishRelease(server, company, version, key);
    // A new start asks for releases at once.
    end('agent/main.js');
    // The page may still offer the release before it, of the agent that was ended.
    await until(() => {
      answerQuestions();
      return page.run<boolean>(PRESS, `Update to ${version}`);
    }, Boolean);
    await sleep(draw() * 1_500);
    const kind = draw();
    if (kind < 0.4) await fillFor(draw() * 8_000_000, 500);
    else if (kind < 0.7) end('agent/main.js');
    else if (kind < 0.9) {
      end('/holdfast');
      hasPage = false;
    } else await until(() => page.run<boolean>(PRESS, 'Updated to'), Boolean);
  }
  /** Starts the window, and starts it again when the start did not succeed, as a user does. */
  async function start(): Promise<void> {
    page = await application.start();
    hasPage = true;
  }
  async function startAgain(): Promise<void> {
    for (const { pid } of application.processes()) kill(pid);
    await until(
      () => Promise.resolve(application.processes().length),
      (left) => left === 0,
    );
    await start();
  }

  return {
    async start(): Promise<void> {
      await start();
      await signIn(page, company.maren);
    },
    /** Makes edits and causes a fault meanwhile. @returns the edits that were certainly answered */
    async work({ drops }: Rig, edits: readonly Edit[], fault: Fault): Promise<Edit[]> {
      await page.run(WORK, drops, edits);
      let known: Edit[] = [];
      const read = async (): Promise<void> => {
        const done = await page.run<Edit[]>('return window.done ?? []').catch(() => known);
        if (done.length > known.length) known = done;
      };
      const breakAt = performance.now() + 100 + draw() * 500;
      while (performance.now() < breakAt) {
        await read();
        await sleep(20);
      }
      await breaks(fault);
      if (hasPage) {
        await sleep(300);
        await read();
      }
      return known;
    },
    /** Waits until the application can be used. @returns the reason why it cannot; null when it can */
    async recover(): Promise<string | null> {
      try {
        if (!hasPage) await startAgain();
        const isUsable = async (): Promise<string> => {
          const questions = answerQuestions();
          const status = await page.run<number>(
            `return Promise.race([fetch('/api/get-installations', { headers: ${HEADERS} })
              .then((answer) => answer.status, () => 0), new Promise((resolve) => setTimeout(() => resolve(-1), 5000))])`,
          );
          const bar = await page.text(BAR);
          if (status === 200 && bar.includes('Connected')) return USABLE;
          return `the agent answers ${status}, the title bar shows "${bar.replaceAll('\n', ' ')}", ${questions} questions of the system`;
        };
        await until(isUsable, (state) => state === USABLE);
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    },
    /** Waits until the server has everything. */
    async settle(): Promise<string[]> {
      try {
        const state = (): Promise<{ waiting: number; setAside: number }> => page.run(SYNC);
        await until(state, ({ waiting, setAside }) => waiting === 0 && setAside === 0);
        return [];
      } catch {
        return ['Changes of the desktop do not reach the server.'];
      }
    },
    async close(): Promise<void> {
      await port.unplug();
      await application.remove();
      if (!('missing' in disk)) disk.remove();
    },
  };
}

const PRESS = `
  const found = [...document.querySelectorAll('button')].find((each) => each.innerText.startsWith(arguments[0]));
  found?.click();
  return found !== undefined;`;
const SYNC = `
  const headers = ${HEADERS};
  return fetch('/ext/desktop/sync-now', { method: 'POST', headers, body: '{}' })
    .then(() => fetch('/ext/desktop/status', { headers })).then((answer) => answer.json());`;

/**
 * Repeats a query, also after errors, until the answer is the expected one. @throws the last error, or one with the last answer, after two
 * minutes
 */
async function until<T>(ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<void> {
  const end = performance.now() + RECOVERY_MS;
  for (;;) {
    let last: unknown;
    try {
      const answer = await ask();
      if (isGood(answer)) return;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end)
      throw last instanceof Error ? last : new Error(`still ${JSON.stringify(last)} after ${RECOVERY_MS / 1000} s`);
    await sleep(250);
  }
}
