import type { Command } from 'commander';
import type { InboxEmail, ListInboxQuery, Postrider } from 'postrider';
import { countArgument, idArgument, sinceArgument } from '../command-line/arguments';
import { CommandFailure } from '../command-line/failures';
import { fields, table } from '../command-line/output';
import { findingsText } from '../emails/check.commands';
import type { Run, Session } from '../session/session';

type Filters = Pick<ListInboxQuery, 'to' | 'tag' | 'search'> & { readonly since?: Date };

interface ShowOptions extends Filters {
  readonly wait?: number;
  readonly code?: true;
  readonly text?: true;
  readonly source?: true;
}

/** Below the timeout of a request. */
const requestSecondsMax = 20;

export function addInboxCommands(program: Command, run: Run): void {
  const inbox = program
    .command('inbox')
    .description('look at emails in the test inbox, as they would be sent');
  filtered(inbox.command('list').description('list the emails of the inbox, newest first'))
    .option('--limit <count>', 'how many', countArgument, 20)
    .action((options: Filters & { readonly limit: number }) => run((session) => list(session, options)));
  filtered(
    inbox
      .command('show')
      .argument('[id]', 'id of the email (default: the newest)', idArgument)
      .description('show an email with its text, codes, links and what the check finds'),
  )
    .option('--wait <seconds>', 'wait for an email that matches', countArgument)
    .option('--code', 'print only its code')
    .option('--text', 'print only its text')
    .option('--source', 'print the whole message')
    .action((id: string | undefined, options: ShowOptions) => run((session) => show(session, id, options)));
  filtered(
    inbox
      .command('clear')
      .description('delete the content of the emails in the inbox: all, or those that match'),
  ).action((filters: Filters) => run((session) => clear(session, filters)));
}

function filtered(command: Command): Command {
  return command
    .option('--to <address>', 'only to this address')
    .option('--tag <tag>', 'only with this tag: name:value')
    .option('--search <text>', 'only with this text in the subject, an address or the content')
    .option('--since <time>', 'only accepted since this time: 10m, 2h, 7d', sinceArgument);
}

async function list(
  session: Session,
  { limit, ...filters }: Filters & { readonly limit: number },
): Promise<void> {
  const client = await session.client();
  const found = await client.inbox.list({ ...filters, limit: Math.min(limit, 100) }).toArray({ limit });
  const rows = found.map(({ id, created_at, last_event, mode, to, subject }) => [
    ...[id, created_at, last_event, mode, to.join(', '), subject],
  ]);
  session.output.answer(found, table(['id', 'accepted', 'status', 'mode', 'to', 'subject'], rows));
}

async function show(
  { output, ...session }: Session,
  given: string | undefined,
  { wait = 0, code, text, source, ...filters }: ShowOptions,
): Promise<void> {
  const client = await session.client();
  const id = given ?? (await findNewest(client, filters, wait));
  if (source) {
    const { text: message } = await client.inbox.getSource(id);
    output.answer({ id, source: message }, message.replaceAll('\r\n', '\n'));
    return;
  }
  const email = await client.inbox.get(id);
  if (!code) return output.answer(email, text ? textOf(email) : inboxText(email));
  const [likeliest] = email.codes;
  if (likeliest === undefined) {
    throw new CommandFailure('findings', `There is no code in "${email.subject}" (${id}).`, 'no_code');
  }
  output.answer({ id, code: likeliest, codes: email.codes }, likeliest);
}

/** @throws CommandFailure `refused` when there is none after the time */
async function findNewest(client: Postrider, filters: Filters, waitSeconds: number): Promise<string> {
  const endMs = Date.now() + waitSeconds * 1_000;
  for (;;) {
    const leftSeconds = Math.ceil((endMs - Date.now()) / 1_000);
    const wait = Math.min(leftSeconds, requestSecondsMax);
    const page = await client.inbox.list({ ...filters, limit: 1, ...(wait > 0 && { wait }) }).page();
    const [newest] = page.data;
    if (newest !== undefined) return newest.id;
    if (leftSeconds <= requestSecondsMax) {
      throw new CommandFailure('refused', 'No email in the inbox matches.', 'not_found');
    }
  }
}

function textOf({ html, text }: InboxEmail): string {
  return (text ?? html ?? '').replaceAll('\r\n', '\n').trim();
}

function inboxText(email: InboxEmail): string {
  const { id, from, to, subject, created_at: accepted, last_event: status, mode } = email;
  const head = {
    id,
    from,
    to: to.join(', '),
    subject,
    accepted,
    status,
    mode,
    codes: email.codes.join(', '),
  };
  const links = email.links.map(({ url, text }) => `  ${text === '' ? '' : `${text}: `}${url}`);
  const files = email.attachments.map(
    (file) => `  ${file.filename}  ${file.content_type}  ${file.size} bytes`,
  );
  return [
    fields({ ...head, codes: head.codes || null }),
    textOf(email),
    ...(links.length > 0 ? [['links:', ...links].join('\n')] : []),
    ...(files.length > 0 ? [['attachments:', ...files].join('\n')] : []),
    ...(email.findings.length > 0 ? [findingsText('check', email.findings)] : []),
  ].join('\n\n');
}

async function clear(session: Session, filters: Filters): Promise<void> {
  const client = await session.client();
  let deleted = 0;
  for (let hasMore = true; hasMore;) {
    const cleared = await client.inbox.clear(filters);
    deleted += cleared.deleted;
    hasMore = cleared.has_more;
  }
  session.output.answer({ deleted }, `${deleted} deleted`);
}
