/**
 * Display of steps: name, time, outcome. A terminal shows a spinner that counts the seconds; a log gets one line when a step begins and one when it
 * ends. Everything is written to stderr, so that stdout contains only the output of a task.
 */

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * @param {number} milliseconds
 * @returns {string} such as "0.4 s", "12.3 s" or "2 min 05 s".
 */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/**
 * Runs one step and shows it.
 *
 * @template T
 * @param {string} title what happens, such as "Installing dependencies".
 * @param {() => Promise<T>} work
 * @param {{ isTTY?: boolean, write(text: string): unknown }} [stream]
 * @returns {Promise<T>}
 */
export async function step(title, work, stream = process.stderr) {
  const began = Date.now();
  const elapsed = () => duration(Date.now() - began);
  let frame = 0;
  const spin = () => stream.write(`\r\u001B[2K${FRAMES[frame++ % FRAMES.length]} ${title}  ${elapsed()}`);
  const timer = stream.isTTY ? setInterval(spin, 120) : undefined;
  if (stream.isTTY) spin();
  else stream.write(`… ${title}\n`);
  const end = (/** @type {string} */ mark) => {
    clearInterval(timer);
    stream.write(`${stream.isTTY ? '\r\u001B[2K' : ''}${mark} ${title}  ${elapsed()}\n`);
  };
  try {
    const result = await work();
    end('✓');
    return result;
  } catch (error) {
    end('✗');
    throw error;
  }
}

/**
 * Reports that another process is doing the work, and that this one waits for it.
 *
 * @param {{ pid: number, host: string } | undefined} holder
 */
export function sayWaiting(holder) {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
  process.stderr.write(`… Waiting for ${who}, which prepares this checkout too\n`);
}
