import {
  describedMessage,
  type Operation,
  operationList,
  placeholders,
  problems,
  ProblemDocument,
  REFUSAL_STATUSES,
  refusalsOf,
} from '@holdfast/contract';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document. */
export function openApi(version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const schemas: Json = {};
  schemaOf(ProblemDocument, 'output', schemas);
  for (const operation of operationList.filter(({ agentOnly }) => agentOnly !== true)) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describeOperation(operation, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Holdfast', version, description: 'Inspection of rigs, platforms and vessels.' },
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers.' },
      },
    },
    paths,
  };
}

function describeOperation(operation: Operation, schemas: Json): Json {
  const inPath = placeholders(operation.path);
  const inQuery = Object.keys(operation.input.shape).filter(
    (key) => !inPath.includes(key) && (operation.method === 'GET' || operation.query.includes(key)),
  );
  const parameters = [
    ...inPath.map((key) => parameter(operation, key, 'path', schemas)),
    ...inQuery.map((key) => parameter(operation, key, 'query', schemas)),
  ];
  const body = bodyOf(operation, [...inPath, ...inQuery], schemas);
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.path.split('/')[1]!],
    ...(operation.right === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null
      ? {}
      : { requestBody: { required: !takesNoBody(operation), content: { [bodyType(operation)]: { schema: body } } } }),
    responses: { ...successes(operation, schemas), ...refusals(operation, schemas) },
    'x-right': operation.right,
    'x-offline': operation.offline,
  };
}

function parameter(operation: Operation, key: string, place: 'path' | 'query', schemas: Json): Json {
  const schema = operation.input.shape[key] as z.ZodType;
  return {
    name: key,
    in: place,
    required: !schema.safeParse(undefined).success,
    schema: schemaOf(schema, 'input', schemas),
  };
}

function bodyOf(operation: Operation, elsewhere: readonly string[], schemas: Json): Json | null {
  if (operation.method === 'GET') return null;
  if (operation.kind === 'upload') return { type: 'string', format: 'binary' };
  if (operation.body !== null) return schemaOf(operation.input.shape[operation.body] as z.ZodType, 'input', schemas);
  const inBody = Object.entries(operation.input.shape).filter(([key]) => !elsewhere.includes(key));
  if (inBody.length === 0) return null;
  // Built from the shape, because zod's `pick` refuses objects with refinements.
  const parts = Object.fromEntries(inBody) as z.ZodRawShape;
  const isStrict = operation.input.def.catchall !== undefined;
  return schemaOf(isStrict ? z.strictObject(parts) : z.object(parts), 'input', schemas);
}

/** Returns true when a call may omit its body because all keys are optional. */
function takesNoBody({ body, input, method, query, path }: Operation): boolean {
  if (body !== null) return false;
  const elsewhere = new Set([...placeholders(path), ...(method === 'GET' ? Object.keys(input.shape) : query)]);
  return Object.entries(input.shape).every(
    ([key, schema]) => elsewhere.has(key) || (schema as z.ZodType).safeParse(undefined).success,
  );
}

function bodyType({ kind }: Operation): string {
  return kind === 'upload' ? 'application/octet-stream' : 'application/json';
}

function successes(operation: Operation, schemas: Json): Json {
  if (operation.output.def.type === 'null') return { 204: { description: 'Done.' } };
  return { 200: { description: 'Done.', content: answerOf(operation, schemas) } };
}

/** The content of an answer: JSON, lines of JSON, or bytes of any type. */
function answerOf({ kind, output }: Operation, schemas: Json): Json {
  if (kind === 'media' || kind === 'download' || kind === 'events') return { '*/*': {} };
  const type = kind === 'stream' ? 'application/x-ndjson' : 'application/json';
  return { [type]: { schema: schemaOf(output, 'output', schemas) } };
}

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

function refusals(operation: Operation, schemas: Json): Json {
  const byStatus = Map.groupBy(refusalsOf(operation), (code) => problems[code].status);
  const documents = Object.fromEntries(
    [...byStatus].map(([status, listed]) => [
      status,
      {
        description: listed.map((code) => `\`${code}\`: ${problems[code].message}`).join(' '),
        content: PROBLEM,
      },
    ]),
  );
  documents['431'] = { description: 'The head of the request is too long.', content: PROBLEM };
  if (operation.right === 'device') {
    if (operation.statusOf === undefined && operation.kind !== 'stream') return documents;
    const content = { ...PROBLEM, ...answerOf(operation, schemas) };
    const described = REFUSAL_STATUSES.map((status) => [status, { description: 'Refused in a message.', content }]);
    return { ...documents, ...Object.fromEntries(described) };
  }
  if (operation.statusOf === undefined) return documents;
  const content = answerOf(operation, schemas);
  return { ...documents, 401: { description: 'Refused, with the reason in words.', content } };
}

/** Returns a schema with its named parts moved to the components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: describeMessage }) as Json & { $defs?: Json };
  Object.assign(schemas, relocate($defs));
  return relocate(json);
}

/** Describes a message of the synchronisation by the schema of its encoded form. */
function describeMessage({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  const message = describedMessage(zodSchema);
  if (message === undefined) return;
  const { $schema: _, ...described } = z.toJSONSchema(message, { unrepresentable: 'any' });
  Object.assign(jsonSchema, described);
}

function relocate(json: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
