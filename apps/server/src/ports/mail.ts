import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Application,
  type Delivery,
  type DueLetter,
  nextLetterAt,
  settleLetter,
  claimLetter,
  writeRequestedLinks,
} from '@holdfast/core';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

/** Transport of mails. */
export interface MailOptions {
  /** Address such as `smtps://user:password@host`; null: mails are written to the outbox folder. */
  smtpUrl: string | null;
  /** The sender's address. */
  from: string;
  /** Address of the application in the links of mails. */
  publicUrl: () => string;
  /** Folder for mails that could not be sent. */
  outbox: string;
}

/** Delays in ms between attempts to send a mail. The link for a new password is valid for an hour. */
const RETRY_MS = [2_000, 10_000, 60_000, 5 * 60_000, 15 * 60_000];
/** Time in ms after which a mail that a killed server was sending is sent by another; longer than any attempt. */
const HELD_MS = 5 * 60_000;
/** Interval in ms between searches for mails queued by other servers or by the command line. */
const CHECK_MS = 30_000;
/**
 * Delay in ms between a queued mail and the work on it, and between a request for a link and its link, also while other mails are sent. The call that
 * queued it is answered before, so that the work, which depends on whether an address has an account, cannot change the time of that answer.
 */
const WAKE_MS = 100;
/** Time limits in ms of one attempt. Limits in the address of the mail server override them. */
const TIMEOUTS = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

interface Message {
  from: string;
  /** As an object: a text would be read as a list of addresses with names. */
  to: { name: string; address: string };
  subject: string;
  text: string;
}

/** Sends queued mails in the background. */
export interface Mailer {
  /** Starts to send queued mails, and continues at intervals. */
  start(application: Pick<Application, 'read' | 'write' | 'ports'>): void;
  /** Called when a mail was queued. */
  wake(): void;
  /** Resolves once no mail is being sent; some may wait for another attempt. */
  idle(): Promise<void>;
  /** Stops after the current attempt. Queued mails are sent after the next start, or by another server. */
  stop(): Promise<void>;
}

/**
 * Sends mails of the queue in the database by SMTP, one after the other. A mail that the server does not accept is retried. Without a server, or when
 * the last attempt fails, it is stored in the outbox folder and the log names the file (product decision 4).
 */
export function mailer(
  { smtpUrl, from, publicUrl, outbox }: MailOptions,
  log: Logger,
  retryMs: readonly number[] = RETRY_MS,
): Mailer {
  const smtp = smtpUrl === null ? null : createTransport(withTimeouts(smtpUrl));
  const file = createTransport({ streamTransport: true, buffer: true });
  let application: Pick<Application, 'read' | 'write' | 'ports'> | null = null;
  let working: Promise<void> | null = null;
  let isWoken = false;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function keep(message: Message): Promise<string> {
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const path = join(outbox, `${randomUUID()}.eml`);
    const { message: bytes } = await file.sendMail(message);
    await writeFile(path, withPlainText((bytes as Buffer).toString('utf8'), message.text), { mode: 0o600 });
    return path;
  }

  /** Makes one attempt to send a mail. */
  async function deliver(letter: DueLetter, now: number): Promise<Delivery> {
    const message = messageOf(letter, from, publicUrl());
    if (smtp === null) {
      log.warn({ file: await keep(message) }, 'no mail server is set up: the letter lies in the outbox');
      return { state: 'outbox', reason: null };
    }
    try {
      await smtp.sendMail(message);
      return { state: 'sent', reason: null };
    } catch (error) {
      const reason = reasonOf(error);
      const waitMs = retryMs[letter.attempts - 1];
      if (waitMs !== undefined) {
        log.warn({ reason, retryInSeconds: waitMs / 1000 }, 'the mail server did not take a letter: it is tried again');
        return { state: 'waiting', reason, dueAt: now + waitMs };
      }
      log.error(
        { file: await keep(message), reason },
        'the mail server did not take the letter: it lies in the outbox',
      );
      return { state: 'outbox', reason };
    }
  }

  /** Sends all mails that are due. */
  async function send({ write, ports }: Pick<Application, 'write' | 'ports'>): Promise<void> {
    while (!stopping.signal.aborted) {
      await writeRequestedLinks({ write, ports }, ports.clock.now() - WAKE_MS);
      const letter = await claimLetter({ write, ports }, HELD_MS);
      if (letter === null) return;
      const delivery = await deliver(letter, ports.clock.now()).catch((error: unknown): Delivery => {
        log.error({ err: error }, 'a letter could neither be sent nor kept');
        return { state: 'failed', reason: reasonOf(error) };
      });
      await settleLetter(write, letter.id, delivery);
    }
  }

  async function work(): Promise<void> {
    if (application === null) return;
    let nextMs = CHECK_MS;
    await delay(WAKE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    try {
      do {
        isWoken = false;
        await send(application);
        // A mail was queued since the last query.
      } while (isWoken && !stopping.signal.aborted);
      const at = await nextLetterAt(application.read);
      if (at !== null) nextMs = Math.min(CHECK_MS, Math.max(0, at - application.ports.clock.now()));
    } catch (error) {
      log.error({ err: error }, 'the queue of letters could not be read');
    }
    if (!stopping.signal.aborted) timer = setTimeout(wake, nextMs).unref();
  }

  function wake(): void {
    isWoken = true;
    if (working !== null || stopping.signal.aborted) return;
    clearTimeout(timer);
    working = work().finally(() => {
      working = null;
      // A mail was queued during the last query.
      if (isWoken) wake();
    });
  }

  return {
    start(given) {
      application = given;
      wake();
    },
    wake,
    async idle() {
      await working;
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await working;
    },
  };
}

/** Maximum length of a name in a mail, in UTF-16 units. */
const NAME_LENGTH = 80;

/** Returns a name as one short line. Administrators of companies choose names, and a name must not contain a message. */
function asName(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > NAME_LENGTH ? `${line.slice(0, NAME_LENGTH - 1).toWellFormed()}…` : line;
}

/** Returns a mail with its text. */
function messageOf({ kind, email, secret, ...letter }: DueLetter, from: string, address: string): Message {
  const [name, invitedBy] = [asName(letter.name), asName(letter.invitedBy)];
  const [subject, lines] =
    kind === 'passwordReset'
      ? [
          'A new password for Holdfast',
          [
            'a new password was requested for your account. To set one, open this link within an hour:',
            '',
            `${address}/#reset-password=${secret}`,
            '',
            'If it was not you, nothing needs to be done: your password stays as it is.',
          ],
        ]
      : [
          'Your account for Holdfast',
          [
            `${invitedBy} has created an account for you in Holdfast. To choose your password, open this link within 7 days:`,
            '',
            `${address}/#invitation=${secret}`,
            '',
            `Then sign in with ${email}. If the link has expired, ask ${invitedBy} for a new one.`,
          ],
        ];
  return { from, to: { name: '', address: email }, subject, text: [`Hello ${name},`, '', ...lines].join('\n') };
}

/**
 * A letter of text alone whose text is not encoded: people copy its link out of the file, which the encoding for mail servers breaks into lines.
 * @param letter as it would be sent
 */
function withPlainText(letter: string, text: string): string {
  const head = letter.slice(0, letter.indexOf('\r\n\r\n'));
  const lines = head.replace(/^Content-Transfer-Encoding:.*$/im, 'Content-Transfer-Encoding: 8bit');
  return `${lines}\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`;
}

/** Adds time limits to the address of a mail server, unless it contains them. */
function withTimeouts(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, ms] of Object.entries(TIMEOUTS))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  return url.href;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
