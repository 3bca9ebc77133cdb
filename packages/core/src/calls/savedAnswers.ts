import { type Operation, Problem } from '@holdfast/contract';
import { type QueryRunner, sha256Hex } from '@holdfast/sync';
import type { Actor, LocalDb } from './ctx.ts';

/** Time for which the answer of a repeated write is kept, in ms (data decision 14). */
export const SAVED_ANSWER_MS = 48 * 60 * 60 * 1000;
const KEY = /^[\w:.-]{8,100}$/;

/** A write that may be repeated. */
export interface Repeatable {
  operation: Operation;
  idempotencyKey: string | undefined;
  input: Record<string, unknown>;
}

/**
 * The answer to an earlier call with the same key; undefined when there was none.
 * @throws {Problem} `keyReused` when the key was used with another input.
 */
export async function findSavedAnswer(
  db: LocalDb,
  actor: Actor,
  call: Repeatable,
): Promise<{ answer: unknown } | undefined> {
  const key = call.idempotencyKey;
  if (key === undefined) return undefined;
  if (!KEY.test(key))
    throw new Problem('badInput', {
      issues: [{ path: 'Idempotency-Key', message: 'must be 8 to 100 letters, digits, - or _' }],
    });
  const saved = await db
    .selectFrom('savedAnswer')
    .selectAll()
    .where('userId', '=', actor.userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (saved === undefined) return undefined;
  if (saved.operation !== call.operation.name || saved.inputHash !== hashOf(call)) throw new Problem('keyReused');
  return { answer: JSON.parse(saved.answer) as unknown };
}

/**
 * Keeps the answer of a write in the transaction that made it.
 * @param runner runs the statement, and need not wait for it
 */
export async function saveAnswer(
  runner: QueryRunner,
  db: LocalDb,
  actor: Actor,
  call: Repeatable,
  answer: unknown,
  now: number,
): Promise<void> {
  const key = call.idempotencyKey;
  if (key === undefined) return;
  const statement = db
    .insertInto('savedAnswer')
    .values({
      userId: actor.userId,
      key,
      operation: call.operation.name,
      inputHash: hashOf(call),
      answer: JSON.stringify(answer ?? null),
      createdAt: now,
    })
    .compile();
  await (runner.send === undefined ? runner.executeQuery(statement) : runner.send(statement));
}

function hashOf({ operation, input }: Repeatable): string {
  return sha256Hex(JSON.stringify(Object.entries(input).filter(([key]) => !operation.secret.includes(key))));
}
