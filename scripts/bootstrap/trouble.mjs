/**
 * Failures for users: the problem in one sentence, and what to do about it. All errors that the bootstrap throws on purpose are made here, so that
 * users see no stack trace.
 */

/**
 * @param {string} message what went wrong.
 * @param {string} [advice] what to do about it.
 * @returns {Error & { advice?: string }}
 */
export function trouble(message, advice) {
  const error = new Error(message);
  error.name = 'Trouble';
  return Object.assign(error, { advice });
}

/** @type {{ pattern: RegExp, message: string, advice: string }[]} */
const KNOWN = [
  {
    pattern: /ENOSPC|no space left on device/i,
    message: 'The disk is full.',
    advice: 'Free about 1 GB on the disk that holds this folder and run the command again.',
  },
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network (request|timeout)/i,
    message: 'The npm registry could not be reached.',
    advice:
      'Check the network connection, or the proxy and registry that "npm config list" shows, and run the command again. What was fetched already is kept.',
  },
  {
    pattern: /SELF_SIGNED_CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_HAS_EXPIRED/i,
    message: 'The npm registry showed a certificate this machine does not trust.',
    advice: 'Behind a proxy of your own, set NODE_EXTRA_CA_CERTS to its certificate file and run the command again.',
  },
  {
    pattern: /\bE401\b|\bE403\b/,
    message: 'The npm registry refused the request.',
    advice: 'Sign in to the registry that "npm config get registry" names, or use the public one.',
  },
  {
    pattern: /EACCES|EPERM|EROFS/,
    message: 'A folder of this checkout, or the npm cache, cannot be written.',
    advice:
      'Make sure that you own this folder and the one that "npm config get cache" names, and run the command again.',
  },
  {
    pattern: /EBADPLATFORM|ENOTSUP/,
    message: 'A package Holdfast needs does not exist for this platform.',
    advice: 'Holdfast runs on Linux (x64, arm64), macOS (x64, arm64) and Windows (x64).',
  },
  {
    pattern: /ETARGET|\bE404\b|No matching version/i,
    message: 'The npm registry does not have a package of the version Holdfast needs.',
    advice:
      'Use a registry that mirrors registry.npmjs.org completely ("npm config get registry" names the present one).',
  },
];

/**
 * Explains the output of a failed npm.
 *
 * @param {string} output what the command printed, both streams.
 * @param {string} fallback the sentence for a failure that is not in the table.
 * @param {string} log path of the file that holds the whole output.
 * @returns {Error & { advice?: string }}
 */
export function explain(output, fallback, log) {
  const known = KNOWN.find(({ pattern }) => pattern.test(output));
  if (known) return trouble(known.message, `${known.advice}\nThe whole output is in ${log}.`);
  return withTail(fallback, output, log);
}

/**
 * Returns a failure with the last lines of the command's output.
 *
 * @param {string} message
 * @param {string} output
 * @param {string} log path of the file that holds the whole output.
 * @returns {Error & { advice?: string }}
 */
export function withTail(message, output, log) {
  const tail = output.trimEnd().split('\n').slice(-12).join('\n');
  return trouble(message, `${tail}\n\nThe whole output is in ${log}.`);
}
