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

export function addReviewCommands(program: Command, run: RunCommand): void {
  const group = program
    .command('reviews')
    .description('first messages of client organizations that were held');
  group
    .command('list')
    .addOption(new Option('--status <status>').choices(reviewStatuses).default('flagged'))
    .option('--organization <organization>', 'id or slug')
    .option('--limit <count>', 'at most this many', countArgument, 100)
    .action((options: ListOptions) => run((session) => list(session, options)));
  group
    .command('show')
    .description('the message and what was found in it')
    .argument('<message>', 'id', idArgument)
    .action((id: string) => run((session) => show(session, id)));
  group
    .command('release')
    .description('sends the message')
    .argument('<message>', 'id', idArgument)
    .action((id: string) => run((session) => decide(session, id, releaseReview)));
  group
    .command('reject')
    .description('fails the message; the hold of its organization stays')
    .argument('<message>', 'id', idArgument)
    .action((id: string) => run((session) => decide(session, id, rejectReview)));
  group
    .command('approve')
    .description('ends all screening of an organization and sends what is held')
    .argument('<organization>', 'id or slug')
    .action((name: string) => run((session) => approve(session, name)));
  group
    .command('lift')
    .description('ends the hold of an organization; its next messages are screened as before')
    .argument('<organization>', 'id or slug')
    .action((name: string) => run((session) => lift(session, name)));
}

async function list(session: Session, { organization, status, limit }: ListOptions): Promise<Row[]> {
  const organizationId = organization === undefined ? null : await organizationIdOf(session, organization);
  return listReviews(session.pool(), { status, organizationId, limit });
}

async function show(session: Session, id: string): Promise<Row> {
  const review = await showReview(session.pool(), id);
  if (review === undefined) throw new CommandRefused(`No message that was reviewed has the id ${id}.`);
  return review;
}

const refusals: Partial<Record<DecisionOutcome, string>> = {
  not_found: 'No message that was reviewed has this id.',
  already_decided: 'Somebody has decided about this message already.',
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
  if (outcome === 'not_under_review') throw new CommandRefused('This organization is not on a review hold.');
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
