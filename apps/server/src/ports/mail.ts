import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Letter } from '@holdfast/contract';
import type { Ports } from '@holdfast/core';
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

/** Waits between tries to hand a letter to the mail server, ms. The link in it counts for an hour. */
const RETRY_MS = [2_000, 10_000, 60_000, 5 * 60_000, 15 * 60_000];

/** Number of mails whose state is stored. */
const RECORDED = 500;

interface Message {
  from: string;
  to: string;
  subject: string;
  text: string;
}

/** Sends mail in the background, after the call that caused it has returned. */
export interface Mailer extends Pick<Ports['mail'], 'sendPasswordReset' | 'sendInvitation' | 'letters'> {
  /** Returns the number of letters that no server took yet. */
  waiting(): number;
  /** Resolves once no mail is being sent. */
  idle(): Promise<void>;
  /** Puts letters that wait for another try into the outbox. */
  stop(): Promise<void>;
}

/**
 * Mail by SMTP, one letter after the other. One that the server does not take is tried again; without a server, or when the last try fails,
 * it is stored in the outbox folder and the log names the file (product decision 4).
 */
export function mailer(
  { smtpUrl, from, publicUrl, outbox }: MailOptions,
  log: Logger,
  retryMs: readonly number[] = RETRY_MS,
): Mailer {
  const smtp = smtpUrl === null ? null : createTransport(smtpUrl);
  const file = createTransport({ streamTransport: true, buffer: true });
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let last: Promise<unknown> = Promise.resolve();

  async function keep(letter: Message): Promise<string> {
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const path = join(outbox, `${randomUUID()}.eml`);
    const { message } = await file.sendMail(letter);
    await writeFile(path, message as Buffer, { mode: 0o600 });
    return path;
  }

  /** Hands a letter to the server behind those before it. */
  async function hand(letter: Message, server: NonNullable<typeof smtp>): Promise<void> {
    const sent = last.then(() => server.sendMail(letter));
    last = sent.catch(() => undefined);
    await sent;
  }

  const recorded: Letter[] = [];

  async function deliver(letter: Message, state: Letter): Promise<void> {
    if (smtp === null) {
      const path = await keep(letter);
      state.state = 'outbox';
      log.warn({ file: path }, 'no mail server is set up: the letter lies in the outbox');
      return;
    }
    for (let attempt = 0; ; attempt += 1) {
      try {
        state.attempts += 1;
        await hand(letter, smtp);
        state.state = 'sent';
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        state.reason = reason;
        const waitMs = retryMs[attempt];
        if (waitMs === undefined || stopping.signal.aborted) {
          const kept = await keep(letter).catch(() => null);
          state.state = kept === null ? 'failed' : 'outbox';
          log.error({ file: kept, reason }, 'the mail server did not take the letter: it lies in the outbox');
          return;
        }
        log.warn({ reason, retryInSeconds: waitMs / 1000 }, 'the mail server did not take a letter: it is tried again');
        await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** Sends a letter behind the call that caused it, and records its state. */
  function send(kind: Letter['kind'], to: string, subject: string, lines: readonly string[]): Promise<void> {
    const createdAt = new Date().toISOString();
    const state: Letter = { id: randomUUID(), kind, to, state: 'waiting', attempts: 0, reason: null, createdAt };
    recorded.unshift(state);
    recorded.length = Math.min(recorded.length, RECORDED);
    const delivered = deliver({ from, to, subject, text: lines.join('\n') }, state).catch((error: unknown) => {
      state.state = 'failed';
      state.reason = error instanceof Error ? error.message : String(error);
      log.error({ err: error }, 'a letter could neither be sent nor kept');
    });
    underWay.add(delivered);
    void delivered.finally(() => underWay.delete(delivered));
    return Promise.resolve();
  }

  return {
    sendPasswordReset: ({ name, email }, secret) =>
      send('passwordReset', email, 'A new password for Holdfast', [
        `Hello ${name},`,
        '',
        'a new password was requested for your account. To set one, open this link within an hour:',
        '',
        `${publicUrl()}/#reset-password=${secret}`,
        '',
        'If it was not you, nothing needs to be done: your password stays as it is.',
      ]),
    sendInvitation: ({ name, email }, secret, invitedBy) =>
      send('invitation', email, 'Your account for Holdfast', [
        `Hello ${name},`,
        '',
        `${invitedBy} has created an account for you in Holdfast. To choose your password, open this link within 7 days:`,
        '',
        `${publicUrl()}/#invitation=${secret}`,
        '',
        `Then sign in with ${email}. If the link has expired, ask ${invitedBy} for a new one.`,
      ]),
    letters: () => recorded.map((letter) => ({ ...letter })),
    waiting: () => underWay.size,
    async idle() {
      await Promise.all(underWay);
    },
    async stop() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}
