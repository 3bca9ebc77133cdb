/** Screens of the desktop for the gallery: the page is served like by an agent, with simulated answers of the agent. */
import type { DesktopStatus, OverriddenChange, SyncLog, WaitingChange } from '@holdfast/contract';
import type { Page } from '@playwright/test';
import { png } from '../fixtures/pictures.ts';
import { openFirstItem, openFirstList } from './firstOnes.ts';

const AT = '2026-01-15T12:00:00.000Z';
const run = (part: Partial<SyncLog>): SyncLog => ({
  id: crypto.randomUUID(),
  participant: 'https://holdfast.northmere.example',
  participantName: 'holdfast.northmere.example',
  trigger: 'Interval',
  recordsIn: 0,
  recordsOut: 0,
  startTime: AT,
  endTime: '2026-01-15T12:00:04.000Z',
  status: 'Success',
  isRunning: false,
  ...part,
});
const running = run({ endTime: null, status: null, isRunning: true, trigger: 'User', recordsOut: 3 });
const logs = [
  run({ trigger: 'Change', recordsOut: 3 }),
  run({ recordsIn: 12 }),
  run({ trigger: 'Connection', status: 'Fail', recordsIn: 1840 }),
  run({ trigger: 'Start', endTime: null, status: null }),
  run({ trigger: 'Sign-in', recordsIn: 18_204 }),
];
const upToDate: DesktopStatus = {
  syncLog: logs[0]!,
  progress: 0,
  message: 'Up to date.',
  connected: true,
  waiting: 0,
  waitingBlobs: 0,
  setAside: 0,
  synced: true,
};
const waiting: WaitingChange[] = [
  {
    id: '1',
    place: 'Northmere Tarn · Padeye, port',
    what: 'Condition',
    lines: [{ field: 'Condition', from: 'Not checked', to: 'Needs attention' }],
    itemId: null,
    installationInspectionId: null,
    picture: null,
    at: AT,
    reason: null,
    kind: 'waiting',
    text: null,
  },
  {
    id: '2',
    place: 'Northmere Tarn · Padeye, port',
    what: 'Answer',
    lines: [{ field: 'Secondary retention', from: '', to: 'Steel wire rope, 6 mm, with a shackle at both ends' }],
    itemId: null,
    installationInspectionId: null,
    picture: null,
    at: AT,
    reason: null,
    kind: 'waiting',
    text: null,
  },
  {
    id: '3',
    place: 'Northmere Tarn · Padeye, port',
    what: 'Note',
    lines: [{ field: 'Text', from: '', to: 'Weld ground flush' }],
    itemId: null,
    installationInspectionId: null,
    picture: null,
    at: AT,
    reason: 'The inspection was deleted.',
    kind: 'refused',
    text: 'Weld ground flush',
  },
];
const decided = {
  place: 'Northmere Tarn · Padeye, port',
  itemId: null,
  installationInspectionId: null,
  at: AT,
  text: null,
} as const;
const PICTURE = '/images/0190aaaa-0000-7000-8000-00000000de02';
/** A damaged photo that can still be shown in part, one that cannot, and a damaged file. */
const damaged: WaitingChange[] = [
  { what: 'Photo', name: 'guard.jpg', picture: PICTURE },
  { what: 'Photo', name: 'guard, from below.jpg', picture: '/images/0190aaaa-0000-7000-8000-00000000de03' },
  { what: 'File', name: 'certificate.pdf', picture: null },
].map(({ what, name, picture }, i) => ({
  ...decided,
  id: `damaged:${i}`,
  kind: 'damaged' as const,
  what,
  picture,
  lines: [{ field: '', from: '', to: name }],
  reason: `The ${what.toLowerCase()} changed on this device after it was recorded and was not sent.`,
}));
const lost: WaitingChange[] = [
  { what: 'Condition', lines: [{ field: 'Condition', from: 'Not checked', to: 'Defective' }], picture: null },
  { what: 'Image', lines: [{ field: '', from: '', to: 'guard.jpg' }], picture: PICTURE },
  { what: 'Note', lines: [{ field: 'Text', from: '', to: 'Crack at the weld toe, 12 mm.' }], picture: null },
].map((change, i) => ({
  ...decided,
  ...change,
  id: `lost:${i}`,
  kind: 'lost' as const,
  reason: 'Idris Fallowby made this change in a browser. The server no longer has it. Send it again to restore it.',
}));
const overridden: OverriddenChange[] = [true, false].map((isOwn) => ({
  id: String(isOwn),
  itemId: null,
  place: isOwn ? 'Northmere Tarn · Padeye, port' : 'Northmere Tarn · Floodlight, girt 6',
  installationId: null,
  kind: 'value',
  isOpen: true,
  installationInspectionId: null,
  what: 'Condition',
  field: isOwn ? '' : 'Secondary retention',
  kept: { value: 'Defective', userName: 'Idris Fallowby', at: AT },
  overridden: { value: isOwn ? 'Fit for purpose' : '', userName: 'Maren Thorskild', at: AT },
  isOwn,
}));
const counts = { Installations: 3, Inspections: 9, Items: 4_812, Answers: 31_920, Photos: 1_204, Notes: 388 };

/** Serves the page like an agent. */
async function onDesktop(
  page: Page,
  status: Partial<DesktopStatus> = {},
  changes: readonly WaitingChange[] = status.waiting === undefined ? [] : waiting,
): Promise<void> {
  const answer = (path: string, json: unknown) => page.route(`**/ext/${path}`, (route) => route.fulfill({ json }));
  await page.route(new URL('/', page.url()).href, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<html', '<html data-host="desktop"');
    await route.fulfill({ response, body });
  });
  await page.route('**/ext/desktop/events', (route) => route.fulfill({ status: 204 }));
  await answer('desktop/status', { ...upToDate, ...status });
  await answer('desktop/sync-logs', status.syncLog === null ? [] : logs);
  await answer('desktop/sync-options', { autosync: true, syncImages: false });
  await answer('desktop/waiting', changes);
  await page.route(`**${PICTURE}`, (route) => route.fulfill({ contentType: 'image/png', body: png('', 140).buffer }));
  await answer('desktop/device', {
    deviceId: '0190aaaa-0000-7000-8000-00000000de01',
    name: 'Tablet 3, Northmere Venture',
    server: 'https://holdfast.northmere.example',
    version: '1.0.0',
    keyPlace: 'keychain',
    users: ['Maren Thorskild'],
  });
  await answer('desktop/encryption', {
    wanted: true,
    key: 'keychain',
    database: true,
    contents: null,
    atNextStart: false,
    complete: true,
    problems: [],
    lost: null,
    canRestart: true,
  });
  await answer(
    'desktop/entity-counts',
    Object.entries(counts).map(([entity, count]) => ({ entity, count })),
  );
  await answer('overridden-changes', status.waiting === undefined ? [] : overridden);
  await page.reload();
  await page.getByRole('region', { name: 'This device', exact: true }).waitFor();
}

const openSync = (status?: Partial<DesktopStatus>, changes?: readonly WaitingChange[]) => async (page: Page) => {
  await onDesktop(page, status, changes);
  await page.getByRole('article').first().waitFor();
  await page.getByRole('region', { name: 'This device', exact: true }).getByRole('button').click();
  await page.getByRole('heading', { name: 'Synchronisation' }).waitFor();
};

const openItem = async (page: Page): Promise<void> => {
  await openFirstList(page);
  await openFirstItem(page);
  await page.getByRole('group', { name: /^Condition of/ }).waitFor();
};

/** All screens that only the desktop has, and the list of overridden changes, which both builds have. */
export const desktopScenes = [
  { name: 'desktop-dashboard', go: (page: Page) => onDesktop(page, { connected: false, waiting: 3 }) },
  { name: 'desktop-sync', go: openSync() },
  {
    name: 'desktop-sync-waiting',
    go: openSync({
      connected: false,
      waiting: 3,
      setAside: 1,
      message: 'One change was not accepted by the server. It is kept on this device.',
    }),
  },
  {
    name: 'desktop-sync-damaged',
    go: openSync(
      {
        setAside: 3,
        message: '3 photos and files were damaged on this device before they were sent. They are kept on this device.',
      },
      damaged,
    ),
  },
  {
    name: 'desktop-sync-lost',
    go: openSync(
      {
        setAside: 3,
        message: 'The server lost 3 changes made in a browser. They are kept on this device.',
      },
      lost,
    ),
  },
  {
    name: 'desktop-sync-running',
    go: openSync({ syncLog: running, progress: 46, message: 'Fetching photos: 412 of 900' }),
  },
  {
    name: 'desktop-sync-failed',
    go: openSync({ syncLog: logs[2]!, message: 'The connection was lost. What is missing is fetched next time.' }),
  },
  {
    name: 'desktop-filling',
    go: (page: Page) => onDesktop(page, { syncLog: running, progress: 46, synced: false, message: 'Fetching items' }),
  },
  {
    name: 'desktop-tag',
    async go(page: Page) {
      await onDesktop(page);
      await openItem(page);
      await page.getByRole('button', { name: 'RFID tag' }).click();
      const dialog = page.getByRole('dialog', { name: 'RFID tag' });
      await dialog.getByRole('textbox', { name: 'Tag number' }).fill('E200 3412 0123 4567');
    },
  },
  {
    name: 'overridden',
    async go(page: Page) {
      await page.route('**/ext/overridden-changes', (route) => route.fulfill({ json: overridden }));
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await page.getByRole('menuitem', { name: 'Overridden changes' }).click();
      await page.getByRole('dialog').getByText('Idris Fallowby').first().waitFor();
    },
  },
  {
    name: 'overridden-none',
    async go(page: Page) {
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await page.getByRole('menuitem', { name: 'Overridden changes' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
].map((scene) => ({ ...scene, who: 'inspector' }));
