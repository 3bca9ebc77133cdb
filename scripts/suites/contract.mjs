/**
 * Checks a running server against its OpenAPI description. `npm run contract` starts a demo server and runs Schemathesis, a Python program,
 * which calls the operations of /openapi.json with generated input as inspector, viewer, administrator and desktop. Arguments after `--` go
 * to Schemathesis, e.g. `-- --include-path-regex second-factor`; `--as=desktop` or `--as=<address>` tries one caller alone.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../bootstrap/run.mjs';

/** Number of examples for an operation unless the arguments state another one. */
const EXAMPLES = 50;
/** Operations that end the session of the caller. */
const ENDING = ['DELETE /users/me/token', 'DELETE /ext/users/me/sessions/{id}'];
/** Accounts of the demo that call the operations. */
const PEOPLE = ['inspector@northmere.example', 'viewer@northmere.example', 'admin@holdfast.example'];
const PASSWORD = 'demo-Holdfast-1';
const DESKTOP = 'desktop';
const PROGRAM = process.env['SCHEMATHESIS'] ?? 'schemathesis';
const START_MS = 120_000;
/** Time limit of a call in seconds: a print takes long on a busy machine. */
const CALL_SECONDS = 60;
/**
 * Operations that may refuse inputs that their schema allows, for reasons that a schema cannot state. The names are regular expressions.
 */
const UNSTATED = [
  // The company that staff have to name.
  'ext/devices',
  'ext/overridden-changes/use',
  'ext/admin/reports/preview',
  'execute-report-(?:company|inspection-type)',
  // A content by its bytes or its hash; annotations within a picture.
  'api/add-(?:file-to-item|image-to-installation-inspection-item)',
  'ext/images/edit',
  // Choices of the template.
  'admin/reports',
  'ext/admin/reports/[{]id[}]/template',
  // A tag that is not blank.
  'ext/items/(?:find-by-tag|set-tag)',
  'ext/sweeps(?:/identify-tags)?',
  // Common passwords, roles of identity providers, names used twice, a list as a text, columns by name, signatures.
  'ext/admin/users(?:/[{]id[}]/password)?',
  'ext/admin/identity-providers(?:/[{]id[}])?',
  'ext/admin/fields-templates/[{]id[}]/draft',
  'admin/inspections/[{]id[}]',
  'ext/admin/report-starter',
  'ext/admin/releases',
  // The order of the messages of a device; names of additional properties that are those of a prototype.
  'ext/sync/(?:push|pull|repair|report)',
];
/** Settings of Schemathesis: additional refusals that are correct, such as a head that is too long, or bytes that are not a picture. */
const SETTINGS = `
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 426, 428, 429, 431]
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 413, 415, 422, 426, 429, 431]
[[operations]]
include-path-regex = "^/(?:${UNSTATED.join('|')})$"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 409, 413, 415, 422, 426, 429, 431]
`;

if (spawnSync(PROGRAM, ['--version']).status === 0) process.exitCode = await main(process.argv.slice(2));
else {
  console.error(
    'Schemathesis is needed: pip install schemathesis==4.32.5, then name the program in SCHEMATHESIS if it is not on the PATH.',
  );
  process.exitCode = 1;
}

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code.
 */
async function main(args) {
  const only = args.flatMap((arg) => /^--as=(.+)$/.exec(arg)?.[1] ?? [])[0];
  const unknown = only !== undefined && only !== DESKTOP && !PEOPLE.includes(only);
  if (unknown) {
    console.error(`There is no caller ${only}. Callers: ${[DESKTOP, ...PEOPLE].join(', ')}.`);
    return 1;
  }
  const passedOn = args.filter((arg) => !arg.startsWith('--as='));
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-contract-'));
  const environment = {
    PORT: '0',
    HOLDFAST_DATA: folder,
    HOLDFAST_DEMO: '1',
    HOLDFAST_LOG: 'error',
    HOLDFAST_REQUESTS_PER_MINUTE: '0',
    HOLDFAST_PRINTS_PER_HOUR: '0',
    HOLDFAST_WEATHER_URL: '0',
  };
  const server = spawn(process.execPath, [join(ROOT, 'apps', 'server', 'src', 'main.ts')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await addressOf(server);
    /** @type {string[]} */
    const failed = [];
    /** @type {(caller: string, token: string, request: () => Promise<Response>) => Promise<void>} */
    const tryAs = async (caller, token, request) => {
      if (only !== undefined && only !== caller) return;
      console.log(`\n— ${caller}`);
      const holds = check(folder, address, token, passedOn);
      // Calls of an unknown caller are all refused and test nothing. The first request may find its kept-alive connection closed after this
      // pause; the second one opens a new connection.
      const isKnown = (await request().catch(request)).status !== 401;
      if (!isKnown) console.error(`\nA call has ended the session of ${caller}: what followed was refused.`);
      if (!holds || !isKnown) failed.push(caller);
    };
    const device = await registerDevice(address);
    const question = JSON.stringify({ scopeId: 'library', sha256: ['0'.repeat(64)] });
    const headersOf = (/** @type {string} */ token) => ({
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    });
    // The administrator is last, because the accounts of the others may be deleted afterwards.
    await tryAs(DESKTOP, device, () =>
      fetch(`${address}/ext/sync/blobs/check`, { method: 'POST', headers: headersOf(device), body: question }),
    );
    for (const email of PEOPLE) {
      const token = await signIn(address, email).catch(() => signIn(address, email));
      await tryAs(email, token, () => fetch(`${address}/users/me`, { headers: headersOf(token) }));
    }
    console.log(failed.length === 0 ? '\nThe contract holds.' : `\nThe contract is broken as ${failed.join(', ')}.`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<string>} its address, once it is ready.
 */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let output = '';
    let isReady = false;
    const limit = setTimeout(() => reject(new Error(`The server did not start:\n${output}`)), START_MS);
    server.stdout?.on('data', (/** @type {Buffer} */ text) => {
      // Afterwards only errors are logged: the causes of findings.
      if (isReady) {
        process.stderr.write(text);
        return;
      }
      output += text.toString();
      const address = /ready: (http:\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(limit);
      isReady = true;
      resolve(address);
    });
    server.once('exit', () => reject(new Error(`The server ended:\n${output}`)));
  });
}

/**
 * @param {string} address
 * @param {string} email
 * @returns {Promise<string>} a token.
 */
async function signIn(address, email) {
  const answer = await fetch(`${address}/users/me/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  /** @type {{ details: { token: string } | null }} */
  const login = JSON.parse(await answer.text());
  if (login.details === null) throw new Error(`${email} cannot sign in.`);
  return login.details.token;
}

/**
 * @param {string} address
 * @returns {Promise<string>} the token of a new desktop of the inspector.
 */
async function registerDevice(address) {
  const token = randomBytes(32).toString('base64url');
  const deviceId = randomUUID().replace(/^(.{14})4/, '$17');
  const answer = await fetch(`${address}/ext/devices`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await signIn(address, 'inspector@northmere.example')}`,
    },
    body: JSON.stringify({ deviceId, token, name: 'Contract', appVersion: '0.1.0' }),
  });
  if (!answer.ok) throw new Error(`The desktop was not registered: ${await answer.text()}`);
  return token;
}

/**
 * @param {string} folder
 * @param {string} address
 * @param {string} token
 * @param {string[]} args
 */
function check(folder, address, token, args) {
  const examples = args.some((arg) => arg.startsWith('--max-examples')) ? [] : ['--max-examples', String(EXAMPLES)];
  const timeout = ['--request-timeout', String(CALL_SECONDS)];
  // The session of the caller must not be ended, and event streams never end.
  const left = ENDING.flatMap((name) => ['--exclude-name', name]).concat('--exclude-path-regex', '/events$');
  const header = ['--header', `Authorization: Bearer ${token}`];
  const run = ['run', `${address}/openapi.json`, ...header, ...left, ...examples, ...timeout, ...args];
  // Schemathesis stores files in its working folder and reads its settings there.
  writeFileSync(join(folder, 'schemathesis.toml'), SETTINGS);
  return spawnSync(PROGRAM, run, { cwd: folder, stdio: 'inherit' }).status === 0;
}
