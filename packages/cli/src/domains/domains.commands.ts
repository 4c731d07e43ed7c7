import { Option, type Command } from 'commander';
import type { Domain, Postrider } from 'postrider';
import { isId } from '../command-line/arguments';
import { CommandFailure, exitCodes } from '../command-line/failures';
import { table } from '../command-line/output';
import type { Run, Session } from '../session/session';

interface AddOptions {
  readonly stream: 'transactional' | 'bulk';
  readonly dns: 'manual' | 'cloudflare';
}

export function addDomainCommands(program: Command, run: Run): void {
  const domains = program.command('domains').description('manage sending domains (with an ADMIN key)');
  domains
    .command('list')
    .description('list sending domains')
    .action(() => run(list));
  domains
    .command('add <name>')
    .description('add a sending domain, and print the DNS records to publish')
    .addOption(
      new Option('--stream <stream>', 'what it sends')
        .choices(['transactional', 'bulk'])
        .default('transactional'),
    )
    .addOption(
      new Option('--dns <mode>', 'who publishes the records')
        .choices(['manual', 'cloudflare'])
        .default('manual'),
    )
    .action((name: string, options: AddOptions) => run((session) => add(session, name, options)));
  domains
    .command('check <name>')
    .description('look the DNS records up now; exit code 1 while one that is needed is missing')
    .action((name: string) => run((session) => check(session, name)));
  domains
    .command('publish <name>')
    .description('publish the DNS records at the provider of the platform (--dns cloudflare)')
    .action((name: string) => run((session) => publish(session, name)));
}

async function list(session: Session): Promise<void> {
  const client = await session.client();
  const found = await client.domains.list({ limit: 100 }).toArray({ limit: 1_000 });
  const rows = found.map((domain) => [
    domain.name,
    domain.status,
    domain.stream,
    wrong(domain).join(', ') || null,
  ]);
  session.output.answer(found, table(['domain', 'status', 'stream', 'records to mend'], rows));
}

async function add(session: Session, name: string, { stream, dns }: AddOptions): Promise<void> {
  const domain = await (await session.client()).domains.create({ name, stream, dns_mode: dns });
  session.output.answer(domain, recordsText(domain));
}

async function check(session: Session, name: string): Promise<number> {
  const client = await session.client();
  const domain = await client.domains.verify(await idOf(client, name));
  session.output.answer(domain, `${domain.name} is ${domain.status}\n${recordsText(domain)}`);
  return domain.status === 'verified' ? exitCodes.ok : exitCodes.findings;
}

async function publish(session: Session, name: string): Promise<void> {
  const client = await session.client();
  const domain = await client.domains.publish(await idOf(client, name));
  session.output.answer(domain, `${domain.name} is ${domain.status}\n${recordsText(domain)}`);
}

/** @throws CommandFailure when the organization does not have the domain */
async function idOf(client: Pick<Postrider, 'domains'>, name: string): Promise<string> {
  if (isId(name)) return name;
  for await (const domain of client.domains.list({ limit: 100 })) {
    if (domain.name === name.toLowerCase()) return domain.id;
  }
  throw new CommandFailure('refused', `There is no domain ${name}.`, 'not_found');
}

function wrong({ records }: Domain): string[] {
  return records
    .filter(({ status, required }) => required && status !== 'verified')
    .map(({ record }) => record);
}

/** What is there instead stands below a record. */
function recordsText({ records }: Domain): string {
  const rows = records.map((record) => [
    ...[
      record.status,
      record.type,
      record.name,
      record.priority === undefined ? null : String(record.priority),
    ],
    record.value,
  ]);
  const notes = records
    .filter(({ status }) => status === 'mismatch' || status === 'missing')
    .flatMap(({ record, error, hint, observed }) => [
      ...(error ? [`${record}: ${error}`] : []),
      ...(observed.length > 0 ? [`${record}: found ${observed.join(' | ')}`] : []),
      ...(hint ? [`${record}: ${hint}`] : []),
    ]);
  return [table(['status', 'type', 'name', 'priority', 'value'], rows), ...notes].join('\n');
}
