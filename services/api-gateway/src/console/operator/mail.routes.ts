import { invalidField, lowestId } from '@postrider/contracts';
import type { OperatorMail } from '@postrider/contracts/console';
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
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { operatorEndpoints as endpoints } from '../endpoints/operator.endpoints';
import { listScope, loginOf, organizationIdOf, type OperatorRouteOptions } from './platform';

export function mailRoutes({ pool, cursors, clock }: OperatorRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.listMail, async ({ query }) => {
      const pager = createPager(cursors, listScope('operator-mail'));
      const { limit, beforeId } = pager.start(query);
      const filter = await filterOf(pool, query, clock.now());
      const rows = await listMail(pool, filter, { limit: limit + 1, beforeId });
      return { body: pager.finish(rows, limit, present) };
    }),
    consoleRoute(endpoints.changeMail, async ({ session, body }) => {
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
    }),
  ];
}

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
