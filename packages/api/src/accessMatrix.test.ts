import { idKindOf, type Operation, operationList } from '@holdfast/contract';
import { request as requestOf } from '@holdfast/contract/client';
import { registry } from '@holdfast/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectations } from './testing/expectations.ts';
import {
  type CallerKind,
  CALLERS,
  DELETED_KINDS,
  type Ids,
  inputFrom,
  openWorld,
  SECRET,
  UNKNOWN,
  type World,
} from './testing/world.ts';

const MALFORMED = 'not-an-id';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.app.close());

async function call(
  operation: Operation,
  caller: CallerKind,
  input: Record<string, unknown>,
): Promise<{ status: number; body: string }> {
  const { url, init } = requestOf(operation, input);
  const authorization = caller === 'none' ? {} : { authorization: `Bearer ${world.tokens[caller]}` };
  const upload = operation.kind === 'upload';
  const answer = await world.app.inject({
    method: operation.method,
    url,
    headers: { ...init.headers, ...authorization, ...(upload ? { 'content-type': 'application/octet-stream' } : {}) },
    ...(init.body === undefined ? {} : { payload: upload ? Buffer.from(init.body) : init.body }),
  });
  return { status: answer.statusCode, body: answer.body };
}

interface IdKey {
  key: string;
  kind: keyof Ids;
  inCompany: boolean;
  optional: boolean;
  many: boolean;
}

/** Keys of inputs that contain the id of an existing row, with its kind. Keys with the id of a new row are not listed. */
function idKeys(operation: Operation, madeByCaller: readonly string[] = []): IdKey[] {
  return Object.entries(operation.input.shape).flatMap(([key, schema]) => {
    const kind = idKindOf(schema);
    const optional = schema.safeParse(undefined).success;
    if (kind === undefined || (optional && key === 'id') || madeByCaller.includes(key)) return [];
    const scopeKind = registry.get(kind)?.scopeKind;
    const inCompany = kind === 'company' || scopeKind === 'company' || scopeKind === 'either';
    return [{ key, kind, inCompany, optional, many: schema.safeParse([UNKNOWN]).success }];
  });
}

/**
 * Callers with a right according to product decision 1. Repeated here independently of the table of roles, so that an error in the table is
 * found.
 */
const HOLDERS: Readonly<Record<Exclude<Operation['right'], 'public' | 'device'>, readonly CallerKind[]>> = {
  signedIn: ['viewer', 'inspector', 'foreigner', 'reportAuthor', 'companyAdministrator', 'administrator'],
  read: ['viewer', 'inspector', 'foreigner', 'reportAuthor', 'companyAdministrator', 'administrator'],
  inspect: ['inspector', 'foreigner', 'companyAdministrator', 'administrator'],
  consult: ['reportAuthor', 'companyAdministrator', 'administrator'],
  author: ['reportAuthor', 'administrator'],
  manage: ['companyAdministrator', 'administrator'],
  administer: ['administrator'],
};

/** Returns the status with which a caller without the right is refused; null for one who holds it. */
function refusal({ right }: Operation, caller: CallerKind): number | null {
  if (right === 'public') return null;
  if ((right === 'device') !== (caller === 'device')) return 401;
  if (['none', 'bad', 'expired', 'revoked', 'disabled'].includes(caller)) return 401;
  if (right === 'device') return null;
  return HOLDERS[right].includes(caller) ? null : 403;
}

/** A caller of the inspector's company who holds a right. */
const MEMBERS: Readonly<Partial<Record<Operation['right'], CallerKind>>> = {
  device: 'device',
  consult: 'companyAdministrator',
  author: 'reportAuthor',
  manage: 'companyAdministrator',
};

describe('the access matrix', () => {
  it('contains every operation of the contract, and no others', () => {
    expect(Object.keys(expectations).toSorted()).toEqual(operationList.map((operation) => operation.name).toSorted());
  });

  it('requires a right of the administration for everything under /admin, and for nothing else [PERM-06]', () => {
    const under = operationList.filter(({ path }) => /^(\/ext)?\/admin\//.test(path));
    expect(under.length).toBeGreaterThan(40);
    const rights: readonly string[] = ['consult', 'author', 'manage', 'administer'];
    expect(operationList.filter(({ right }) => rights.includes(right))).toEqual(under);
  });

  describe.each(operationList.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
    const expected = expectations[name as keyof typeof expectations] ?? {};
    const ok = expected.ok ?? (operation.output.def.type === 'null' ? 204 : 200);
    const input = (ids: Ids): Record<string, unknown> => inputFrom(operation, ids, expected.more);
    const replaced = (key: string, id: string, many: boolean): Record<string, unknown> => ({
      ...input(world.own),
      [key]: many ? [id] : id,
    });
    const keys = idKeys(operation, expected.madeByCaller);
    const member = MEMBERS[operation.right] ?? 'inspector';
    const holder: CallerKind = operation.right === 'administer' ? 'administrator' : member;

    it.each(CALLERS)('answers a caller of kind "%s" according to the right [PERM-03] [PERM-06]', async (caller) => {
      world.reset();
      const { status, body } = await call(operation, caller, input(world.own));
      const refused = refusal(operation, caller);
      const outsider = caller === 'foreigner' && keys.some(({ inCompany, optional }) => inCompany && !optional);
      const staff = caller === 'administrator' ? expected.staff : undefined;
      expect(status, body).toBe(refused ?? (outsider ? 404 : (staff ?? ok)));
      if (refused !== null) expect(body).not.toContain(SECRET);
    });

    const foreignKeys = operation.right === 'administer' ? [] : keys.filter(({ inCompany }) => inCompany);
    it.each(foreignKeys)(
      'does not find a row of another company by $key, and reveals nothing of it [PERM-04]',
      async ({ key, kind, many }) => {
        world.reset();
        const { status, body } = await call(operation, member, replaced(key, world.foreign[kind], many));
        expect(status, body).toBe(404);
        expect(body).not.toContain(SECRET);
      },
    );

    if (foreignKeys.length > 1 && foreignKeys.some(({ optional }) => !optional))
      it('does not find rows of another company together either', async () => {
        world.reset();
        const { status, body } = await call(operation, member, input(world.foreign));
        expect(status, body).toBe(404);
        expect(body).not.toContain(SECRET);
      });

    const installed = keys.filter(({ inCompany, kind }) => inCompany && kind !== 'company');
    const pairs = installed.filter(({ key }) => installed.some((other) => other.key !== key && !other.optional));
    it.each(expected.mixed === undefined ? pairs : [])(
      'does not accept a $kind of another installation as $key',
      async ({ key, kind, many }) => {
        world.reset();
        const { status, body } = await call(operation, holder, replaced(key, world.second[kind], many));
        expect(status, body).toBe(404);
      },
    );

    const read = keys.filter(({ key }) => !(expected.unread ?? []).includes(key));
    it.each(read)('does not find a record for an unknown $key', async ({ key, many }) => {
      world.reset();
      const { status, body } = await call(operation, holder, replaced(key, UNKNOWN, many));
      expect(status, body).toBe(404);
    });

    it.each(keys)('refuses a malformed $key before it searches for it', async ({ key, many }) => {
      const { status } = await call(operation, holder, replaced(key, MALFORMED, many));
      expect(status).toBe(operation.agentOnly === true ? 404 : 400);
    });

    const deletable = read.flatMap(({ key, kind, many }) => {
      const deleted = DELETED_KINDS.find((each) => each === kind);
      return deleted === undefined || (expected.deletedIsFine ?? []).includes(key) ? [] : [{ key, deleted, many }];
    });
    it.each(deletable)('does not find a deleted row by $key', async ({ key, deleted, many }) => {
      world.reset();
      const { status, body } = await call(operation, holder, replaced(key, world.deleted[deleted], many));
      expect(status, body).toBe(404);
    });
  });
});
