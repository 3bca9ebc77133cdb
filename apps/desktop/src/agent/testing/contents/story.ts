/** Stories of photos and files, from a seed: people add them, disks and servers fail, and no only copy is removed (docs/sync.md, "The simulation"). */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '@holdfast/contract/client';
import { scrubContents } from '@holdfast/core';
import { tinyPhoto } from '@holdfast/core/testing';
import { backUp, restore } from '@holdfast/server';
import { pickOne, type Prng, prng } from '@holdfast/sync/testing';
import { type Desk, onlyWhenAsked, place, ready, run } from '../desk.ts';
import { openWorld, PEOPLE, type World } from '../world.ts';
import { type Content, type Copies, copiesOf, fileOf } from './copies.ts';

/** Steps of a story. */
const STEPS = 30;
const EVERYTHING = 1e9;
const USERS = ['maren', 'idris'] as const;

/** A promise that did not hold. */
class Broken extends Error {}

/** Server and desktops of a story, and what was added on them. */
interface Stage {
  random: Prng;
  world: World;
  made: Awaited<ReturnType<World['server']['build']['itemInInspection']>>;
  desks: Desk[];
  contents: Content[];
  added: number;
  /** A folder with a backup of the server; null: none was made. */
  backup: string | null;
  home: string;
  /** True while the first person is a viewer. */
  isViewer: boolean;
  story: string[];
}

/** An event. `damages`: the event itself removes copies, as a disk failure does; the promise is checked from the next event on. */
interface StoryEvent {
  weight: number;
  name: string;
  damages?: true;
  happens(stage: Stage): Promise<string>;
}

const EVENTS: readonly StoryEvent[] = [
  { weight: 6, name: 'add', happens: (stage) => add(stage, deskOf(stage)) },
  { weight: 2, name: 'add in a browser', happens: addInBrowser },
  { weight: 8, name: 'synchronise', happens: (stage) => synchronise(stage, false) },
  { weight: 2, name: 'full sync', happens: (stage) => synchronise(stage, true) },
  { weight: 3, name: 'damage on a desktop', damages: true, happens: damageOnDesktop },
  { weight: 2, name: 'damage on the server', damages: true, happens: damageOnServer },
  { weight: 2, name: 'check of the server', happens: check },
  { weight: 3, name: 'replace', happens: replace },
  { weight: 1, name: 'send as it is', happens: sendAsItIs },
  { weight: 2, name: 'rights', happens: changeRights },
  { weight: 3, name: 'backup', happens: makeBackup },
  { weight: 3, name: 'restore', damages: true, happens: restoreServer },
];

/** Result of a story whose promise did not hold. */
export interface Failure {
  seed: number;
  message: string;
  story: string[];
}

/** Plays the story of a seed. @returns null when every promise held */
export async function play(seed: number): Promise<Failure | null> {
  const world = await openWorld();
  const home = await mkdtemp(join(tmpdir(), 'holdfast-story-'));
  const story: string[] = [];
  try {
    const made = await world.server.build.itemInInspection();
    const desks: Desk[] = [];
    for (const who of USERS) desks.push(await ready(world, who));
    for (const desk of desks) await onlyWhenAsked(desk);
    const common = { contents: [], added: 0, backup: null, isViewer: false };
    await perform(seed, { ...common, random: prng(seed), world, made, desks, home, story });
    return null;
  } catch (error) {
    if (error instanceof Broken) return { seed, message: error.message, story };
    throw new Error(`Seed ${seed}:\n${story.join('\n')}`, { cause: error });
  } finally {
    await world.close();
    await rm(home, { recursive: true, force: true });
  }
}

async function perform(seed: number, stage: Stage): Promise<void> {
  let before = await findCopies(stage);
  for (let step = 1; step <= STEPS; step++) {
    stage.random = prng(seed, step);
    const { name, damages, happens } = drawn(stage.random());
    stage.story.push(`${step}: ${name}`);
    stage.story.push(`  ${await happens(stage)}`);
    const after = await findCopies(stage);
    if (damages !== true) checkCopies(before, after);
    before = after;
  }
  await rest(stage);
}

function drawn(x: number): StoryEvent {
  let left = x * EVENTS.reduce((sum, { weight }) => sum + weight, 0);
  for (const event of EVENTS) if ((left -= event.weight) < 0) return event;
  return EVENTS[0]!;
}

function foldersOf({ world, desks }: Stage): Map<string, string> {
  return new Map([
    ['server', world.server.folder],
    ...desks.map(({ agent }, i) => [`desktop ${i + 1}`, agent.folder] as const),
  ]);
}

async function findCopies(stage: Stage): Promise<Map<Content, Copies>> {
  const folders = foldersOf(stage);
  const all = new Map<Content, Copies>();
  for (const content of stage.contents) all.set(content, await copiesOf(folders, content));
  return all;
}

/** Checks the promise after every step: the only copy of a content is never removed, whether it is undamaged, or damaged and never sent. */
function checkCopies(before: Map<Content, Copies>, after: Map<Content, Copies>): void {
  for (const [content, had] of before) {
    if (content.isGivenUp) continue;
    const has = after.get(content)!;
    if (had.whole.length > 0 && has.whole.length === 0)
      throw new Broken(`The only whole copy of ${content.name} is gone; it was on ${had.whole.join(', ')}.`);
    if (had.damaged.length > 0 && has.whole.length + has.damaged.length === 0)
      throw new Broken(`The only copy of ${content.name}, damaged, is gone; it was on ${had.damaged.join(', ')}.`);
  }
}

/**
 * Ends all failures and checks the result: a content that is undamaged anywhere is on the server, or its change is listed; a content that is only
 * damaged is listed, or missing on the server.
 */
async function rest(stage: Stage): Promise<void> {
  const { world, desks } = stage;
  stage.story.push('from here on nothing fails');
  if (stage.isViewer) await changeRights(stage);
  for (const [i, desk] of desks.entries()) await signInAgain(desk, USERS[i]!);
  for (let cycle = 0; cycle < 3; cycle++) {
    await check(stage);
    const before = await findCopies(stage);
    for (const desk of desks) await run(desk);
    checkCopies(before, await findCopies(stage));
  }
  const { read } = world.server.running.application;
  const copies = await findCopies(stage);
  const listed = await Promise.all(desks.map(listedOn));
  for (const content of stage.contents) {
    if (content.isGivenUp) continue;
    const { whole, damaged } = copies.get(content)!;
    if (whole.includes('server') || listed.some((all) => all.has(content.sha256))) continue;
    if (whole.length > 0) throw new Broken(`${content.name} is on ${whole.join(', ')}, and the server lacks it.`);
    if (damaged.length === 0) continue;
    // The server's check counts and names the contents that its rows lack.
    const named = await Promise.all(
      (['image', 'file'] as const).map((table) =>
        read.selectFrom(table).select('id').where('sha256', '=', content.sha256).execute(),
      ),
    );
    if (named.flat().length === 0)
      throw new Broken(`${content.name} is damaged on ${damaged.join(', ')}, and no user is shown it.`);
  }
}

/** The hashes of contents that a desktop lists as damaged or not accepted. */
async function listedOn({ agent }: Desk): Promise<Set<string>> {
  const { read } = agent.running.application;
  const damaged = await read.selectFrom('blobQueue').select('sha256').where('state', '=', 'damaged').execute();
  const aside = await read.selectFrom('setAside').select('change').execute();
  return new Set([
    ...damaged.map(({ sha256 }) => sha256),
    ...aside.flatMap(({ change }) => {
      const { setJson } = JSON.parse(change) as { setJson: string };
      const { sha256 } = JSON.parse(setJson) as { sha256?: string };
      return sha256 === undefined ? [] : [sha256];
    }),
  ]);
}

function deskOf({ desks, random }: Stage): Desk {
  return pickOne(random, desks);
}

/** Makes new bytes of a photo or a file. */
function fresh(stage: Stage, isPhoto: boolean): { base64: string; content: Content } {
  stage.added += 1;
  const which = Math.floor(stage.random() * 1e9);
  const bytes = isPhoto
    ? Buffer.from(tinyPhoto(which), 'base64')
    : Buffer.alloc(500 + Math.floor(stage.random() * 9_000), `certificate ${which}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = `${isPhoto ? 'photo' : 'file'} ${stage.added}`;
  const content = { scopeId: PEOPLE.maren.companyId, sha256, name, isGivenUp: false };
  return { base64: bytes.toString('base64'), content };
}

async function addBy(stage: Stage, call: Call): Promise<string> {
  const isPhoto = stage.random() < 0.5;
  const { base64, content } = fresh(stage, isPhoto);
  const { made } = stage;
  try {
    if (isPhoto)
      await call('addImageToInstallationInspectionItem', {
        ...place(made),
        filename: 'guard.png',
        base64Image: base64,
      });
    else await call('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File: base64 });
  } catch (error) {
    return `refused: ${String(error)}`;
  }
  stage.contents.push(content);
  return content.name;
}

async function add(stage: Stage, desk: Desk): Promise<string> {
  return `desktop ${stage.desks.indexOf(desk) + 1}: ${await addBy(stage, desk.call)}`;
}

async function addInBrowser(stage: Stage): Promise<string> {
  return addBy(stage, await stage.world.server.as('idris'));
}

async function synchronise(stage: Stage, full: boolean): Promise<string> {
  const desk = deskOf(stage);
  await run(desk, full);
  const { message } = await desk.agent.running.driver.status();
  return `desktop ${stage.desks.indexOf(desk) + 1}: ${message}`;
}

/** Overwrites the copy of a content in one of some folders. */
async function damageIn(stage: Stage, names: readonly string[]): Promise<string> {
  const folders = foldersOf(stage);
  const copies = await findCopies(stage);
  const all = [...copies].flatMap(([content, { whole }]) =>
    whole.filter((name) => names.includes(name)).map((name) => ({ content, name })),
  );
  if (all.length === 0) return 'nothing to damage';
  const { content, name } = pickOne(stage.random, all);
  await writeFile(fileOf(folders.get(name)!, content), Buffer.alloc(700, `worn ${stage.added}`));
  return `${content.name} on ${name}`;
}

function damageOnDesktop(stage: Stage): Promise<string> {
  return damageIn(
    stage,
    stage.desks.map((_, i) => `desktop ${i + 1}`),
  );
}

function damageOnServer(stage: Stage): Promise<string> {
  return damageIn(stage, ['server']);
}

async function check({ world, desks }: Stage): Promise<string> {
  const { lost } = await scrubContents(world.server.running.application, EVERYTHING);
  for (const { agent } of desks) await agent.running.driver.settled();
  return `${lost.length} found`;
}

/** Returns a damaged photo or file that a desktop lists, with its content. */
async function damagedOf(stage: Stage): Promise<{ desk: Desk; id: string; content: Content; isPhoto: boolean } | null> {
  for (const desk of stage.desks)
    for (const { id, kind, what } of await desk.call('getWaitingChanges', {})) {
      if (kind !== 'damaged') continue;
      const isPhoto = what === 'Photo';
      const row = await desk.agent.running.application.read
        .selectFrom(isPhoto ? 'image' : 'file')
        .select('sha256')
        .where('id', '=', id.slice(id.indexOf(':') + 1))
        .executeTakeFirstOrThrow();
      const content = stage.contents.find(({ sha256 }) => sha256 === row.sha256);
      if (content !== undefined) return { desk, id, content, isPhoto };
    }
  return null;
}

async function replace(stage: Stage): Promise<string> {
  const found = await damagedOf(stage);
  if (found === null) return 'nothing damaged is listed';
  const { base64, content } = fresh(stage, found.isPhoto);
  const filename = found.isPhoto ? 'again.png' : 'again.bin';
  try {
    await found.desk.call('replaceDamaged', { id: found.id, filename, base64File: base64 });
  } catch (error) {
    return `refused: ${String(error)}`;
  }
  found.content.isGivenUp = true;
  stage.contents.push(content);
  return `${found.content.name} by ${content.name}`;
}

async function sendAsItIs(stage: Stage): Promise<string> {
  const found = await damagedOf(stage);
  if (found === null) return 'nothing damaged is listed';
  try {
    await found.desk.call('resendChanges', { ids: [found.id] });
  } catch (error) {
    return `refused: ${String(error)}`;
  }
  found.content.isGivenUp = true;
  return found.content.name;
}

/** Takes the rights of the first person to make changes, or restores them. */
async function changeRights(stage: Stage): Promise<string> {
  const role = stage.isViewer ? 'inspector' : 'viewer';
  await giveRole(stage, role);
  await signInAgain(stage.desks[0]!, 'maren');
  return role;
}

async function giveRole(stage: Stage, role: 'inspector' | 'viewer'): Promise<void> {
  const wren = await stage.world.server.as('wren');
  await wren('updateUser', { id: PEOPLE.maren.id, role });
  stage.isViewer = role === 'viewer';
}

async function makeBackup(stage: Stage): Promise<string> {
  const folder = join(stage.home, `backup ${stage.added} ${Math.floor(stage.random() * 1e9)}`);
  await backUp(stage.world.server.config, folder);
  stage.backup = folder;
  return 'made';
}

async function restoreServer(stage: Stage): Promise<string> {
  const { world, backup, desks } = stage;
  if (backup === null) return 'there is no backup';
  await world.server.stop();
  for (const name of await readdir(world.server.folder)) await rm(join(world.server.folder, name), { recursive: true });
  await restore(world.server.config, backup);
  await world.server.start();
  const maren = await world.server.running.application.read
    .selectFrom('user')
    .select('role')
    .where('id', '=', PEOPLE.maren.id)
    .executeTakeFirstOrThrow();
  stage.isViewer = maren.role === 'viewer';
  // Before any desktop connects again: changes that the server had accepted are queued again, and are refused.
  if (!stage.isViewer && stage.random() < 0.5) await giveRole(stage, 'viewer');
  // A restore ends the sessions of desktops: their users sign in again.
  const before = await findCopies(stage);
  await Promise.all(desks.map((desk, i) => signInAgain(desk, USERS[i]!)));
  checkCopies(before, await findCopies(stage));
  return 'restored';
}

async function signInAgain(desk: Desk, who: (typeof USERS)[number]): Promise<void> {
  desk.call = await desk.agent.signIn(who);
  await desk.agent.running.driver.settled();
}
