import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { problems } from '@holdfast/contract';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

const PAGE = `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Holdfast API</title>
    <link rel="stylesheet" href="/docs/api/swagger-ui.css" />
  </head>
  <body>
    <div id="api"></div>
    <script src="/docs/api/swagger-ui-bundle.js"></script>
    <script src="/docs/api/start.js"></script>
  </body>
</html>
`;
const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, tryItOutEnabled: false });`;
// Swagger UI writes style attributes and data: pictures; it runs only its own script.
const POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the OpenAPI document, and a page to read it. */
export function serveDocumentation(app: FastifyInstance, version: string): void {
  let document: string | null = null;
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApi(version));
    void reply.type('application/json; charset=utf-8').send(document);
  });
  app.get(
    '/docs/api',
    (_request, reply) =>
      void reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  );
  app.get(
    '/docs/problems',
    (_request, reply) =>
      void reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(problemsPage()),
  );
  app.get('/docs/api/start.js', (_request, reply) => void reply.type('text/javascript; charset=utf-8').send(START));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    app.get(
      `/docs/api/${file}`,
      (_request, reply) => void reply.type(`${type}; charset=utf-8`).send(readFileSync(join(swaggerFolder(), file))),
    );
  }
}

/** Returns the page with the text of every problem; the type address of a problem links to its entry. */
function problemsPage(): string {
  const entries = Object.entries(problems).map(
    ([code, { status, message }]) => `<dt id="${code}"><code>${code}</code> (${status})</dt><dd>${message}</dd>`,
  );
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8" /><title>Holdfast problems</title><h1>Problems</h1><dl>${entries.join('')}</dl></html>`;
}

function swaggerFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
