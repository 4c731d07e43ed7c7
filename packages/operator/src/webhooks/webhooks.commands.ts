import { checkInput } from '@postrider/contracts/errors';
import { replayWebhookRequest } from '@postrider/contracts/webhooks';
import type { Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument, idArgument, timeArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import {
  disableWebhook,
  enableWebhook,
  listWebhooks,
  startReplay,
  type WebhookFilter,
} from './webhooks.repository';

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .description('list endpoints, newest first')
    .option('--organization <organization>', 'id or slug of the organization (default: all)')
    .option('--dead', 'only disabled or failing endpoints')
    .option('--limit <count>', 'maximum number of endpoints', countArgument, 100)
    .action(({ organization, ...filter }: ListOptions) =>
      run(async (session) => {
        const id = organization === undefined ? null : await organizationIdOf(session, organization);
        return listWebhooks(session.pool(), { ...filter, organizationId: id });
      }),
    );
  group
    .command('enable')
    .description('enable a disabled endpoint; use `webhooks replay` to send what it missed')
    .argument('<id>', 'id of the endpoint', idArgument)
    .action((id: string) => run((session) => enable(session, id)));
  group
    .command('disable')
    .description(
      'disable an endpoint; its organization gets a notice, and can enable it and replay what it missed',
    )
    .argument('<id>', 'id of the endpoint', idArgument)
    .requiredOption('--reason <reason>', 'reason, for the notice and the audit log')
    .action((id: string, { reason }: { readonly reason: string }) =>
      run((session) => disable(session, id, reason)),
    );
  group
    .command('replay')
    .description('sends the events of a period again; delivery ids stay the same')
    .argument('<id>', 'id of the endpoint', idArgument)
    .requiredOption('--since <time>', 'start of the period', timeArgument)
    .option('--until <time>', 'end of the period (default: now)', timeArgument)
    .option('--event <types...>', 'only these event types (default: all types of the endpoint)')
    .action((id: string, options: ReplayOptions) => run((session) => replay(session, id, options)));
}

interface ListOptions extends Omit<WebhookFilter, 'organizationId'> {
  readonly organization?: string;
}

interface ReplayOptions {
  readonly since: Date;
  readonly until?: Date;
  readonly event?: readonly string[];
}

async function enable(session: Session, id: string): Promise<Row> {
  const organizationId = await enableWebhook(session.pool(), id, session.operator);
  await session.publishEndpointChange(organizationId);
  return { id, status: 'enabled' };
}

async function disable(session: Session, id: string, reason: string): Promise<Row> {
  const { operator } = session;
  const organizationId = await disableWebhook(session.pool(), id, { operator, reason });
  await session.publishEndpointChange(organizationId);
  return { id, status: 'disabled' };
}

async function replay(session: Session, id: string, { since, until, event }: ReplayOptions): Promise<Row> {
  const now = new Date();
  if (since > now) throw new CommandRefused('since: must not be in the future');
  const end = until === undefined || until > now ? now : until;
  const checked = checkInput(replayWebhookRequest, {
    since: since.toISOString(),
    until: end.toISOString(),
    events: event ?? [],
  });
  if (!checked.ok) {
    throw new CommandRefused(checked.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  }
  const { operator } = session;
  const asked = { since, until: end, events: checked.value.events, operator };
  const row = await startReplay(session.pool(), id, asked);
  await session.publishEndpointChange(row.organization_id);
  return row;
}
