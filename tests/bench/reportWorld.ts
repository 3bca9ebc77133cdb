/** The demo fleet with photos of a camera's size, a long report over its main rig, and users who request it. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Company, type Installation, type Instance, type LoginResult, REPORT_TYPES } from '@holdfast/contract';
import { sharpImages } from '../../packages/host/src/images/images.ts';
import { type Peer, startPeer } from './load.ts';

const BUILT = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const TEMPLATE = fileURLToPath(new URL('../../packages/demo/templates/picture-book.frx', import.meta.url));
/** Number of concurrent users. */
export const PEOPLE = 20;
/** Replacements that change the picture book of the demo to 1280 pixels a photo and three photos a page. */
const LARGER: readonly (readonly [string, string])[] = [
  [' Columns.Count="3" Columns.Width="226.8"', ''],
  ['Name="Picture" Width="680.4" Height="232.47"', 'Name="Picture" Width="680.4" Height="290"'],
  ['DataColumn="Photo.Thumbnail"', 'DataColumn="Photo.Image"'],
];
/** Pixels of a photo as screens and reports show it. */
const WIDTH = 1280;
const HEIGHT = 960;
/** Difference between neighbouring pixels, with which a photo has about 250 KB. */
const GRAIN = 18;
/** Number of photos drawn; the others are copies of these with some further bytes. */
const DIFFERENT = 16;

/** Data of the requests to the server. */
export interface ReportWorld {
  /** The long report, and the rig with 600 items it is printed over. */
  reportId: string;
  installationId: string;
  /** A short report over one inspection of the rig. */
  shortReportId: string;
  installationInspectionId: string;
  /** Tokens of different people who may print. */
  tokens: string[];
}

/** Starts the built server over a folder. */
export function startDemo(folder: string): Promise<Peer> {
  if (!existsSync(BUILT)) throw new Error('Build the server first: npm run build.');
  return startPeer([BUILT], {
    PORT: '0',
    HOLDFAST_DATA: folder,
    HOLDFAST_DEMO: '1',
    HOLDFAST_LOG: 'error',
    HOLDFAST_REQUESTS_PER_MINUTE: '0',
    HOLDFAST_PRINTS_PER_HOUR: '0',
    HOLDFAST_WEATHER_URL: '0',
    DATABASE_URL: '',
  });
}

/** Creates the fleet on a newly started server, the report, and the users. */
export async function makeReportWorld(server: Peer, folder: string): Promise<ReportWorld> {
  let instance = await ask<Instance>(server, '', 'GET', '/ext/instance');
  for (; instance.demo!.seeded < 1; instance = await ask(server, '', 'GET', '/ext/instance')) await sleep(200);
  await enlargePhotos(join(folder, 'renditions'));
  const { password } = instance.demo!;
  const admin = await signIn(server, 'admin@holdfast.example', password);
  const companies = await ask<Company[]>(server, admin, 'GET', '/admin/companies');
  const companyId = companies.find(({ shortName }) => shortName === 'NMD')!.id;
  const tokens = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, i) => {
      const email = `reader-${i}@northmere.example`;
      const account = { name: `Reader ${i}`, email, role: 'viewer', companyId, password };
      await ask(server, admin, 'POST', '/ext/admin/users', account);
      return signIn(server, email, password);
    }),
  );
  const installations = await ask<Installation[]>(server, tokens[0]!, 'GET', '/api/get-installations');
  const rig = installations.find(({ name }) => name === 'Northmere Tarn')!;
  const report = await ask<{ id: string }>(server, admin, 'POST', '/admin/reports', {
    title: 'Picture book of a rig',
    frx: Buffer.from(await largerTemplate()).toString('base64'),
    reportTypeId: REPORT_TYPES.installation.id,
  });
  const reports = await ask<{ id: string; title: string }[]>(server, admin, 'GET', '/admin/reports');
  return {
    reportId: report.id,
    installationId: rig.id,
    shortReportId: reports.find(({ title }) => title === 'Inspection report with photos')!.id,
    installationInspectionId: rig.installationInspections.toSorted((a, b) => a.totalItems - b.totalItems)[0]!.id,
    tokens,
  };
}

/** Calls an operation. @throws when it is refused */
export async function ask<T>(
  { address }: Peer,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

async function signIn(server: Peer, email: string, password: string): Promise<string> {
  const { details } = await ask<LoginResult>(server, '', 'POST', '/users/me/token', { email, password });
  return details!.token;
}

async function largerTemplate(): Promise<string> {
  let text = await readFile(TEMPLATE, 'utf8');
  for (const [from, to] of LARGER) {
    if (!text.includes(from)) throw new Error(`The picture book no longer says ${from}.`);
    text = text.replace(from, to);
  }
  return text;
}

/** Replaces the small drawings of the fleet by different photos as large as those of a camera. */
async function enlargePhotos(folder: string): Promise<void> {
  const images = sharpImages();
  const photos = await Promise.all(
    Array.from({ length: DIFFERENT }, async (_, seed) => (await images.decode(bitmap(seed), 'bench'))!.renditions),
  );
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const [i, { parentPath, name }] of files.entries()) {
    const photo = photos[i % DIFFERENT]!;
    const file = join(parentPath, name);
    await writeFile(file, name.endsWith('.1280') ? photo[1280] : photo[320]);
    await appendFile(file, randomBytes(16));
  }
}

/** Draws a bitmap with the brightness of a sky over steel, and noise. */
function bitmap(seed: number): Uint8Array {
  const header = 54;
  const bytes = Buffer.alloc(header + WIDTH * HEIGHT * 3);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(header, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(WIDTH, 18);
  bytes.writeInt32LE(HEIGHT, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  const grain = randomBytes(WIDTH * HEIGHT);
  for (let i = 0; i < WIDTH * HEIGHT; i += 1) {
    const x = i % WIDTH;
    const y = Math.floor(i / WIDTH);
    const light = 120 + 60 * Math.sin((x + seed * 90) / 170) * Math.cos(y / 130) + 20 * Math.sin((x * y) / 9000);
    const shade = light + ((grain[i]! - 128) / 128) * GRAIN;
    bytes[header + i * 3] = Math.max(0, Math.min(255, shade));
    bytes[header + i * 3 + 1] = Math.max(0, Math.min(255, shade * 0.9));
    bytes[header + i * 3 + 2] = Math.max(0, Math.min(255, shade * 0.8 + 20));
  }
  return bytes;
}
