#!/usr/bin/env node
// Starts the command line of the report engine. Its sources are TypeScript, which Node 24 runs directly; under an older Node it is started
// with the Node that `npm start` or `npm test` has installed in .toolchain.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
const [major] = process.versions.node.split('.').map(Number);

if (major >= 24) {
  await import(cli);
} else {
  const node = toolchainNode(fileURLToPath(new URL('../../../.toolchain/node_modules', import.meta.url)));
  if (node === null) {
    process.stderr.write(
      `frx needs Node 24; this is ${process.versions.node}. Run "npm run build" once, which fetches it.\n`,
    );
    process.exit(1);
  }
  process.exit(spawnSync(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1);
}

/** The Node in a folder of node_modules, or null. */
function toolchainNode(folder) {
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder).filter((name) => name === 'node' || name.startsWith('node-'));
  return (
    names
      .flatMap((name) => ['bin/node', 'bin/node.exe'].map((file) => join(folder, name, file)))
      .find((file) => existsSync(file)) ?? null
  );
}
