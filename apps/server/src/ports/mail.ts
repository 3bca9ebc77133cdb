import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ports } from '@holdfast/core';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

/** How mail leaves. */
export interface MailOptions {
  /** As `smtps://user:password@host`; null: letters are written to the outbox. */
  smtpUrl: string | null;
  /** The sender's address. */
  from: string;
  /** Where the application answers to the people who get the mail. */
  publicUrl: () => string;
  /** Folder for letters that no server takes. */
  outbox: string;
}

/** Mail by SMTP; without a server, or when it fails, letters lie in the outbox folder and the log says where (decisions 4). */
export function mailer({ smtpUrl, from, publicUrl, outbox }: MailOptions, log: Logger): Ports['mail'] {
  const smtp = smtpUrl === null ? null : createTransport(smtpUrl);
  const file = createTransport({ streamTransport: true, buffer: true });

  async function keep(letter: { from: string; to: string; subject: string; text: string }): Promise<string> {
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const path = join(outbox, `${randomUUID()}.eml`);
    const { message } = await file.sendMail(letter);
    await writeFile(path, message as Buffer, { mode: 0o600 });
    return path;
  }

  return {
    async sendPasswordReset({ name, email }, secret) {
      const letter = {
        from,
        to: email,
        subject: 'A new password for Holdfast',
        text: [
          `Hello ${name},`,
          '',
          'somebody asked for a new password for your account. To set one, open this link within an hour:',
          '',
          `${publicUrl()}/#reset-password=${secret}`,
          '',
          'If it was not you, nothing needs to be done: your password stays as it is.',
        ].join('\n'),
      };
      try {
        if (smtp !== null) {
          await smtp.sendMail(letter);
          return;
        }
        log.warn({ file: await keep(letter) }, 'no mail server is set up: the letter lies in the outbox');
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const file = await keep(letter).catch(() => null);
        log.error({ file, reason }, 'the mail server did not take the letter: it lies in the outbox');
      }
    },
  };
}
