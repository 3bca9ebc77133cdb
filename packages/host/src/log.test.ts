import { expect, it, onTestFinished, vi } from 'vitest';
import { openLog } from './log.ts';

/** Opens a log whose standard output is not shown. @returns its lines */
function opened(level: 'debug' | 'info' | 'warn') {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => output.mockRestore());
  const lines: Record<string, unknown>[] = [];
  const log = openLog(level, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  return { log, lines, output };
}

it('A log line has its level as a word and its time, and is written to the output and to the other receiver', () => {
  const { log, lines, output } = opened('info');
  log.info({ path: '/items' }, 'answered');
  expect(lines).toEqual([
    { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), path: '/items', msg: 'answered' },
  ]);
  expect(output.mock.calls.map(([line]) => JSON.parse(String(line)) as object)).toEqual(lines);
});

it('A log omits lines below its level', () => {
  const { log, lines } = opened('warn');
  log.info('omitted');
  log.warn('kept');
  expect(lines.map(({ msg }) => msg)).toEqual(['kept']);
});

it('A log shows no secret at any depth that is logged', () => {
  const { log, lines } = opened('info');
  const secrets = {
    password: 's',
    newPassword: 's',
    currentPassword: 's',
    token: 's',
    authorization: 's',
    cookie: 's',
    setupCode: 's',
  };
  log.info({ ...secrets, user: 'maren', input: { ...secrets, headers: { ...secrets, page: 'p' } } }, 'called');
  expect(JSON.stringify(lines)).not.toContain('"s"');
  expect(lines[0]).toMatchObject({ user: 'maren', password: '(not shown)', input: { headers: { page: 'p' } } });
});

it('A silent log writes nothing', () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => output.mockRestore());
  const lines: string[] = [];
  openLog('silent', { write: (line) => lines.push(line) }).error('unheard');
  expect([lines, output.mock.calls]).toEqual([[], []]);
});
