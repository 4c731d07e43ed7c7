import { domainResource } from '@postrider/contracts/domains';
import { authorOf } from '../../audit/record-audit-entry';
import { defineRoute, type Route } from '../../http/route';
import { foundDomain, namedDomain, type DomainRouteOptions } from './domain-request';
import { presentDomain } from './domains.presenter';

export function publishDomainRoute(options: DomainRouteOptions): Route {
  const { domains, publishDomain, bumpCacheVersion } = options;
  return defineRoute({
    operationId: 'publishDomain',
    method: 'POST',
    path: '/domains/:id/publish',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Publish DNS records',
    description:
      'Publishes all missing or wrong records at the DNS provider of the platform, then checks them. Only for domains of internal organizations with `dns_mode: cloudflare`; others fail with `manual_dns`.',
    tag: 'Domains',
    success: { status: 200, schema: domainResource },
    errors: [
      'not_found',
      'domain_taken',
      'forbidden',
      'manual_dns',
      'cloudflare_unconfigured',
      'publish_failed',
    ],
    handle: async (request) => {
      const row = foundDomain(await domains.find(namedDomain(request)));
      const published = foundDomain(await publishDomain(row, authorOf(request)));
      if (published.status !== row.status) await bumpCacheVersion(row.organizationId);
      return { status: 200, body: presentDomain(published) };
    },
  });
}
