import { dmarcQuery, dmarcResource } from '@postrider/contracts/domains';
import { defineRoute, type Route } from '../../http/route';
import { foundDomain, namedDomain, type DomainRouteOptions } from './domain-request';
import { presentDmarc } from '../dmarc/dmarc.presenter';

export function readDmarcRoute({ domains, dmarc, clock }: DomainRouteOptions): Route {
  return defineRoute({
    operationId: 'readDmarcReports',
    method: 'GET',
    path: '/domains/:id/dmarc',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    query: dmarcQuery,
    summary: 'Get DMARC reports',
    description:
      'Returns statistics from the DMARC reports that receivers send once the DMARC record of the domain contains our address. Unknown sources with many failures are often spoofed email.',
    tag: 'Domains',
    success: { status: 200, schema: dmarcResource },
    errors: ['validation_error', 'not_found'],
    handle: async (request) => {
      const domain = namedDomain(request);
      const { name } = foundDomain(await domains.find(domain));
      const { days, window } = lastDays(clock.now(), request.query.days);
      const [rows, sources, reasons] = await Promise.all([
        dmarc.series(domain, window),
        dmarc.sources(domain, window),
        dmarc.reasons(domain, window),
      ]);
      return { status: 200, body: presentDmarc({ domain: name, days, rows, sources, reasons }) };
    },
  });
}

const dayMs = 86_400_000;

/** The UTC day of `now` and those before it, oldest first. */
function lastDays(now: Date, count: number): { days: string[]; window: { from: Date; until: Date } } {
  const until = new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs);
  const from = new Date(until.getTime() - count * dayMs);
  const days = Array.from({ length: count }, (_, index) =>
    new Date(from.getTime() + index * dayMs).toISOString().slice(0, 10),
  );
  return { days, window: { from, until } };
}
