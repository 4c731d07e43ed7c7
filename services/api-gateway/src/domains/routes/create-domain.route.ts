import type { Principal } from '@postrider/contracts/access';
import { createDomainRequest, domainResource, type CreateDomainRequest } from '@postrider/contracts/domains';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { planNamed } from '@postrider/contracts/organizations';
import { isPublicSuffix, toAsciiDomain } from '@postrider/mail';
import { authorOf } from '../../audit/record-audit-entry';
import { requireUnrestricted } from '../../auth/principal-scope';
import { defineRoute, type Route } from '../../http/route';
import { restrictedKeyRefusal, type DomainRouteOptions } from './domain-request';
import { presentDomain } from './domains.presenter';
import { mintKeys, unusedKey } from '../store/mint-keys';
import { tooManyDomains } from '../store/domains.repository';
import { uncheckedRecords } from '../store/sending-setup';

/** For the example of the answer: the records have not been checked yet. */
const unpublished = {
  ...{ status: 'pending', verified_at: null, last_checked_at: null },
  records: [
    {
      ...{ record: 'DKIM', type: 'TXT', name: 'pr1._domainkey.acme.example', ttl: 3_600, required: true },
      ...{ value: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A', status: 'pending', observed: [] },
    },
  ],
};

export function createDomainRoute(options: DomainRouteOptions): Route {
  const { domains, claims, setup, secretBox, plans, bumpCacheVersion, clock } = options;
  return defineRoute({
    operationId: 'createDomain',
    method: 'POST',
    path: '/domains',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: createDomainRequest,
    bodyBytesMax: 65_536,
    summary: 'Add a domain',
    description:
      'Creates a DKIM key pair and returns the DNS records to publish. With `dns_mode: cloudflare`, `POST /domains/{id}/publish` publishes them. Postrider checks the records after 1, 2 and 5 minutes, then every 15; `POST /domains/{id}/verify` checks at once. A domain cannot send until it is `verified`.',
    tag: 'Domains',
    success: { status: 201, schema: domainResource, example: unpublished },
    errors: ['validation_error', 'forbidden_domain', 'forbidden', 'plan_limit', 'domain_taken'],
    handle: async (request) => {
      const { principal, body } = request;
      requireUnrestricted(principal, restrictedKeyRefusal);
      requireDnsMode(principal, body);
      const name = readDomainName(body.name, setup.platformHost);
      const { domains: domainsMax } = planNamed(principal.organization.plan, plans);
      // Also checked where it counts; here, so that refused requests cost no key.
      requireRoom(principal, name, domainsMax);
      const ends = await claims.settle(principal.organization.id, name);
      const dkimKeys = await mintKeys(secretBox, { number: 1, ed25519: setup.ed25519Keys, rsaSigns: true });
      const columns = {
        name,
        stream: body.stream,
        dnsMode: body.dns_mode,
        transport: setup.transport,
        returnPathLabel: body.return_path,
        trackingLabel: body.tracking_host,
        replyLabel: body.reply_host,
      };
      const own = { inboundRule: 'replies', dmarcPolicy: null, dmarcTesting: false, mtaStsId: null } as const;
      const naming = { ...columns, ...own, dkimKeys: dkimKeys.map(unusedKey) };
      const records = uncheckedRecords(naming, setup);
      const row = await domains.create(
        principal.organization.id,
        { ...columns, id: newId(), records, dkimKeys, at: clock.now() },
        { domainsMax, ends, author: authorOf(request) },
      );
      await bumpCacheVersion(principal.organization.id);
      if (ends !== null) await bumpCacheVersion(ends.organizationId);
      return { status: 201, body: presentDomain(row) };
    },
  });
}

/** The platform's account at the DNS provider serves the zones of its own organizations only. */
function requireDnsMode({ organization }: Principal, { dns_mode }: CreateDomainRequest): void {
  if (dns_mode === 'manual' || organization.kind === 'internal') return;
  throw new AppError(
    'forbidden',
    'Only internal organizations can publish through a DNS provider: omit dns_mode or set it to "manual".',
  );
}

function requireRoom({ domains }: Principal, name: string, domainsMax: number | null): void {
  const own = domains.get(name);
  if (own !== undefined) {
    const text = `This organization already has ${name}: see GET /domains/${own.id}, or check its records with POST /domains/${own.id}/verify.`;
    throw new AppError('domain_taken', text);
  }
  if (domainsMax !== null && domains.size >= domainsMax) throw tooManyDomains(domainsMax);
}

/** Room for the longest name below it that we ask for: a label of 63 characters and its dot, of 253 in all. */
const nameCharsMax = 189;

/**
 * The name of a new sending domain, as it is stored.
 * @throws AppError `validation_error`
 */
function readDomainName(text: string, platformHost: string): string {
  const name = toAsciiDomain(text.trim());
  const refuse = (problem: string): AppError => invalidField('name', problem);
  if (name === null) throw refuse('not a domain name');
  if (name.length > nameCharsMax) throw refuse(`must be at most ${nameCharsMax} characters`);
  if (name === platformHost || name.endsWith(`.${platformHost}`)) {
    throw refuse('belongs to the platform');
  }
  if (isPublicSuffix(name)) throw refuse('is a public suffix');
  return name;
}
