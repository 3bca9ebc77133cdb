/** The desktop's window around the application: title bar, position, closing, and failures of its parts. */
import { mkdirSync } from 'node:fs';
import { createServer, type Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { encode } from 'uqr';
import { openConnection } from '../../../apps/desktop/src/agent/testing/connection.ts';
import { type Company, makeCompany, makeRig } from '../fixtures/company.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { type Application, beginAgain, installFor, kill, startAgain } from './fixtures/application.ts';
import {
  activate,
  activeWindow,
  click,
  doubleClick,
  drag,
  FIRST_STEP,
  placeOf,
  press as pressKey,
  resize,
  takePicture,
  windowsNamed,
} from './fixtures/screen.ts';
import { press } from './fixtures/pressing.ts';
import { delayNode } from './fixtures/programs.ts';
import { BAR, signIn } from './fixtures/signIn.ts';
import type { DrivenPage } from './fixtures/webDriver.ts';

let server: Server;
let company: Company;
let application: Application;

test.beforeAll(async () => {
  server = await startServer({ demo: false });
  company = await makeCompany(server);
  await makeRig(company);
});
test.afterAll(() => server.remove());
test.beforeEach(() => {
  application = installFor(server.address);
});
test.afterEach(() => application.remove());

/** Returns a point of the page on the display. @param within the position within the element, as shares of its width and height */
async function spot(page: DrivenPage, selector: string, [right, down]: [number, number] = [0.5, 0.5]) {
  const own = placeOf(windowOf());
  const box = await page.run<{ x: number; y: number; width: number; height: number }>(
    'const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect(); return { x, y, width, height };',
    selector,
  );
  return { x: Math.round(own.x + box.x + box.width * right), y: Math.round(own.y + box.y + box.height * down) };
}

function windowOf(): string {
  const [id] = windowsNamed('Holdfast');
  if (id === undefined) throw new Error('The window is not on screen.');
  return id;
}

/** Width of the widest window; 0 while there is none, for example between two windows. */
function widest(): number {
  try {
    return Math.max(0, ...windowsNamed('Holdfast').map((id) => placeOf(id).width));
  } catch {
    return 0;
  }
}

const size = (): { width: number; height: number } => {
  const { width, height } = placeOf(windowOf());
  return { width, height };
};

test('has a title bar at the login and on every screen, which minimises, moves and maximises the window [TBAR-01] [TBAR-02] [TBAR-06] [TBAR-08] [TBAR-09]', async () => {
  const page = await application.start();
  await expect.poll(() => page.text(), { timeout: 90_000 }).toContain('Login');
  await expect.poll(() => page.text(BAR)).toContain('Version 0.1.0');
  expect(
    await page.run('return document.querySelector(arguments[0]) !== null', `${BAR} button[aria-label="Close"]`),
  ).toBe(true);
  await signIn(page, company.maren);
  expect(await page.text(BAR)).toContain('Version 0.1.0');

  const before = placeOf(windowOf());
  const handle = await spot(page, `${BAR} > span`, [0, 0.5]);
  drag({ x: handle.x - 30, y: handle.y }, { x: handle.x + 90, y: handle.y + 60 });
  await expect.poll(() => placeOf(windowOf()).x).toBe(before.x + 120 - FIRST_STEP);
  expect(placeOf(windowOf())).toEqual({ ...before, x: before.x + 120 - FIRST_STEP, y: before.y + 60 });

  // The window cannot be dragged by a button of the bar.
  const moved = placeOf(windowOf());
  const button = await spot(page, `${BAR} button[aria-label="Minimise"]`);
  drag(button, { x: button.x - 200, y: button.y + 80 });
  expect(placeOf(windowOf())).toEqual(moved);

  const middle = await spot(page, `${BAR} > span`, [0, 0.5]);
  doubleClick({ x: middle.x - 30, y: middle.y });
  await expect.poll(size).toEqual({ width: 1600, height: 1000 });
  await expect.poll(() => page.text(`${BAR} button[aria-label="Restore"]`)).toBe('');
  const above = await spot(page, `${BAR} > span`, [0, 0.5]);
  doubleClick({ x: above.x - 30, y: above.y });
  await expect.poll(size).toEqual({ width: before.width, height: before.height });

  const edge = placeOf(windowOf());
  drag({ x: edge.x + edge.width - 2, y: edge.y + 300 }, { x: edge.x + edge.width - 102, y: edge.y + 300 });
  await expect.poll(() => Math.abs(size().width - (edge.width - 100))).toBeLessThan(6);

  click(await spot(page, `${BAR} button[aria-label="Minimise"]`));
  await expect.poll(() => windowsNamed('Holdfast')).toEqual([]);
  startAgain(application);
  await expect.poll(() => windowsNamed('Holdfast').length).toBe(1);
  expect(activeWindow()).toBe(windowOf());
});

test('shows the connection and the latest message in its title bar, which opens and closes the sync screen and is complete in a narrow window [TBAR-03] [TBAR-04] [TBAR-05] [BRDG-01] [BRDG-02] [BRDG-03]', async () => {
  const line = await openConnection(server.address);
  try {
    await application.remove();
    application = installFor(line.address);
    const page = await application.start();
    await expect.poll(() => page.text(BAR)).toContain('Not connected');
    await signIn(page, company.maren);
    await expect.poll(() => page.text(BAR)).toMatch(/^\s*Connected\s+Up to date\./);
    const toggle = `${BAR} button[aria-expanded]`;
    await page.click(toggle);
    await expect.poll(() => page.text('h1')).toBe('Synchronisation');
    await expect.poll(() => page.text('main')).toContain('Version 0.1.0');
    await expect.poll(() => page.text('table[aria-label="On this device"]')).toContain('Items');
    const newest = (): Promise<string> => page.text('table[aria-label="Sync History"] tbody tr');
    for (const kind of ['Full Sync', 'Sync Now']) {
      const runs = 'return document.querySelectorAll("table[aria-label=\\"Sync History\\"] tbody tr").length';
      const before = await page.run<number>(runs);
      await press(page, kind);
      await expect.poll(() => page.run(runs)).toBeGreaterThan(before);
      await expect.poll(newest).toMatch(/User.*Success/s);
    }

    line.open(false);
    line.cut();
    await expect.poll(() => page.text(BAR)).toContain('Not connected');
    await press(page, 'Sync Now');
    await expect.poll(newest).toContain('Fail');
    // Page and title bar are read at one moment: the next automatic run shows its progress in both.
    const shown = `return [document.querySelector('main [role=status]').innerText, document.querySelector(arguments[0]).innerText]`;
    const [message, bar] = await page.run<[string, string]>(shown, BAR);
    expect(message).not.toContain('Up to date.');
    expect(bar).toContain(message);

    resize(windowOf(), { width: 390, height: 844 });
    await expect.poll(() => page.run('return window.innerWidth')).toBe(390);
    const beyond = `const bar = document.querySelector(arguments[0]); return bar.scrollWidth - bar.clientWidth`;
    await expect.poll(() => page.run(beyond, BAR)).toBe(0);
    mkdirSync(test.info().outputDir, { recursive: true });
    takePicture(windowOf(), test.info().outputPath('narrow.png'));
    click(await spot(page, toggle));
    await expect.poll(() => page.text()).not.toContain('Sync History');
    takePicture(windowOf(), test.info().outputPath('narrow-dashboard.png'));
  } finally {
    // The connection closes when no one uses it.
    await application.remove();
    await line.close();
  }
});

test('asks before it closes, stays when the person cancels, and ends with its agent [TBAR-07]', async () => {
  const page = await application.start();
  await signIn(page, company.maren);
  const question = 'Are you sure you want to close Holdfast?';
  await page.click(`${BAR} button[aria-label="Close"]`);
  await expect.poll(() => page.text('[role=dialog]')).toContain(question);
  await page.clickNamed('Cancel');
  await expect.poll(() => page.text('[role=dialog]')).toBe('');
  expect(application.processes().some(({ command }) => command.includes('launcher.js'))).toBe(true);

  // It also asks when the window manager closes it.
  activate(windowOf());
  pressKey('alt+F4');
  await expect.poll(() => page.text('[role=dialog]')).toContain(question);
  await page.run('setTimeout(() => [...document.querySelectorAll("[role=dialog] button")].at(-1).click(), 100)');
  await expect.poll(() => application.processes()).toEqual([]);
});

test('opens at the position where it was closed, with its session and settings, also when another program has its port', async () => {
  const page = await application.start();
  await signIn(page, company.maren);
  await page.run('localStorage.setItem("theme", "dark")');
  const origin = await page.run<string>('return location.origin');
  const before = placeOf(windowOf());
  const handle = await spot(page, `${BAR} > span`, [0, 0.5]);
  drag({ x: handle.x - 30, y: handle.y }, { x: handle.x + 50, y: handle.y + 40 });
  await expect.poll(() => placeOf(windowOf()).x).toBe(before.x + 80 - FIRST_STEP);
  const place = placeOf(windowOf());
  await page.run('window.__TAURI__.core.invoke("quit")');
  await expect.poll(() => application.processes()).toEqual([]);

  const other = await occupy(Number(new URL(origin).port));
  try {
    const again = await application.start();
    await expect.poll(() => again.text(BAR)).toContain('Up to date.');
    expect(await again.run('return location.origin')).toBe(origin);
    expect(await again.run('return localStorage.getItem("theme")')).toBe('dark');
    expect(placeOf(windowOf())).toEqual(place);
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});

test('restarts its agent without reloading the page, and reloads the page after it stopped or failed to load', async () => {
  const page = await application.start();
  await signIn(page, company.maren);
  const killAgent = (): void => {
    for (const { pid, command } of application.processes()) if (command.includes('agent/main.js')) kill(pid);
  };
  await page.run('window.kept = true');
  killAgent();
  await expect.poll(() => page.text(), { intervals: [100] }).toContain('Holdfast is restarting on this device');
  await expect.poll(() => page.text(BAR)).toContain('Connected');
  await expect.poll(() => page.text()).not.toContain('Holdfast is restarting on this device');
  expect(await page.run('return window.kept')).toBe(true);

  killAgent();
  await page.run('setTimeout(() => location.reload())');
  await expect.poll(() => page.run('return window.kept === undefined').catch(() => false)).toBe(true);
  await expect.poll(() => page.text(BAR).catch(() => '')).toContain('Connected');

  for (const { pid, command } of application.processes()) if (command.includes('WebKitWebProcess')) kill(pid);
  // The driver lost the page when its process ended.
  await expect.poll(() => page.lines).toContain('the process of the page ended');
  await expect.poll(() => page.lines).toContain('the page is shown again');
  // Keys work once the confirmation has the focus: Shift+Tab from its first button focuses the one that closes.
  activate(windowOf());
  await expect
    .poll(
      async () => {
        if (windowsNamed('Holdfast').length > 0) {
          pressKey('alt+F4');
          await sleep(500);
          for (const key of ['shift+Tab', 'Return']) pressKey(key);
        }
        return application.processes();
      },
      { intervals: [1_000] },
    )
    .toEqual([]);
});

test('can be closed while its page hangs', async () => {
  const page = await application.start();
  await signIn(page, company.maren);
  await page.run('setTimeout(() => { for (;;); }, 50)');
  activate(windowOf());
  pressKey('alt+F4');
  await expect.poll(() => windowsNamed('Holdfast').length, { timeout: 20_000 }).toBe(2);
  pressKey('Return');
  await expect.poll(() => application.processes(), { timeout: 40_000 }).toEqual([]);
});

test('leaves no process behind when it is ended by the system or killed', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const page = await application.start();
    await expect.poll(() => page.text()).toContain('Login');
    const [shell] = application.processes().filter(({ command }) => command.endsWith('/holdfast'));
    kill(shell!.pid, signal);
    await expect.poll(() => application.processes(), { timeout: 40_000 }).toEqual([]);
  }
});

test('opens when it is started while the previous instance is ending', async () => {
  const page = await application.start();
  await signIn(page, company.maren);
  const [before] = application.processes().filter(({ command }) => command.endsWith('/holdfast'));
  // It no longer answers the second start.
  kill(before!.pid, 'SIGSTOP');
  beginAgain(application);
  const shells = (): number => application.processes().filter(({ command }) => command.endsWith('/holdfast')).length;
  await expect.poll(shells).toBe(2);
  await sleep(2_000);
  kill(before!.pid);
  await expect.poll(widest, { timeout: 90_000 }).toBeGreaterThan(1000);
});

/** Chooses a file, like the dialog of the system. */
const CHOOSE = `
  const choose = (file) => {
    const data = new DataTransfer();
    data.items.add(file);
    const input = document.querySelector('#file');
    input.files = data.files;
    input.dispatchEvent(new Event('change'));
  };`;
const CHOOSE_TEXT = `${CHOOSE} choose(new File([arguments[1]], arguments[0], { type: 'text/plain' }));`;
/** Draws a QR code with a given number of modules in the middle of a larger picture. */
const DRAW_CODE = `
  const [size, rows] = arguments;
  const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 700 });
  const ink = canvas.getContext('2d');
  ink.fillStyle = '#d8dde0';
  ink.fillRect(0, 0, 900, 700);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      ink.fillStyle = rows[y][x] ? '#15202b' : '#ffffff';
      ink.fillRect(200 + x * 9, 150 + y * 9, 9, 9);
    }`;
/** Chooses a picture of the code. */
const CHOOSE_CODE = `${CHOOSE}${DRAW_CODE}
  canvas.toBlob((blob) => choose(new File([blob], 'code.png', { type: 'image/png' })));`;

/** Shows the code to the camera. */
const HOLD_CODE = `${DRAW_CODE}
  navigator.mediaDevices.getUserMedia = async () => {
    setInterval(() => ink.fillRect(0, 0, 1, 1), 50);
    return canvas.captureStream(20);
  };`;

test('requests the address of the server at its first start, and reads it from a file, a picture of a QR code or the camera', async () => {
  await application.remove();
  application = installFor(null);
  const page = await application.start('tauri://');
  await expect.poll(() => page.text()).toContain('Connect this computer');
  const shown = (): Promise<string> => page.run('return document.querySelector("#address").value');
  await page.run(CHOOSE_TEXT, 'notes.txt', 'Nothing of use.');
  await expect.poll(() => page.text('#state')).toContain('notes.txt holds no address of a server');
  await page.run(CHOOSE_TEXT, 'holdfast-server.txt', 'https://inspections.example.org\n');
  await expect.poll(shown).toBe('https://inspections.example.org');
  const { size: modules, data } = encode(server.address, { border: 4 });
  await page.run(CHOOSE_CODE, modules, data);
  await expect.poll(shown).toBe(server.address);
  await expect.poll(() => page.text('#state')).toContain('Read from code.png');

  // The same code in front of a camera, simulated by a drawing.
  await page.run('document.querySelector("#address").value = ""');
  await page.run(HOLD_CODE, modules, data);
  await page.run('document.querySelector("#scan").click()');
  await expect.poll(shown).toBe(server.address);
  await expect.poll(() => page.text('#state')).toContain('Read from the QR code');
  expect(await page.run('return document.querySelector("#preview").hidden')).toBe(true);
  // The window of this page closes with the click.
  await page.run('setTimeout(() => document.querySelector("button").click(), 100)');
  await expect.poll(widest, { timeout: 40_000 }).toBeGreaterThan(1000);
});

test('requests the address of the server in one window, however long its start takes', async () => {
  // The notice about a slow start is shown after four seconds, and a window takes a fraction of a second to open.
  for (const seconds of [3.9, 4, 5]) {
    await application.remove();
    application = installFor(null);
    delayNode(application, seconds);
    const page = await application.start('tauri://');
    await expect.poll(() => page.text()).toContain('Connect this computer');
    await expect.poll(() => windowsNamed('Holdfast').length).toBe(1);
  }
});

/** Occupies a port of the loopback interface, as another program would. */
function occupy(port: number): Promise<NetServer> {
  return new Promise((resolve, reject) => {
    const other = createServer().once('error', reject);
    other.listen(port, '127.0.0.1', () => resolve(other));
  });
}
