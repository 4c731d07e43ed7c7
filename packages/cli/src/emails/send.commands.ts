import fs from 'node:fs';
import type { Command } from 'commander';
import type { Email, Postrider, SendEmail } from 'postrider';
import { pairArgument, repeatedArgument } from '../command-line/arguments';
import { CommandFailure, exitCodes } from '../command-line/failures';
import { readFile } from '../command-line/read-file';
import type { Run, Session } from '../session/session';

interface SendOptions {
  readonly from?: string;
  readonly to?: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly replyTo?: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly template?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly attach?: readonly string[];
  readonly tag?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly at?: string;
  readonly idempotencyKey?: string;
  readonly file?: string;
  readonly wait?: true;
  readonly dryRun?: true;
}

export function addSendCommand(program: Command, run: Run): void {
  program
    .command('send')
    .description('send an email')
    .option('--from <address>', 'sender: "Ada <ada@shop.example.com>"')
    .option('--to <address>', 'recipient; repeat it for more', repeatedArgument)
    .option('--cc <address>', 'copy; repeat it for more', repeatedArgument)
    .option('--bcc <address>', 'blind copy; repeat it for more', repeatedArgument)
    .option('--reply-to <address>', 'Reply-To address')
    .option('--subject <text>', 'subject')
    .option('--text <text>', 'text, or @file, or - for standard input')
    .option('--html <html>', 'HTML, or @file, or - for standard input')
    .option('--template <slug>', 'use this template')
    .option('--data <name=value>', 'value of a variable of the template; repeat it for more', pairArgument)
    .option('--attach <file>', 'attach this file; repeat it for more', repeatedArgument)
    .option('--tag <name=value>', 'tag; repeat it for more', pairArgument)
    .option('--metadata <name=value>', 'metadata; repeat it for more', pairArgument)
    .option('--at <time>', 'send it at this time: 2026-12-01T08:00:00Z')
    .option('--idempotency-key <key>', 'a second run with this key sends nothing')
    .option('--file <file>', 'the email as JSON, as POST /emails takes it; other options go first')
    .option('--wait', 'wait until sending is finished; a failure ends with exit code 4')
    .option('--dry-run', 'show what would be sent')
    .action((options: SendOptions) => run((session) => send(session, options)));
}

async function send({ output, ...session }: Session, options: SendOptions): Promise<number | void> {
  const email = await emailOf(options);
  if (options.dryRun) return output.answer(email, JSON.stringify(email, null, 2));
  const client = await session.client();
  const key = options.idempotencyKey;
  const sent = await client.emails.send(email, {
    signal: session.stopping,
    ...(key && { idempotencyKey: key }),
  });
  if (!options.wait) return output.answer(sent, sent.id);
  output.progress(`${sent.id} is accepted. Waiting for the outcome.`);
  const final = await finished(client, sent.id, session.stopping);
  output.answer(final, `${final.id}  ${final.last_event}`);
  return ['sent', 'delivered'].includes(final.last_event) ? exitCodes.ok : exitCodes.refused;
}

async function emailOf(options: SendOptions): Promise<SendEmail> {
  const given = options.file === undefined ? {} : await jsonFile(options.file);
  const { replyTo, template, data, attach, tag, at } = options;
  const email = {
    ...given,
    ...defined({
      ...{ from: options.from, to: options.to, cc: options.cc, bcc: options.bcc, reply_to: replyTo },
      ...{ subject: options.subject, scheduled_at: at, metadata: options.metadata },
      text: options.text === undefined ? undefined : await content(options.text),
      html: options.html === undefined ? undefined : await content(options.html),
      template: template === undefined ? undefined : { slug: template, ...(data && { data }) },
      tags: tag && Object.entries(tag).map(([name, value]) => ({ name, value })),
      attachments: attach?.map((path) => {
        if (!fs.existsSync(path)) throw new CommandFailure('usage', `There is no file ${path}.`);
        return { path };
      }),
    }),
  };
  const missing = (['from', 'to'] as const).filter((name) => !(name in email));
  if (missing.length > 0)
    throw new CommandFailure('usage', `Pass ${missing.map((name) => `--${name}`).join(' and ')}.`);
  return email as unknown as SendEmail;
}

function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** `@file` or `-`; anything else is meant as it is. */
function content(value: string): Promise<string> {
  if (value === '-') return readFile('-');
  return value.startsWith('@') ? readFile(value.slice(1)) : Promise.resolve(value);
}

async function jsonFile(file: string): Promise<object> {
  const text = await readFile(file);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below.
  }
  throw new CommandFailure('usage', `${file} is not a JSON object.`);
}

/** The API holds each request until sending is finished, or this long. */
const waitSeconds = 20;

async function finished(client: Postrider, id: string, signal: AbortSignal): Promise<Email> {
  for (;;) {
    const request = { method: 'GET', path: `/emails/${id}`, query: { wait: waitSeconds } } as const;
    const email = await client.request<Email>(request, { signal });
    if (email.last_event !== 'queued' && email.last_event !== 'sending') return email;
    // It waits for hours perhaps: a time that was asked for, a paused queue.
    if (email.waiting && !['sending', 'backlog', 'site_limit'].includes(email.waiting.cause)) return email;
  }
}
