import { operationList, operations } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { servedFixture } from '../testing/servedFixture.ts';

const server = servedFixture();

describe('the OpenAPI document', () => {
  it('describes every operation in an OpenAPI document with a page to read it', async () => {
    const document = (await server.app.inject({ method: 'GET', url: '/openapi.json' })).json<{
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; summary: string }>>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    for (const { name, method, path, summary } of operationList.filter(({ agentOnly }) => agentOnly !== true)) {
      expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: name, summary });
    }
    const onDesktops = operationList.filter(({ agentOnly }) => agentOnly === true);
    expect(onDesktops.filter(({ path, method }) => document.paths[path]?.[method.toLowerCase()])).toEqual([]);
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1]!,
    );
    const { schemas } = (document as unknown as { components: { schemas: Record<string, unknown> } }).components;
    expect(referred.filter((name) => !(name in schemas))).toEqual([]);
    const body = ({ name, path }: { name: string; path: string }) => {
      const { requestBody } = document.paths[path]!['post'] as unknown as {
        requestBody: { required: boolean; content: Record<string, { schema: { properties: object } }> };
      };
      return { name, required: requestBody.required, ...requestBody.content['application/json']!.schema.properties };
    };
    // A body of which every part may be left out may be left out itself, and texts say what they must not contain.
    expect(body(operations.getReportsForCompany)).toMatchObject({ required: false });
    const pattern = expect.stringContaining('\\x00') as string;
    expect(body(operations.createInspection)).toMatchObject({ required: true, name: { pattern } });
    expect((await server.app.inject({ method: 'GET', url: '/docs/api' })).headers['content-type']).toContain(
      'text/html',
    );
    expect((await server.app.inject({ method: 'GET', url: '/docs/problems' })).body).toContain('id="notFound"');
  });

  it('describes base64 by its pattern, and the refusal of a head that is too long, for every operation', async () => {
    const { paths } = (await server.app.inject({ url: '/openapi.json' })).json<{
      paths: Record<string, Record<string, { responses: object; requestBody?: { content: object } }>>;
    }>();
    for (const methods of Object.values(paths))
      for (const operation of Object.values(methods)) expect(Object.keys(operation.responses)).toContain('431');
    const { content } = paths['/ext/users/me/signature']!['put']!.requestBody!;
    const patterns: string[] = [];
    JSON.stringify(content, (key, value: unknown) => {
      if (key === 'pattern') patterns.push(String(value));
      return value;
    });
    expect(patterns).toHaveLength(1);
    const pattern = new RegExp(patterns[0]!);
    expect(['AA==', 'AAA=', 'AAAA', 'data:image/png;base64,AAAA'].filter((text) => !pattern.test(text))).toEqual([]);
    expect(['', 'data:,', '00', 'A===', 'AA=A', 'AA-_'].filter((text) => pattern.test(text))).toEqual([]);
  });

  it('describes bodies of bytes, and refusals in the messages of devices', async () => {
    const { paths } = (await server.app.inject({ url: '/openapi.json' })).json<{
      paths: Record<
        string,
        Record<string, { requestBody?: { content: object }; responses: Record<string, { content: object }> }>
      >;
    }>();
    const types = (content: object) => Object.keys(content).toSorted();
    for (const path of ['/ext/items/{itemId}/contents/{sha256}', '/ext/sync/blobs/{scopeId}/{sha256}'])
      expect(types(paths[path]!['put']!.requestBody!.content)).toEqual(['application/octet-stream']);
    const pull = paths['/ext/sync/pull']!['post']!.responses;
    expect(types(pull['200']!.content)).toEqual(['application/x-ndjson']);
    expect(types(pull['426']!.content)).toEqual(['application/problem+json', 'application/x-ndjson']);
    const push = paths['/ext/sync/push']!['post']!.responses;
    expect(types(push['409']!.content)).toEqual(['application/json', 'application/problem+json']);
  });

  it('describes that only the report of a desktop may have properties that are not known', async () => {
    const { paths } = (await server.app.inject({ method: 'GET', url: '/openapi.json' })).json<{
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
    }>();
    const bodyOf = (path: string) => paths[path]!.post.requestBody.content['application/json']!.schema;
    expect(bodyOf('/ext/sync/report')).not.toHaveProperty('additionalProperties');
    expect(bodyOf('/ext/sync/register')).toHaveProperty('additionalProperties', false);
  });
});
