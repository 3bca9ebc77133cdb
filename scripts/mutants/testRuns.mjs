/** Runs tests with mutants compiled in. A run that exceeds its time limit is ended with all processes that it started. */
import { fork } from 'node:child_process';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../bootstrap/run.mjs';

/**
 * @typedef {object} Request
 * @property {{ test: string, mutant: number | null }[]} runs paths of test files from the root, each once, with the mutant that is switched on for it.
 * @property {string | null} hits folder for a record of what each test file reaches.
 * @property {string | null} leftOut pattern of the titles of the tests that run; null: all.
 */

/**
 * @typedef {object} Answer
 * @property {string[]} failed titles of tests.
 * @property {string[]} errors that belong to no test file.
 * @property {{ path: string, ms: number, isOk: boolean }[]} files that ran, with the time of their tests.
 */

/** Tests that run in one process after the other, which keeps the compiled sources. */
export class TestRuns {
  #plan;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  /** @type {string[]} */
  #files = [];

  /** @param {string} plan path of the list of mutants. */
  constructor(plan) {
    this.#plan = plan;
  }

  /** @returns {Promise<string[]>} paths of all test files from the root. */
  async files() {
    await this.#started();
    return this.#files;
  }

  /**
   * @param {Request} request
   * @param {number} limit in ms.
   * @returns {Promise<Answer | 'late'>}
   */
  async run(request, limit) {
    const child = await this.#started();
    child.send(request);
    const answer = await received(child, limit);
    if (answer === 'late') this.end();
    return answer;
  }

  /** Ends the run under way with the processes it started. */
  end() {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined || child.exitCode !== null) return;
    try {
      if (process.platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  async #started() {
    if (this.#child !== undefined) return this.#child;
    const loader = pathToFileURL(join(ROOT, 'scripts', 'mutants', 'loader.mjs')).href;
    const child = fork(join(ROOT, 'scripts', 'mutants', 'warm.mjs'), {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
      execArgv: [],
      env: {
        ...process.env,
        CI: '',
        VITEST: '',
        HOLDFAST_MUTANTS: this.#plan,
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${loader}`,
      },
    });
    const ready = await received(child, START_MS);
    if (ready === 'late') throw new Error('Vitest did not start.');
    this.#files = ready.ready.map((/** @type {string} */ path) => relative(ROOT, path).replaceAll('\\', '/'));
    this.#child = child;
    return child;
  }
}

/** Time limit of the start of Vitest, in ms. */
const START_MS = 120_000;

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} limit in ms.
 * @returns {Promise<any>} its next message; `late` when none comes.
 */
function received(child, limit) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => resolve('late')), limit);
    const onMessage = (/** @type {unknown} */ message) => settle(() => resolve(message));
    const onExit = () => settle(() => reject(new Error('Vitest ended.')));
    child.once('message', onMessage);
    child.once('exit', onExit);

    /** @param {() => void} done */
    function settle(done) {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      done();
    }
  });
}
