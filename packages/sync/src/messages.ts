/**
 * Reads the messages that carry many changes, or are many. Looking at them by hand takes a fraction of what their schemas take, and copies nothing.
 * What does not pass is left to the schema, so that what fits is said in `protocol.ts` alone; a test holds that both say the same.
 */
import { Acknowledgement, LIMITS, PullLine, PushRequest, VERDICTS, type Image, type WireChange } from './protocol.ts';

type Part = Readonly<Record<string, unknown>>;

/** @returns null when it is none */
export function readPush(value: unknown): PushRequest | null {
  if (isPush(value)) return value;
  return PushRequest.safeParse(value).data ?? null;
}

/** @returns null when it is none */
export function readAcknowledgement(value: unknown): Acknowledgement | null {
  if (isAcknowledgement(value)) return value;
  return Acknowledgement.safeParse(value).data ?? null;
}

/** @returns null when it is none, or a row */
export function readPullLine(value: unknown): PullLine | null {
  if (isChangeLine(value)) return value;
  return PullLine.safeParse(value).data ?? null;
}

const NAME = /^[a-zA-Z]\w{0,60}$/;
const CHAIN = /^([0-9a-f]{64})?$/;
const PUSHED: ReadonlySet<unknown> = new Set<WireChange['op']>(['ins', 'upd', 'del', 'restore', 'noop']);
const LOGGED: ReadonlySet<unknown> = new Set(['ins', 'upd', 'del', 'restore', 'revive']);
const DECIDED: ReadonlySet<unknown> = new Set(VERDICTS);
const TEXT_STAMPS: ReadonlySet<string> = new Set(['_clk', 'createdByUserId', 'updatedByUserId']);
const LONGEST_TIME = 8.64e15;

/** Whether a value passes as a push at first sight; one that does not may be one all the same. */
export function isPush(value: unknown): value is PushRequest {
  if (!isPart(value, 8) || !isEvery(value['changes'], isChange)) return false;
  const { epoch, now, chain } = value;
  const changes = value['changes'] as readonly WireChange[];
  const [first] = changes;
  return (
    isCount(value['protocol']) &&
    isCount(value['schema']) &&
    (epoch === null || isId(epoch)) &&
    isId(value['scopeId']) &&
    isCount(now) &&
    now <= LONGEST_TIME &&
    typeof chain === 'string' &&
    CHAIN.test(chain) &&
    isCount(value['waiting']) &&
    first !== undefined &&
    changes.length <= LIMITS.changesPerPush &&
    changes.every(({ n }, i) => n === first.n + i)
  );
}

function isChange(value: unknown): boolean {
  if (!isPart(value, 11)) return false;
  const { n, seen } = value;
  return (
    isCount(n) &&
    n > 0 &&
    isId(value['group']) &&
    typeof value['atomic'] === 'boolean' &&
    isName(value['table']) &&
    isId(value['id']) &&
    isId(value['user']) &&
    PUSHED.has(value['op']) &&
    isSet(value['set']) &&
    isBase(value['base']) &&
    (seen === null || isCount(seen)) &&
    isClock(value['clock'])
  );
}

/** Whether a value passes as the answer to a push at first sight; one that does not may be one all the same. */
export function isAcknowledgement(value: unknown): value is Acknowledgement {
  if (!isPart(value, 7)) return false;
  const { kind, head } = value;
  return (
    kind === 'ack' &&
    isId(value['epoch']) &&
    isCount(value['lastN']) &&
    isEvery(value['verdicts'], isVerdict) &&
    isEvery(value['images'], isImage) &&
    isEvery(value['changes'], isLogEntry) &&
    (head === null ||
      (isPart(head, 4) &&
        isId(head['scopeId']) &&
        isId(head['grantId']) &&
        isCount(head['before']) &&
        isCount(head['after'])))
  );
}

function isVerdict(value: unknown): boolean {
  if (!isPart(value, 4)) return false;
  const { reason, seq } = value;
  return (
    isCount(value['n']) &&
    DECIDED.has(value['verdict']) &&
    (reason === null || (typeof reason === 'string' && reason.length <= 200)) &&
    (seq === null || isCount(seq))
  );
}

function isImage(value: unknown): boolean {
  if (!isPart(value) || !isName(value['table'])) return false;
  switch (value['kind'] as Image['kind']) {
    case 'full':
      return isPart(value, 3) && isRow(value['row']);
    case 'gone':
      return isPart(value, 3) && isId(value['id']);
    case 'short':
      return (
        isPart(value, 8) &&
        isId(value['id']) &&
        isCount(value['seq']) &&
        typeof value['clk'] === 'string' &&
        isNumber(value['createdAt']) &&
        isNumber(value['updatedAt']) &&
        typeof value['updatedBy'] === 'string'
      );
    default:
      return false;
  }
}

function isRow(value: unknown): boolean {
  if (!isPart(value)) return false;
  const { deletedAt } = value;
  for (const column in value)
    if (column === '__proto__' || !(TEXT_STAMPS.has(column) || isPlain(value[column]))) return false;
  return (
    isId(value['id']) &&
    isId(value['scopeId']) &&
    isCount(value['_seq']) &&
    typeof value['_clk'] === 'string' &&
    isNumber(value['createdAt']) &&
    isNumber(value['updatedAt']) &&
    typeof value['createdByUserId'] === 'string' &&
    typeof value['updatedByUserId'] === 'string' &&
    (deletedAt === null || isNumber(deletedAt))
  );
}

/** Whether a value passes as an entry of the log in a stream at first sight; one that does not may be one all the same. */
export function isChangeLine(value: unknown): value is PullLine & { kind: 'change' } {
  return isPart(value, 2) && value['kind'] === 'change' && isLogEntry(value['change']);
}

function isLogEntry(value: unknown): boolean {
  if (!isPart(value, 18)) return false;
  const { n } = value;
  return (
    isId(value['scopeId']) &&
    isCount(value['seq']) &&
    typeof value['groupId'] === 'string' &&
    typeof value['deviceId'] === 'string' &&
    (n === null || isCount(n)) &&
    typeof value['userId'] === 'string' &&
    isName(value['tableName']) &&
    isId(value['rowId']) &&
    LOGGED.has(value['op']) &&
    typeof value['setJson'] === 'string' &&
    typeof value['oldJson'] === 'string' &&
    isTextOrNull(value['lostJson']) &&
    isTextOrNull(value['overrodeJson']) &&
    isTextOrNull(value['historyJson']) &&
    isTextOrNull(value['itemId']) &&
    isTextOrNull(value['installationInspectionId']) &&
    isNumber(value['editedAt']) &&
    isNumber(value['storedAt'])
  );
}

/** An object of so many keys; of any number where none is told. */
function isPart(value: unknown, keys?: number): value is Part {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return keys === undefined || Object.keys(value).length === keys;
}

function isEvery(value: unknown, is: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function isSet(value: unknown): boolean {
  if (!isPart(value)) return false;
  let count = 0;
  for (const column in value) {
    if (!NAME.test(column) || !isPlain(value[column])) return false;
    count += 1;
  }
  return count <= 200;
}

function isBase(value: unknown): boolean {
  if (!isPart(value)) return false;
  for (const key in value) {
    if (key === '__proto__' || key.length > 60) return false;
    if (value[key] !== null && !isClock(value[key])) return false;
  }
  return true;
}

function isClock(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [ms, counter, device] = value as unknown[];
  return isCount(ms) && isCount(counter) && typeof device === 'string' && device.length <= 80;
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= 1_000_000;
  return value === null || isNumber(value);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= 80;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && NAME.test(value);
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
