import type { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/**
 * Right needed to call an operation (product decision 1). `public`: anyone · `signedIn`: every account · `read`: data of the own company (all roles)
 * · `inspect`: records work · `consult`: reads the lists of the administration · `author`: makes reports · `manage`: administers users, particulars
 * and installations of a company · `administer`: configures the product for all companies · `device`: a desktop, by its own token, for its users.
 * `packages/contract/src/roles.ts` states who holds them.
 */
export type Right =
  | 'public'
  | 'signedIn'
  | 'read'
  | 'inspect'
  | 'consult'
  | 'author'
  | 'manage'
  | 'administer'
  | 'device';

/**
 * Encoding of input and output. `json`: both as JSON · `download`: returns a file with a name · `media`: returns an image or file for the screen,
 * also authorised by the cookie · `stream`: returns JSON values, one per line, as they are produced · `upload`: accepts a raw body · `events`:
 * returns an event stream.
 */
export type OperationKind = 'json' | 'download' | 'media' | 'stream' | 'upload' | 'events';

/** HTTP methods in use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `write` runs in a transaction under the locks of its scopes, `read` on a read-only connection. */
export type Effect = 'read' | 'write';

/** The input of any operation: one flat object of keys from all parts of a request. */
export type InputSchema = z.ZodObject;

/** Areas of the audit log, by which its entries are filtered. */
export const AUDIT_AREAS = [
  'signIn',
  'account',
  'company',
  'configuration',
  'report',
  'export',
  'device',
  'system',
] as const;

/** Area of the audit log. */
export type AuditArea = (typeof AUDIT_AREAS)[number];

/** Maximum number of bytes a body may have unless an operation says otherwise. */
export const BODY_LIMIT = 1024 * 1024;

/** An operation of the API as data. */
export interface Operation<
  I extends InputSchema = InputSchema,
  O extends z.ZodType = z.ZodType,
  E extends Effect = Effect,
  R extends Right = Right,
> {
  /** The verb of the path in camelCase: the key of the registry. */
  name: string;
  kind: OperationKind;
  method: Method;
  /** Path as in the specification, with placeholders such as `{id}`. */
  path: string;
  /** One sentence for the reader of the API's documentation. */
  summary: string;
  effect: E;
  right: R;
  /**
   * Area of the audit log in which a server records each of its calls; null: calls are not recorded there, because the history contains answers of
   * inspections, and the request log the rest.
   */
  audit: AuditArea | null;
  /** True when the desktop's local agent answers it without a network. */
  offline: boolean;
  /** True when only the desktop's local agent has it; a server answers `notFound`. */
  agentOnly?: boolean;
  /** All keys of path, query and body. A GET takes its keys from path and query; others from path, `query` and body. */
  input: I;
  /** Keys that are sent in the query although the method has a body. */
  query: readonly string[];
  /** The key whose value is the complete body, if the body in the specification is not an object. */
  body: string | null;
  /** Keys whose values are never stored, not even in the hash that distinguishes repeated calls, because a fast hash of a password reveals it. */
  secret: readonly string[];
  /** True when its answer is secret and therefore not stored for repeated calls, which run the handler again. */
  secretAnswer?: true;
  /** Maximum number of bytes its body may have; absent: `BODY_LIMIT`. */
  bodyBytes?: number;
  /** True when its body may be compressed with gzip; `bodyBytes` limits the uncompressed size. */
  gzipBody?: true;
  output: O;
  /** Returns the HTTP status of an output, if it is not 200 (or 204 for null). */
  statusOf?(output: z.output<O>): number;
  /** Refusals specific to this operation, in addition to those that follow from its right. */
  problems: readonly ProblemCode[];
}

/** Writes and downloads have to declare whether they are recorded in the audit log; other reads are recorded only if they declare it. */
type AuditStatement<E extends Effect> = E extends 'write'
  ? { audit: AuditArea | null }
  :
      | { kind?: Exclude<OperationKind, 'download'>; audit?: AuditArea | null }
      | { kind: 'download'; audit: AuditArea | null };

type Given<I extends InputSchema, O extends z.ZodType, E extends Effect, R extends Right> = Omit<
  Operation<I, O, E, R>,
  'kind' | 'query' | 'body' | 'secret' | 'audit'
> &
  Partial<Pick<Operation<I, O, E, R>, 'kind' | 'query' | 'body' | 'secret'>> &
  AuditStatement<E>;

const made = new WeakSet<object>();

/** Declares an operation. Its kind is `json` by default. */
export function operation<I extends InputSchema, O extends z.ZodType, E extends Effect, R extends Right>(
  given: Given<I, O, E, R>,
): Operation<I, O, E, R> {
  const declared: Operation<I, O, E, R> = Object.freeze({
    kind: 'json',
    query: [],
    body: null,
    secret: [],
    audit: null,
    ...given,
  });
  made.add(declared);
  return declared;
}

/** Returns true when a value was made by `operation`. */
export function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && made.has(value);
}

/** Input that a caller passes, before defaults are filled in. */
export type InputOf<T extends Operation> = z.input<T['input']>;
/** Parsed input that a handler receives. */
export type ParsedInputOf<T extends Operation> = z.output<T['input']>;
/** Output of an operation. */
export type OutputOf<T extends Operation> = z.output<T['output']>;

/** The operations among the exports of a module. */
export type OperationsIn<M> = { [K in keyof M as M[K] extends Operation ? K : never]: Extract<M[K], Operation> };

/** The names of the placeholders in a path, in order. */
export function placeholders(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}
