import { Option, type Command } from 'commander';
import type { CreateApiKeyRequest } from 'postrider';
import { countArgument, listArgument } from '../command-line/arguments';
import { table } from '../command-line/output';
import type { Run, Session } from '../session/session';

interface CreateOptions {
  readonly permission: string;
  readonly mode: 'live' | 'test';
  readonly domains?: readonly string[];
  readonly expiresAt?: string;
  readonly rateLimit?: number;
}

export function addKeyCommands(program: Command, run: Run): void {
  const keys = program.command('keys').description('manage API keys (with an ADMIN key)');
  keys
    .command('list')
    .description('list API keys')
    .action(() => run(list));
  keys
    .command('create <name>')
    .description('create an API key; its token is printed once')
    .addOption(
      new Option('--permission <permission>', 'what it may do').choices(['send', 'full']).default('send'),
    )
    .addOption(new Option('--mode <mode>', 'live or test').choices(['live', 'test']).default('test'))
    .option('--domains <names>', 'only for these sending domains', listArgument)
    .option('--expires-at <time>', 'when it ends: 2027-01-01T00:00:00Z')
    .option('--rate-limit <count>', 'requests a second', countArgument)
    .action((name: string, options: CreateOptions) => run((session) => create(session, name, options)));
  keys
    .command('rotate <id>')
    .description('replace an API key; the old one works for another 24 hours')
    .action((id: string) => run((session) => rotate(session, id)));
  keys
    .command('revoke <id>')
    .description('revoke an API key at once')
    .action((id: string) => run((session) => revoke(session, id)));
}

async function list(session: Session): Promise<void> {
  const client = await session.client();
  const found = await client.keys.list({ limit: 100 }).toArray({ limit: 1_000 });
  const rows = found.map((key) => [
    key.id,
    key.name,
    key.mode,
    key.permission,
    key.status,
    key.last_used_at ?? null,
  ]);
  session.output.answer(found, table(['id', 'name', 'mode', 'permission', 'status', 'last used'], rows));
}

async function create(session: Session, name: string, options: CreateOptions): Promise<void> {
  const { permission, mode, domains, expiresAt, rateLimit } = options;
  const request: CreateApiKeyRequest = {
    ...{ name, permission, mode },
    ...(domains && { domains }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(rateLimit !== undefined && { rate_limit: rateLimit }),
  };
  const created = await (await session.client()).keys.create(request);
  session.output.progress('This token is shown only now:');
  session.output.answer(created, created.token);
}

async function rotate(session: Session, id: string): Promise<void> {
  const created = await (await session.client()).keys.rotate(id);
  session.output.progress('The old key works for another 24 hours. This token is shown only now:');
  session.output.answer(created, created.token);
}

async function revoke(session: Session, id: string): Promise<void> {
  const key = await (await session.client()).keys.revoke(id);
  session.output.answer(key, `${key.name} is revoked.`);
}
