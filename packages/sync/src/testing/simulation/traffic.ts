/** Progress of the devices' runs, and faults of their messages in transit. */
import { readPull, readPush, readRepair } from '@holdfast/contract/sync';
import { readState } from '../../device/state.ts';
import { recoverRuns, type Reply, sync } from '../../device/sync.ts';
import type { StoredRow } from '../../registry.ts';
import { pull } from '../../server/pull.ts';
import { push } from '../../server/push.ts';
import { repair } from '../../server/repair.ts';
import { checkDevice, checkPush, checkServerTree } from './invariants.ts';
import type { Prng } from './prng.ts';
import { Broken } from './broken.ts';
import { Crash, register, record, type SimDevice, type Task, type World } from './world.ts';
import { newId, webEdit } from './edits.ts';

/** Lets a device begin a run. */
export async function begin(world: World, device: SimDevice, random: Prng, full: boolean): Promise<void> {
  const run = sync(device.setting, { runId: newId(random), trigger: 'auto', full });
  const task: Task = { run, effect: { kind: 'step', at: 'begin' } };
  device.tasks.push(task);
  record(world, () => `${device.name} begins a run${full ? ', in full' : ''}`);
  await advance(world, device, task, random, false);
}

/** Answers the current request of a run, with or without faults, and continues the run to its next request. */
export async function advance(
  world: World,
  device: SimDevice,
  task: Task,
  random: Prng,
  faults: boolean,
): Promise<void> {
  const reply = await answer(world, device, task, random, faults);
  if (faults && random() < 0.03) device.crashing = true;
  try {
    const next = await task.run.next(reply);
    if (next.done === true) {
      device.last = next.value;
      device.tasks = device.tasks.filter((one) => one !== task);
      record(world, () => `${device.name} ends its run: ${next.value.status} ${next.value.message}`);
    } else task.effect = next.value;
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    await lose(world, device);
  }
  device.crashing = false;
  await checkDevice(device);
}

async function answer(
  world: World,
  device: SimDevice,
  { effect }: Task,
  random: Prng,
  faults: boolean,
): Promise<Reply> {
  if (effect.kind === 'step' || effect.kind === 'progress') return undefined;
  const { deviceId } = await device.database.transaction(readState);
  if (effect.kind === 'register') {
    if (!world.features.forks) throw new Broken(`${device.name}: registers again though its database was not copied`);
    if (faults && random() < 0.1) return null;
    device.forked = true;
    return { answer: { deviceId: await register(world, device) } };
  }
  const x = faults ? random() : 1;
  if (x < 0.08) {
    record(world, () => `${device.name}: ${effect.kind} is lost`);
    return null;
  }
  if (effect.kind === 'push') {
    const request = throughJson(effect.request);
    if (x < 0.14) {
      world.late.push({ deviceId, request });
      record(world, () => `${device.name}: push will be late`);
      return null;
    }
    const before = (await world.server.database.head(effect.request.scopeId))?.seq ?? 0;
    const reply = await handlePush(world, deviceId, request, random, faults, true);
    await checkPush(world, device, effect.request, before);
    if (faults && random() < 0.08) await handlePush(world, deviceId, request, random, false, false);
    if (faults && random() < 0.08) return null;
    return reply === null ? null : { answer: reply };
  }
  if (effect.kind === 'repair' && !device.rotten)
    throw new Broken(`${device.name}: its proof failed though nothing was lost`);
  const setting = world.server.setting;
  const request = throughJson(effect.request);
  const lines =
    effect.kind === 'pull'
      ? pull(setting, deviceId, readPull(request), world.now)
      : repair(setting, deviceId, readRepair(request));
  return { lines: cuttable(world, device, lines, random, faults) };
}

/** Returns a message as received. @throws {Broken} when it is changed by conversion to JSON */
function throughJson(message: unknown): unknown {
  if (message === null || typeof message === 'string' || typeof message === 'boolean') return message;
  if (typeof message === 'number' && Number.isFinite(message)) return message;
  if (Array.isArray(message)) return message.map(throughJson);
  if (typeof message !== 'object' || Object.getPrototypeOf(message) !== Object.prototype)
    throw new Broken(`a ${typeof message} does not travel`);
  const arrived: Record<string, unknown> = {};
  for (const key in message) arrived[key] = throughJson((message as Record<string, unknown>)[key]);
  return arrived;
}

/** Processes a push on the server. @returns its answer; null when it crashed before */
export async function handlePush(
  world: World,
  deviceId: string,
  request: unknown,
  random: Prng,
  faults: boolean,
  onTime: boolean,
): Promise<unknown> {
  if (faults && random() < 0.05) world.server.crashing = true;
  try {
    const reply = await push(world.server.setting, deviceId, readPush(request), world.now);
    if (reply.kind === 'ack') {
      await checkServerTree(world);
      if (reply.verdicts.some(({ verdict, reason }) => verdict === 'rejected' && reason === 'wouldLoop'))
        throw new Broken('a move into itself cost the edit its other columns');
      if (reply.verdicts.some(({ verdict, reason }) => verdict === 'rejected' && reason === 'ruleBroken'))
        throw new Broken('a change that the device allowed does not fit the table');
    }
    record(
      world,
      () =>
        `push of ${deviceId}${onTime ? '' : ', again'}: ${JSON.stringify(reply.kind === 'ack' ? reply.verdicts : reply)}`,
    );
    return throughJson(reply);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    record(world, () => 'the server crashes before it keeps a push');
    return null;
  } finally {
    world.server.crashing = false;
  }
}

/** A stream during which others write, and which may be cut at any line. */
async function* cuttable(
  world: World,
  device: SimDevice,
  batches: AsyncIterable<readonly unknown[]>,
  random: Prng,
  faults: boolean,
): AsyncGenerator<readonly string[], void, void> {
  const allowed = new Set(
    [...world.grants.values()].filter(({ userId }) => device.users.includes(userId)).map(({ scopeId }) => scopeId),
  );
  const begun = world.server.starts;
  /** Index of the scope in a row, by table. */
  const scopeAt = new Map<unknown, number>();
  for await (const batch of batches) {
    let together: string[] = [];
    for (const line of batch) {
      if (world.server.starts !== begun) {
        // A backup is restored while the server is stopped, so no connection survives it.
        record(world, () => `${device.name}: the stream ends with the server`);
        throw new Error('connection reset');
      }
      if (faults && random() < 0.03) {
        record(world, () => `${device.name}: the stream is cut`);
        throw new Error('connection reset');
      }
      if (faults && random() < 0.04) await webEdit(world, random);
      const { kind, table, change, row } = line as {
        kind?: string;
        table?: string;
        change?: StoredRow;
        row?: StoredRow;
      };
      if (kind === 'columns') scopeAt.set(table, 1 + (line as { columns: string[] }).columns.indexOf('scopeId'));
      const scopeId = Array.isArray(line) ? (line[scopeAt.get(line[0])!] as string) : (row ?? change)?.scopeId;
      if ((scopeId !== undefined || Array.isArray(line)) && !allowed.has(scopeId!))
        throw new Broken(`a record of scope ${scopeId} travels to ${device.name}`);
      together.push(JSON.stringify(throughJson(line)));
      if (!faults) continue;
      // Between any two lines the device may be stopped, or the server may continue.
      yield together;
      together = [];
    }
    if (together.length > 0) yield together;
  }
}

/** Simulates a power failure and restart of a device. */
export async function lose(world: World, device: SimDevice): Promise<void> {
  record(world, () => `${device.name} loses power`);
  const { tasks } = device;
  device.tasks = [];
  device.crashing = false;
  for (const { run } of tasks) await run.return(undefined as never);
  await recoverRuns(device.setting);
}
