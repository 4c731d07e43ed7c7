import {
  approveOrganization,
  liftReview,
  rejectReview,
  releaseReview,
  reviewStatuses,
  type DecisionOutcome,
  type DecisionOptions,
  type ReviewStatus,
} from '@postrider/reviews';
import { Option, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument, idArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { listReviews, showReview } from './reviews.repository';

interface ListOptions {
  readonly status: ReviewStatus;
  readonly organization?: string;
  readonly limit: number;
}

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .addOption(new Option('--status <status>').choices(reviewStatuses).default('flagged'))
    .option('--organization <organization>', 'id or slug of the organization')
    .option('--limit <count>', 'maximum number of reviews', countArgument, 100)
    .action((options: ListOptions) => run((session) => list(session, options)));
  group
    .command('show')
    .description('show a message and its findings')
    .argument('<message>', 'id', idArgument)
    .action((id: string) => run((session) => show(session, id)));
  group
    .command('release')
    .description('send the message')
    .argument('<message>', 'id', idArgument)
    .action((id: string) => run((session) => decide(session, id, releaseReview)));
  group
    .command('reject')
    .description('fail the message; its organization stays under review')
    .argument('<message>', 'id', idArgument)
    .action((id: string) => run((session) => decide(session, id, rejectReview)));
  group
    .command('approve')
    .description('end the screening of an organization and send its held messages')
    .argument('<organization>', 'id or slug')
    .action((name: string) => run((session) => approve(session, name)));
  group
    .command('lift')
    .description('end the review of an organization; its next messages are still screened')
    .argument('<organization>', 'id or slug')
    .action((name: string) => run((session) => lift(session, name)));
}

async function list(session: Session, { organization, status, limit }: ListOptions): Promise<Row[]> {
  const organizationId = organization === undefined ? null : await organizationIdOf(session, organization);
  return listReviews(session.pool(), { status, organizationId, limit });
}

async function show(session: Session, id: string): Promise<Row> {
  const review = await showReview(session.pool(), id);
  if (review === undefined) throw new CommandRefused(`There is no reviewed message with the id ${id}.`);
  return review;
}

const refusals: Partial<Record<DecisionOutcome, string>> = {
  not_found: 'There is no reviewed message with this id.',
  already_decided: 'This message was already decided.',
};

async function decide(session: Session, messageId: string, decision: typeof releaseReview): Promise<Row> {
  const outcome = await decision(decisionOptions(session), { messageId, operator: session.operator });
  const refusal = refusals[outcome];
  if (refusal !== undefined) throw new CommandRefused(refusal);
  return { message_id: messageId, outcome };
}

async function approve(session: Session, name: string): Promise<Row> {
  const organizationId = await organizationIdOf(session, name);
  const outcome = await approveOrganization(decisionOptions(session), {
    organizationId,
    operator: session.operator,
  });
  return { organization_id: organizationId, outcome };
}

async function lift(session: Session, name: string): Promise<Row> {
  const organizationId = await organizationIdOf(session, name);
  const outcome = await liftReview(decisionOptions(session), { organizationId, operator: session.operator });
  if (outcome === 'not_under_review') throw new CommandRefused('This organization is not under review.');
  return { organization_id: organizationId, outcome };
}

function decisionOptions(session: Session): DecisionOptions {
  return {
    pool: session.pool(),
    bumpCacheVersion: async (id) => {
      await session.bumpCacheVersion(id);
      return true;
    },
  };
}
