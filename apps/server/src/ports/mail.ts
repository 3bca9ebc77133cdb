import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Application,
  type Delivery,
  type DueLetter,
  nextLetterAt,
  settleLetter,
  takeLetter,
} from '@holdfast/core';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

/** Transport of mails. */
export interface MailOptions {
  /** As `smtps://user:password@host`; null: letters are written to the outbox. */
  smtpUrl: string | null;
  /** The sender's address. */
  from: string;
  /** Address of the application in the links of mails. */
  publicUrl: () => string;
  /** Folder for letters that no server takes. */
  outbox: string;
}

/** Waits between tries to hand a letter to the mail server, ms. The link of a new password counts for an hour. */
const RETRY_MS = [2_000, 10_000, 60_000, 5 * 60_000, 15 * 60_000];
/** Time in ms after which a letter that a killed server had taken is sent by another; longer than any try. */
const HELD_MS = 5 * 60_000;
/** Interval in ms at which letters queued by other servers, or by the command line, are looked for. */
const LOOK_MS = 30_000;
/** Limits in ms of one try. Those in the address of the mail server come first. */
const TIMEOUTS = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

interface Message {
  from: string;
  to: string;
  subject: string;
  text: string;
}

/** Sends queued letters in the background. */
export interface Mailer {
  /** Begins to send queued letters, and goes on at intervals. */
  start(application: Pick<Application, 'read' | 'write' | 'ports'>): void;
  /** Called when a letter was queued. */
  wake(): void;
  /** Resolves once no letter is being sent; some may wait for another try. */
  idle(): Promise<void>;
  /** Ends after the try under way. What waits is sent by the next start, or by another server. */
  stop(): Promise<void>;
}

/**
 * Mail by SMTP, one letter after the other, from the queue in the database. One that the server does not take is tried again; without a server,
 * or when the last try fails, it is stored in the outbox folder and the log names the file (product decision 4).
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
    await writeFile(path, bytes as Buffer, { mode: 0o600 });
    return path;
  }

  /** Makes one try. */
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

  /** Sends every letter that is due. */
  async function send({ write, ports }: Pick<Application, 'write' | 'ports'>): Promise<void> {
    while (!stopping.signal.aborted) {
      const letter = await takeLetter({ write, ports }, HELD_MS);
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
    let nextMs = LOOK_MS;
    try {
      do {
        isWoken = false;
        await send(application);
        // Queued since the last look.
      } while (isWoken && !stopping.signal.aborted);
      const at = await nextLetterAt(application.read);
      if (at !== null) nextMs = Math.min(LOOK_MS, Math.max(0, at - application.ports.clock.now()));
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
      // Queued during the last look.
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

/** Longest name in a letter, in UTF-16 units. */
const NAME_LENGTH = 80;

/** A name as one short line: administrators of companies choose names, and a name must not become a message of its own. */
function asName(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > NAME_LENGTH ? `${line.slice(0, NAME_LENGTH - 1).toWellFormed()}…` : line;
}

/** The text of a letter. */
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
  return { from, to: email, subject, text: [`Hello ${name},`, '', ...lines].join('\n') };
}

/** The address of a mail server with limits of its tries, unless it sets them itself. */
function withTimeouts(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, ms] of Object.entries(TIMEOUTS))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  return url.href;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
