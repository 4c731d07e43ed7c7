import { domainResource } from '@postrider/contracts/domains';
import { defineRoute, type Route } from '../../http/route';
import { foundDomain, namedDomain, type DomainRouteOptions } from './domain-request';
import { presentDomain } from './domains.presenter';

export function readDomainRoute({ domains }: DomainRouteOptions): Route {
  return defineRoute({
    operationId: 'readDomain',
    method: 'GET',
    path: '/domains/:id',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    summary: 'Get a domain',
    description:
      'Returns a domain with its DNS records: the value to publish, the observed values, and what is wrong.',
    tag: 'Domains',
    success: { status: 200, schema: domainResource },
    errors: ['not_found'],
    handle: async (request) => {
      const row = foundDomain(await domains.find(namedDomain(request)));
      return { status: 200, body: presentDomain(row) };
    },
  });
}
