import { domainResource, updateDomainRequest } from '@postrider/contracts/domains';
import { type AppError, invalidField } from '@postrider/contracts/errors';
import { readInboundAddress } from '@postrider/mail';
import { authorOf } from '../../audit/record-audit-entry';
import { defineRoute, type Route } from '../../http/route';
import { foundDomain, namedDomain, type DomainRouteOptions } from './domain-request';
import { presentDomain } from './domains.presenter';

export function updateDomainRoute({ updateDomain }: DomainRouteOptions): Route {
  return defineRoute({
    operationId: 'updateDomain',
    method: 'PATCH',
    path: '/domains/:id',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: updateDomainRequest,
    bodyBytesMax: 65_536,
    summary: 'Update a domain',
    description:
      'Changes which emails the domain receives, then checks its DNS records. With the modes `addresses` and `catch_all`, the `INBOUND` record routes all mail of the domain to Postrider. If people already have mailboxes at the domain, add a subdomain and receive there instead. Changes take effect after 10 seconds.',
    tag: 'Domains',
    success: { status: 200, schema: domainResource },
    errors: ['not_found', 'validation_error'],
    handle: async (request) => {
      const { inbound } = request.body;
      for (const [index, name] of (inbound?.addresses ?? []).entries()) requireMailbox(index, name);
      const settings =
        inbound === undefined ? {} : { inboundRule: inbound.mode, inboundAddresses: inbound.addresses };
      const row = await updateDomain(namedDomain(request), settings, authorOf(request));
      return { status: 200, body: presentDomain(foundDomain(row)) };
    },
  });
}

/** @throws AppError `validation_error` for what no email is received at */
function requireMailbox(index: number, name: string): void {
  const refuse = (problem: string): AppError =>
    invalidField(`inbound.addresses.${index}`, `${name} ${problem}`);
  if (name.includes('@')) throw refuse('must be only the part before the @');
  if (name.includes('+')) throw refuse('must not have a +tag: emails to tagged addresses are received too');
  if (name.includes('*'))
    throw refuse('must be a single address; to receive all addresses, use the mode catch_all');
  // Every mailbox has a form that is read back as it is.
  const address = readInboundAddress(`${name}@acme.example`);
  if (address?.purpose !== 'mailbox') {
    throw refuse('must be a local part (RFC 5321); b, reply, fbl, dmarc and tls-reports are reserved');
  }
  if (address.localPart !== name) throw refuse(`must be written as ${address.localPart}`);
}
