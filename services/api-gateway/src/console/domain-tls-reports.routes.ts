import assert from 'node:assert';
import { domainTlsReports, domainTlsReportsQuery } from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { findMtaSts } from '../domains/mta-sts/mta-sts.repository';
import { consoleRoute } from './console-route';
import { findTlsFailures, sumTlsReports } from './domain-tls-reports.repository';

const dayMs = 86_400_000;

export const domainTlsReportRoutes = [
  consoleRoute({
    operationId: 'readDomainTlsReports',
    method: 'GET',
    path: '/domains/:id/tls-reports',
    access: 'viewer',
    query: domainTlsReportsQuery,
    summary: 'Get TLS reports about a domain',
    description:
      'Returns statistics from the TLS reports that other mail servers send once the `TLS_RPT` record of the domain contains our address.',
    tag: 'Domains',
    success: { status: 200, schema: domainTlsReports },
    errors: ['not_found', 'validation_error'],
    handle: async ({ member, params: { id }, query: { days } }, { pool, clock }) => {
      const { organization, domainIds } = member;
      const key = { organizationId: organization.id, id: id.toLowerCase() };
      const domain = isId(id) ? await findMtaSts(pool, key) : null;
      if (domain === null || (domainIds !== null && !domainIds.includes(domain.id))) {
        throw new AppError('not_found');
      }
      const today = Math.floor(clock.now().getTime() / dayMs);
      const from = new Date((today - days + 1) * dayMs);
      const window = { organizationId: organization.id, domainId: domain.id, from };
      const [sums, failures] = await Promise.all([
        sumTlsReports(pool, window),
        findTlsFailures(pool, window),
      ]);
      assert(sums !== undefined, 'a sum has a row');
      return { body: { object: 'domain_tls_reports' as const, id: domain.id, days, ...sums, failures } };
    },
  }),
];
