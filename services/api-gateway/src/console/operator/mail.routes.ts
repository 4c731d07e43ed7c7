import {
  changeOperatorMailRequest,
  listOperatorMailQuery,
  operatorMailChange,
  operatorMailList,
  type OperatorMail,
} from '@postrider/contracts/console';
import { invalidField } from '@postrider/contracts/errors';
import { lowestId } from '@postrider/contracts/ids';
import {
  changeInBulk,
  changesOfState,
  findDomainIds,
  listMail,
  type ListedMail,
  type MailFilter,
} from '@postrider/operator';
import type { Pool } from '@postrider/db';
import { createPager } from '../../paging/page';
import { operatorRoute } from '../console-route';
import { listScope, loginOf, organizationIdOf } from './platform';

export const mailRoutes = [
  operatorRoute({
    operationId: 'listOperatorMail',
    method: 'GET',
    path: '/operator/mail',
    query: listOperatorMailQuery,
    summary: 'List held, queued or failed email',
    description: 'Returns live email of all organizations, newest first, without its content.',
    success: { status: 200, schema: operatorMailList },
    errors: ['invalid_cursor'],
    handle: async ({ query }, { pool, cursors, clock }) => {
      const pager = createPager(cursors, listScope('operator-mail'));
      const { limit, beforeId } = pager.start(query);
      const filter = await filterOf(pool, query, clock.now());
      const rows = await listMail(pool, filter, { limit: limit + 1, beforeId });
      return { body: pager.finish(rows, limit, present) };
    },
  }),
  operatorRoute({
    operationId: 'changeOperatorMail',
    method: 'POST',
    path: '/operator/mail/changes',
    body: changeOperatorMailRequest,
    summary: 'Change many emails',
    description:
      'Holds, releases, fails or retries email that the filters choose, or counts it exactly. A request changes up to 5,000 emails, in pages that are committed one by one; `next` continues. Email that a worker is sending is counted as `on the wire` and not changed. The audit log of each organization records it.',
    success: { status: 200, schema: operatorMailChange },
    errors: [],
    handle: async ({ session, body }, { pool, clock }) => {
      const { change, state, ids = null, reason = '', dry_run: dryRun, after = lowestId } = body;
      const possible = changesOfState[state];
      if (!possible.includes(change)) {
        throw invalidField('change', `must be ${possible.join(' or ')} for ${state} email`);
      }
      const filter = await filterOf(pool, body, clock.now());
      const work = { change, filter, ids, dryRun, reason, operator: loginOf(session), after };
      const { groups, next } = await changeInBulk(pool, work);
      return {
        body: { object: 'operator_mail_change' as const, dry_run: dryRun, groups: [...groups], next },
      };
    },
  }),
];

const daysByDefault = 7;

interface GivenFilter extends Pick<MailFilter, 'state'> {
  readonly organization?: string | undefined;
  readonly domain?: string | undefined;
  readonly detail?: string | undefined;
  readonly held_as?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** @throws AppError `validation_error` when there is no such organization or domain */
async function filterOf(pool: Pool, given: GivenFilter, now: Date): Promise<MailFilter> {
  const { state, organization, domain, detail = null, held_as: heldAs = null, since, until } = given;
  const organizationId = await organizationIdOf(pool, organization);
  const domainIds = domain === undefined ? null : await findDomainIds(pool, domain);
  if (domainIds?.length === 0) throw invalidField('domain', `there is no ${domain}`);
  return {
    ...{ state, organizationId, domainIds, detail, heldAs },
    since: since === undefined ? new Date(now.getTime() - daysByDefault * 86_400_000) : new Date(since),
    until: until === undefined ? now : new Date(until),
  };
}

function present(row: ListedMail): OperatorMail {
  return {
    object: 'operator_mail',
    ...{ id: row.id, organization_id: row.organizationId, organization: row.organization },
    ...{ domain: row.domain, from: row.from, kind: row.kind, lane: row.lane },
    ...{ recipient: row.recipient, recipients: row.recipients, detail: row.detail },
    ...{ held_as: row.heldAs, held_by: row.heldBy },
    created_at: row.createdAt.toISOString(),
  };
}
