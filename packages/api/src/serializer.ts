import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Keywords that only validate; they are removed because they slow the serialiser down. */
const CHECKS = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'description',
  '$schema',
  'default',
  'enum',
];

/** A compiled serialiser of an output schema. It writes only the keys of the schema, so that no other column of a row is ever sent. */
export function serializerOf(schema: z.ZodType): (output: unknown) => string {
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' }) as Json;
  const { definitions: named, ...root } = json;
  const definitions = (named ?? {}) as Record<string, Json>;
  // Defined separately from the root, because a nullable output is rewritten by `nullable` and would lose them.
  const simple: unknown = {
    ...(simplify(root, definitions) as Json),
    definitions: mapValues(definitions, definitions),
  };
  return fastJsonStringify(simple as Schema);
}

/** Returns a schema without validation keywords, with `X or null` as a nullable X. */
function simplify(node: unknown, definitions: Record<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((entry) => simplify(entry, definitions));
  if (typeof node !== 'object' || node === null) return node;
  const { anyOf, const: constant, ...rest } = node as Json & { anyOf?: Json[] };
  if (constant !== undefined) return { type: typeof constant };
  if (anyOf?.length === 2 && anyOf.some((option) => option['type'] === 'null')) {
    const other = anyOf.find((option) => option['type'] !== 'null')!;
    return nullable(other, definitions);
  }
  const kept = Object.entries(rest).filter(
    ([key, value]) => !CHECKS.includes(key) || (typeof value === 'object' && !Array.isArray(value)),
  );
  const simple = Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key === 'properties' || key === 'definitions'
        ? mapValues(value as Json, definitions)
        : simplify(value, definitions),
    ]),
  );
  if (Array.isArray((rest as { enum?: unknown[] }).enum) && simple['type'] === undefined) simple['type'] = 'string';
  return anyOf === undefined ? simple : { ...simple, anyOf: anyOf.map((option) => simplify(option, definitions)) };
}

/**
 * Makes a schema nullable. A named schema is inlined; only one that contains itself stays a reference, and the serialiser decides between it and null
 * at run time.
 */
function nullable(schema: Json, definitions: Record<string, Json>): unknown {
  const name = nameOf(schema);
  if (name === undefined) return { ...(simplify(schema, definitions) as Json), nullable: true };
  if (reaches(name, name, definitions, new Set())) return { anyOf: [{ type: 'null' }, schema] };
  return { ...(simplify(definitions[name]!, definitions) as Json), nullable: true };
}

/** Returns true when a named schema refers to another one, directly or through others. */
function reaches(from: string, to: string, definitions: Record<string, Json>, seen: Set<string>): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  const named = [...JSON.stringify(definitions[from] ?? {}).matchAll(/"#\/definitions\/([^"]+)"/g)].map(
    (match) => match[1]!,
  );
  return named.some((name) => name === to || reaches(name, to, definitions, seen));
}

function nameOf(schema: Json): string | undefined {
  const reference = schema['$ref'];
  return typeof reference === 'string' ? reference.replace('#/definitions/', '') : undefined;
}

function mapValues(properties: Json, definitions: Record<string, Json>): Json {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, simplify(value, definitions)]));
}
