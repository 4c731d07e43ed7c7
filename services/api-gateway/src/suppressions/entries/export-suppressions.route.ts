import { AppError, exportSuppressionsQuery } from '@postrider/contracts';
import { stringify } from 'csv-stringify/sync';
import { restrictedDomainIds } from '../../auth/principal-scope';
import { defineRoute, type Route } from '../../http/route';
import type { SuppressionFilter } from './list-suppressions.statement';
import { addressKey, listedDomain, type SuppressionRouteOptions } from './suppression-request';
import { presentSuppression } from './suppressions.presenter';
import type { SuppressionsRepository } from './suppressions.repository';

const columns = ['id', 'email', 'reason', 'scope', 'domain', 'source_email_id', 'created_at', 'expires_at'];
/** Made into text in one turn of the event loop. */
const pageRows = 500;
/** Of one organization, in one process: each holds a page, and a connection to a client that may read slowly. */
const exportsMax = 4;

export function exportSuppressionsRoute({ suppressions }: SuppressionRouteOptions): Route {
  const running = new Map<string, number>();
  return defineRoute({
    method: 'GET',
    path: '/suppressions/export',
    permission: 'SEND',
    testKeys: 'allowed',
    query: exportSuppressionsQuery,
    summary: 'Every entry that the list shows, as CSV; an answer without its last chunk is incomplete',
    tag: 'Suppressions',
    success: { status: 200, schema: null },
    textTypes: ['text/csv'],
    errors: ['validation_error', 'unknown_domain', 'rate_limited'],
    handle: ({ principal, query: { email, reason, domain } }) => {
      const organizationId = principal.organization.id;
      const filter = {
        organizationId,
        domainIds: restrictedDomainIds(principal),
        email: email === undefined ? undefined : addressKey(email),
        reason,
        domainId: listedDomain(principal, domain)?.id,
      };
      if ((running.get(organizationId) ?? 0) >= exportsMax) {
        throw new AppError(
          'rate_limited',
          `At most ${exportsMax} exports of an organization run at a time.`,
          {
            retryAfterSeconds: 5,
          },
        );
      }
      const stream = counted(csvPages(suppressions, filter), running, organizationId);
      return Promise.resolve({ status: 200, stream, contentType: 'text/csv; charset=utf-8' });
    },
  });
}

/** Page by page, by key: rows that come meanwhile are newer than the first page and not in it. */
async function* csvPages(
  suppressions: SuppressionsRepository,
  filter: SuppressionFilter,
): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`;
  for (let beforeId: string | null = null; ;) {
    const { rows, searchedTo } = await suppressions.list({ ...filter, limit: pageRows, beforeId });
    const page = rows.slice(0, pageRows);
    // What a spreadsheet would run as a formula is made text of: addresses are what strangers chose.
    if (page.length > 0) yield stringify(page.map(presentSuppression), { columns, escape_formulas: true });
    const goOnFrom: string | null = rows.length > pageRows ? (page.at(-1)?.id ?? null) : searchedTo;
    if (goOnFrom === null) return;
    beforeId = goOnFrom;
  }
}

async function* counted(
  pages: AsyncGenerator<string>,
  running: Map<string, number>,
  organizationId: string,
): AsyncGenerator<string> {
  const add = (count: number): void =>
    void running.set(organizationId, (running.get(organizationId) ?? 0) + count);
  add(1);
  try {
    yield* pages;
  } finally {
    add(-1);
    if (running.get(organizationId) === 0) running.delete(organizationId);
  }
}
