/** Collects the contents of the audit log entry of one call. */
import { type AuditChange, idKindOf, LIBRARY_SCOPE, type Operation } from '@holdfast/contract';
import type { Change } from '@holdfast/sync';
import type { Actor, AuditFacts, Caller, Columns as Row } from './calls/ctx.ts';
import { registry } from './db/registry.ts';
import type { Services } from './services.ts';
import type { AuditRecord } from './auditLog.ts';

/** The most changed records that an entry describes. */
const CHANGE_LIMIT = 50;
/** The most characters of a value, and of a list of ids. */
const VALUE_LIMIT = 200;
/** Columns that would reveal a secret, or repeat another column. */
const HIDDEN: ReadonlySet<string> = new Set(['tokenHash', 'hash', 'emailKey', 'updatedAt', 'formerTimeZones']);
/** Tables whose rows are written along with a change that is recorded itself. */
const FOLLOWING: ReadonlySet<string> = new Set(['pastTemplate']);
/** Columns of which only their presence is recorded, under the name of what they protect. */
const PRESENCE: Readonly<Record<string, string>> = {
  passwordHash: 'password',
  clientSecret: 'clientSecret',
  signature: 'signature',
};

/** Origin of a call. */
interface Call {
  operation: Operation;
  actor: Actor | null;
  caller: Caller;
  now: number;
  input: Readonly<Record<string, unknown>>;
  /** The company or library that the call concerns; null: none. */
  scopeId: string | null;
}

/** The entry of one call in progress. */
export interface AuditTrail {
  note(facts: AuditFacts): void;
  /** Adds a change of a synced row. @param before the row before; null: there was none @param after the row afterwards */
  changed(change: Change, before: Row | null, after: Row): void;
  /**
   * Makes the names of the records that the first changed row refers to the subject, where neither the call nor that row has a name, as a
   * link between two records.
   */
  nameSubject(find: (table: string, id: string) => Promise<Row | undefined>): Promise<void>;
  /** The entry. @param area of the operation */
  record(area: NonNullable<Operation['audit']>): AuditRecord;
}

/** Returns the area under which an application records calls of an operation; null: not at all, as on desktops. */
export function auditArea({ device }: Pick<Services, 'device'>, { audit }: Operation): Operation['audit'] {
  return device === undefined ? audit : null;
}

/** Opens the entry of a call. */
export function openTrail({ operation, actor, caller, now, input, scopeId }: Call): AuditTrail {
  const facts: Omit<AuditFacts, 'change'> = {};
  const changes: AuditChange[] = [];
  let changeCount = 0;
  let changedScope: string | null = null;
  let first: { table: string; row: Row } | undefined;
  const add = (make: () => AuditChange): void => {
    changeCount += 1;
    if (changes.length < CHANGE_LIMIT) changes.push(make());
  };
  return {
    note({ change, ...rest }) {
      Object.assign(facts, rest);
      if (change === undefined) return;
      const { table, id, name, before, after } = change;
      const columns = Object.keys({ ...before, ...after });
      add(() => ({ table, id, name, values: valuesOf(columns, before, after) }));
    },
    changed({ table, op, set = {} }, before, after) {
      if (FOLLOWING.has(table)) return;
      const id = String(after['id']);
      if (changeCount === 0) first = { table, row: after };
      if (after['scopeId'] !== LIBRARY_SCOPE) changedScope ??= String(after['scopeId']);
      const columns = op === 'del' ? ['deletedAt'] : Object.keys(set);
      add(() => ({ table, id, name: nameOf(after), values: valuesOf(columns, before, after) }));
    },
    async nameSubject(find) {
      if (first === undefined || facts.subject !== undefined || nameOf(first.row) !== '') return;
      const names: string[] = [];
      for (const [column, table] of Object.entries(registry.get(first.table)?.references ?? {})) {
        const id = first.row[column];
        const found = typeof id === 'string' ? await find(table, id) : undefined;
        if (found !== undefined && nameOf(found) !== '') names.push(nameOf(found));
      }
      facts.subject = names.join(', ');
    },
    record(area) {
      // A public operation acts for the account it names, regardless of who is signed in.
      const isSignedIn = actor !== null && operation.right !== 'public';
      const user = isSignedIn ? { ...actor, id: actor.userId } : facts.account;
      const ofCall = scopeId === LIBRARY_SCOPE ? null : scopeId;
      const concerned = facts.companyId !== undefined ? facts.companyId : (ofCall ?? changedScope);
      return {
        at: now,
        area,
        action: operation.name,
        outcome: facts.refused === true ? 'refused' : 'done',
        userId: user?.id ?? null,
        userName: user?.name ?? '',
        companyId: concerned ?? user?.companyId ?? null,
        address: caller.address,
        device: shortened(caller.device),
        subject: shortened(facts.subject ?? changes[0]?.name ?? ''),
        ids: idsOf(operation, input),
        changes,
        changeCount,
      };
    },
  };
}

function nameOf(row: Row): string {
  const name = row['name'] ?? row['title'] ?? row['filename'];
  return typeof name === 'string' ? shortened(name) : '';
}

/** Values that differ, before and after. */
function valuesOf(columns: readonly string[], before: Row | null, after: Row | null): AuditChange['values'] {
  const values: AuditChange['values'] = {};
  for (const column of columns) {
    const [was, is] = [before?.[column] ?? null, after?.[column] ?? null];
    if (was === is || HIDDEN.has(column)) continue;
    const shown = PRESENCE[column];
    if (shown === undefined) values[column] = [textOf(was), textOf(is)];
    else values[shown] = [was === null ? null : 'set', is === null ? null : was === null ? 'set' : 'changed'];
  }
  return values;
}

function textOf(value: unknown): string | null {
  if (value === null) return null;
  return shortened(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The ids in an input, lists of them as one text. */
function idsOf(operation: Operation, input: Readonly<Record<string, unknown>>): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const [key, schema] of Object.entries(operation.input.shape)) {
    const value = input[key];
    if (idKindOf(schema) === undefined || operation.secret.includes(key)) continue;
    if (typeof value === 'string') ids[key] = value;
    else if (Array.isArray(value)) ids[key] = shortened(value.join(' '));
  }
  return ids;
}

function shortened(text: string): string {
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT - 1)}…` : text;
}
