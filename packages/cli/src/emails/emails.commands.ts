import { Option, type Command } from 'commander';
import type { ListEmailsQuery } from 'postrider';
import { countArgument, idArgument, sinceArgument } from '../command-line/arguments';
import { table } from '../command-line/output';
import type { Run, Session } from '../session/session';
import { emailText, whyText } from './email-text';

interface ListOptions extends Pick<ListEmailsQuery, 'status' | 'to' | 'mode' | 'kind' | 'tag' | 'waiting'> {
  readonly limit: number;
  readonly since?: Date;
}

interface TailOptions {
  readonly mode?: 'live' | 'test';
  readonly since?: Date;
  readonly email?: string;
}

const modeOption = (): Option =>
  new Option('--mode <mode>', 'only live or only test emails').choices(['live', 'test']);

export function addEmailCommands(program: Command, run: Run): void {
  const emails = program.command('emails').description('find emails, and what happened to them');
  emails
    .command('list')
    .description('list emails, newest first')
    .option('--status <status>', 'only with this status: queued, delivered, bounced …')
    .option('--to <address>', 'only to this address')
    .option('--kind <kind>', 'only of this kind')
    .option('--tag <tag>', 'only with this tag: name:value')
    .option('--waiting <cause>', 'only those that wait for this cause now: retry, scheduled …')
    .option('--since <time>', 'only accepted since this time: 10m, 2h, 7d', sinceArgument)
    .option('--limit <count>', 'how many', countArgument, 20)
    .addOption(modeOption())
    .action((options: ListOptions) => run((session) => list(session, options)));
  emails
    .command('get')
    .argument('<id>', 'id of the email', idArgument)
    .description('show an email with its events')
    .action((id: string) => run((session) => get(session, id)));
  emails
    .command('why')
    .argument('<id>', 'id of the email', idArgument)
    .description('say why an email waits or failed, who can mend it, and what the servers said')
    .action((id: string) => run((session) => why(session, id)));
  emails
    .command('tail')
    .description('print events of emails as they happen')
    .option('--since <time>', 'begin at this time, such as 10m (default: now)', sinceArgument)
    .option('--email <id>', 'only of this email', idArgument)
    .addOption(modeOption())
    .action((options: TailOptions) => run((session) => tail(session, options)));
}

async function list(session: Session, { limit, ...filters }: ListOptions): Promise<void> {
  const client = await session.client();
  const found = await client.emails.list({ ...filters, limit: Math.min(limit, 100) }).toArray({ limit });
  const rows = found.map((email) => [
    ...[
      email.id,
      email.created_at,
      email.waiting?.cause ?? email.last_event,
      email.mode,
      email.to.join(', '),
    ],
    email.subject,
  ]);
  session.output.answer(found, table(['id', 'accepted', 'status', 'mode', 'to', 'subject'], rows));
}

async function get(session: Session, id: string): Promise<void> {
  const email = await (await session.client()).emails.get(id);
  session.output.answer(email, emailText(email));
}

async function why(session: Session, id: string): Promise<void> {
  const client = await session.client();
  const [email, attempts] = await Promise.all([client.emails.get(id), client.emails.listAttempts(id)]);
  const { last_event, waiting, events } = email;
  session.output.answer(
    { id, last_event, waiting, events, attempts: attempts.data },
    whyText(email, attempts.data),
  );
}

async function tail({ output, ...session }: Session, { since, email, mode }: TailOptions): Promise<void> {
  const client = await session.client();
  const events = client.emailEvents.follow({
    ...{ since: since ?? 'now', signal: session.stopping },
    ...(mode && { mode }),
    ...(email !== undefined && { email_id: email }),
    onError: (error) => output.warning(`${error.message}; trying again`),
  });
  output.progress('Waiting for events. Ctrl-C ends it.');
  for await (const event of events) {
    const { type, created_at: at, data } = event;
    const detail = 'detail' in data && data.detail ? `  ${data.detail}` : '';
    output.line(event, `${at.slice(11, 19)}  ${type}  ${data.recipient}  ${data.email_id}${detail}`);
  }
}
