/** The screens of the administration, for screenshots of the gallery over the demo fleet. */
import type { Device } from '@holdfast/contract';
import type { Page } from '@playwright/test';

const openRow = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('cell', { name, exact: true }).locator('a, button').first().click();
};
const openSecuring = async (page: Page): Promise<void> => {
  await openRow(page, 'Securing');
  await page.getByRole('button', { name: /^Primary fixing/ }).click();
};
/** Adds three desktops, as a fleet has them; the demo has none. */
const withDevices = async (page: Page): Promise<void> => {
  const person = (name: string) => ({
    id: '0190aaaa-0000-7000-8000-000000000001',
    name,
    companyName: 'Northmere Drilling',
  });
  const device: Omit<Device, 'id' | 'name' | 'ownName'> = {
    users: [person('Jorun Haleby'), person('Maren Thorskild')],
    appVersion: '1.0.0',
    access: 'open',
    waiting: 0,
    oldestWaitingAt: null,
    contentsWaiting: 0,
    contentBytes: 1_830_000_000,
    encrypted: true,
    refused: 0,
    lastSeenAt: '2026-01-15T12:00:00.000Z',
    createdAt: '2025-11-03T08:30:00.000Z',
  };
  const id = (n: number): string => `0190aaaa-0000-7000-8000-00000000de0${n}`;
  const named = (n: number, name: string): Device => ({ ...device, id: id(n), name, ownName: name });
  const devices: Device[] = [
    { ...named(1, 'Office desktop, Aberdeen'), users: [person('Jorun Haleby')], encrypted: false },
    { ...named(2, 'Tablet 1, Northmere Venture'), access: 'locked', lastSeenAt: null, encrypted: null },
    {
      ...named(3, 'Tablet 3, Northmere Venture'),
      waiting: 1248,
      oldestWaitingAt: '2026-01-12T09:40:00.000Z',
      contentsWaiting: 86,
    },
  ];
  await page.route('**/ext/admin/devices', (route) => route.fulfill({ json: devices }));
  await page.reload();
  await page.getByRole('cell', { name: 'Tablet 3, Northmere Venture', exact: true }).waitFor();
};
const openTab =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await openRow(page, 'Dropped Object Survey');
    await page.getByRole('tab', { name }).click();
    await page.waitForLoadState('networkidle');
  };

const scenes: { name: string; path: string; go?(page: Page): Promise<void> }[] = [
  { name: 'admin', path: '/admin' },
  { name: 'admin-inspections', path: '/admin/inspections' },
  { name: 'admin-inspection', path: '/admin/inspections', go: openTab('Inspection Details') },
  { name: 'admin-inspection-item-types', path: '/admin/inspections', go: openTab('Item Types') },
  { name: 'admin-inspection-default-items', path: '/admin/inspections', go: openTab('Default Items/Questions') },
  { name: 'admin-inspection-list-view', path: '/admin/inspections', go: openTab('List View Fields') },
  { name: 'admin-item-types', path: '/admin/item-types' },
  {
    name: 'admin-item-types-nothing-found',
    path: '/admin/item-types',
    go: (page) => page.getByRole('searchbox').fill('no such type'),
  },
  {
    name: 'admin-item-type',
    path: '/admin/item-types',
    async go(page) {
      await page.getByRole('searchbox').fill('floodlight');
      await openRow(page, 'Floodlight');
    },
  },
  { name: 'admin-companies', path: '/admin/companies' },
  { name: 'admin-company', path: '/admin/companies', go: (page) => openRow(page, 'Northmere Drilling') },
  {
    name: 'admin-company-unsaved',
    path: '/admin/companies',
    async go(page) {
      await openRow(page, 'Northmere Drilling');
      await page.getByRole('textbox', { name: 'Short Name' }).fill('NMD 2');
      await page.getByRole('link', { name: 'Companies' }).last().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'admin-templates', path: '/admin/item-type-templates' },
  { name: 'admin-template', path: '/admin/item-type-templates', go: openSecuring },
  {
    name: 'admin-template-delete',
    path: '/admin/item-type-templates',
    async go(page) {
      await openSecuring(page);
      await page.getByRole('button', { name: 'Delete field' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'admin-users', path: '/admin/users' },
  {
    name: 'admin-user',
    path: '/admin/users',
    async go(page) {
      await openRow(page, 'Maren Thorskild');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'admin-devices', path: '/admin/devices', go: withDevices },
  {
    name: 'admin-device',
    path: '/admin/devices',
    async go(page) {
      await withDevices(page);
      await openRow(page, 'Tablet 3, Northmere Venture');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-device-wipe',
    path: '/admin/devices',
    async go(page) {
      await withDevices(page);
      await openRow(page, 'Tablet 3, Northmere Venture');
      await page.getByRole('button', { name: 'Wipe' }).click();
      await page.getByRole('dialog', { name: /^Wipe/ }).waitFor();
    },
  },
  { name: 'admin-audit', path: '/admin/audit' },
  {
    name: 'admin-audit-entry',
    path: '/admin/audit',
    async go(page) {
      await page.getByRole('table', { name: 'Audit log' }).getByRole('button').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'admin-devices-none', path: '/admin/devices' },
  { name: 'admin-gone', path: '/admin/companies/0190aaaa-0000-7000-8000-000000000001' },
  {
    name: 'admin-failed',
    path: '/',
    async go(page) {
      await page.route('**/admin/companies', (route) =>
        route.request().resourceType() === 'document' ? route.fallback() : route.fulfill({ status: 500, body: '' }),
      );
      await page.goto(`${new URL(page.url()).origin}/admin/companies`);
      await page.getByRole('alert').waitFor();
    },
  },
];

/** Every screen of the administration, signed in as an administrator. */
export const adminScenes = scenes.map((scene) => ({ ...scene, who: 'administrator' }));
