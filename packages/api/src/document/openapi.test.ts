import { operationList, placeholders } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { openApi } from './openapi.ts';

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: { properties?: object; required?: string[]; additionalProperties?: unknown } }>;
  };
  security?: unknown;
  responses: Record<string, { content?: object }>;
}

const { paths } = openApi('1.2.3') as { paths: Record<string, Record<string, Described>> };
const described = operationList
  .filter(({ agentOnly }) => agentOnly !== true)
  .map((operation) => [operation, paths[operation.path]![operation.method.toLowerCase()]!] as const);

it('The description of an operation has each part of its input once: in the path, in the query or in the body', () => {
  for (const [{ name, path, body, kind, input }, { parameters = [], requestBody }] of described) {
    const inPath = parameters.filter((one) => one.in === 'path');
    expect(
      inPath.map((one) => [one.name, one.required]),
      name,
    ).toEqual(placeholders(path).map((key) => [key, true]));
    if (body !== null || kind === 'upload') continue;
    const inBody = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {});
    const keys = [...parameters.map((one) => one.name), ...inBody];
    expect(keys.toSorted(), name).toEqual(Object.keys(input.shape).toSorted());
  }
});

it('The description of an operation requires what the operation requires', () => {
  for (const [{ name, input, body, kind }, { parameters = [], requestBody }] of described) {
    if (body !== null || kind === 'upload') continue;
    const { required = [] } = requestBody?.content['application/json']?.schema ?? {};
    const asked = [...parameters.filter((one) => one.required).map((one) => one.name), ...required];
    const needed = Object.entries(input.shape).filter(([, schema]) => !schema.safeParse(undefined).success);
    expect(asked.toSorted(), name).toEqual(needed.map(([key]) => key).toSorted());
    if (requestBody !== undefined) expect(requestBody.required, name).toBe(required.length > 0);
  }
});

it('The description of an operation forbids further keys in a body where the operation refuses them', () => {
  const verdicts = new Set<boolean>();
  for (const [{ name, body, kind, input }, { requestBody }] of described) {
    if (body !== null || kind === 'upload' || requestBody === undefined) continue;
    const { error } = input.safeParse({ 'a further key': 1 });
    const isRefused = error?.issues.some(({ code }) => code === 'unrecognized_keys') ?? false;
    const { additionalProperties } = requestBody.content['application/json']!.schema;
    expect(additionalProperties === false, name).toBe(isRefused);
    verdicts.add(isRefused);
  }
  expect(verdicts).toContain(true);
});

it('The description of an operation has the kind of its body and of its answer', () => {
  const kinds: Record<string, string> = {
    media: '*/*',
    download: '*/*',
    events: '*/*',
    stream: 'application/x-ndjson',
  };
  for (const [{ name, kind, output, method }, { requestBody, responses }] of described) {
    if (method === 'GET') expect(requestBody, name).toBeUndefined();
    if (kind === 'upload') expect(Object.keys(requestBody!.content), name).toEqual(['application/octet-stream']);
    const [status] = Object.keys(responses);
    expect(status, name).toBe(output.def.type === 'null' ? '204' : '200');
    const content = Object.keys(responses[status!]!.content ?? {});
    expect(content, name).toEqual(status === '204' ? [] : [kinds[kind] ?? 'application/json']);
  }
});

it('The description of an operation needs a token unless the operation is public', () => {
  for (const [{ name, right }, { security }] of described)
    expect(security, name).toEqual(right === 'public' ? undefined : [{ bearer: [] }]);
});
