/**
 * Entry point of every task, called by `npm run <task>`. Needs no dependency and runs on Node 20 or later. It installs the right Node, the
 * dependencies and, for tasks that need it, the build; then it runs the task under that Node.
 */
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './bootstrap/dependencies.mjs';
import { CACHE, ROOT, environmentFor, runInForeground, runQuietly } from './bootstrap/run.mjs';
import { step } from './bootstrap/progress.mjs';
import { canBeBuilt, isStale, parts } from './bootstrap/staleness.mjs';
import { ensureNode } from './bootstrap/toolchain.mjs';
import { explain, trouble, withTail } from './bootstrap/trouble.mjs';
import { tasks } from './tasks.mjs';

const [name = 'help', ...given] = process.argv.slice(2);
// `npm run` removes the separator; without npm it is passed on, and a task would treat it as an argument.
const args = given[0] === '--' ? given.slice(1) : given;

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = 1;
  report(/** @type {Error & { advice?: string }} */ (error));
}

async function main() {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task) return help(name);
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw trouble(
      `Node ${process.versions.node} is too old to start from.`,
      'Install Node 20 or later; Holdfast fetches the Node it runs on by itself.',
    );
  }
  const toolchain = await ensureNode();
  await ensureDependencies(toolchain);
  if (task.build) await ensureBuild(toolchain.node, task.build);
  if (!existsSync(join(ROOT, task.file)))
    throw trouble(`There is no ${task.file} in this checkout, which "${name}" runs.`);
  const command = [...(task.nodeOptions ?? []), join(ROOT, task.file), ...(task.args ?? []), ...args];
  return runInForeground(toolchain.node, command, { ...task.environment, ...environmentFor(toolchain.node) });
}

/**
 * @param {string} node path of the Node binary.
 * @param {('server' | 'agent' | 'web')[]} needed
 */
async function ensureBuild(node, needed) {
  for (const part of needed) {
    const description = parts[part];
    if (!canBeBuilt(description) || !isStale(description)) continue;
    await step(description.title, async () => {
      const script = join(ROOT, 'scripts', 'build.mjs');
      const { code, output, log } = await runQuietly(`build-${part}`, node, [script, part], {
        env: environmentFor(node),
      });
      if (code !== 0) throw withTail(`${description.title} failed.`, output, log);
    });
  }
}

/** @param {string} asked */
function help(asked) {
  const known = ['help', '--help', '-h'].includes(asked);
  const out = known ? process.stdout : process.stderr;
  const width = Math.max(...Object.keys(tasks).map((task) => task.length));
  const lines = Object.entries(tasks).map(([task, { about }]) => `  ${task.padEnd(width)}  ${about}\n`);
  const reproach = known ? '' : `There is no task "${asked}".\n\n`;
  out.write(`${reproach}npm run <task> [-- arguments]\n\n${lines.join('')}`);
  return known ? 0 : 1;
}

/** @param {Error & { advice?: string }} error */
function report(error) {
  process.stderr.write(`\n${error.message}\n${error.advice ? `${error.advice}\n` : ''}`);
  if (error.name === 'Trouble') return;
  const known = explain(error.message, '', '');
  if (known.message) process.stderr.write(`${known.message}\n`);
  try {
    const log = join(CACHE, 'logs', 'holdfast.log');
    mkdirSync(join(CACHE, 'logs'), { recursive: true });
    appendFileSync(log, `${new Date().toISOString()} ${name}\n${error.stack}\n`);
    process.stderr.write(`Details are in ${log}.\n`);
  } catch {
    // On a full or read-only disk the details cannot be written either; the message above has to suffice.
  }
}
