import { mailboxProvider } from '@postrider/mail';
import type { TlsPolicies, HostPolicy } from '../tls-policy/tls-policy';
import { inOrder, isMailHostName, type HostAddresses, type MailDns, type MxHost } from '../dns/mx-lookup';

export interface NoRoute {
  readonly kind: 'none';
  readonly failure:
    'null_mx' | 'domain_not_found' | 'no_mail_host' | 'dns_unavailable' | 'mail_loop' | 'tls_policy';
  readonly detail: string;
}

/** A host that may be asked, and how. */
export interface PlannedHost extends MxHost {
  /** IPv4 first. */
  readonly addresses: readonly string[];
  readonly policy: Extract<HostPolicy, { kind: 'permitted' }>;
}

export interface MxPlan {
  readonly kind: 'hosts';
  readonly domain: string;
  /** At least one. */
  readonly hosts: readonly PlannedHost[];
  readonly provider: string;
}

export interface MxPlanOptions {
  readonly dns: MailDns;
  readonly policies: TlsPolicies;
  /** Names under which this installation's own relays are MX hosts: mail that went there would come back. */
  readonly ownHosts: readonly string[];
  /** Default: public addresses. A recipient's domain must not lead us to a server inside. */
  readonly isPermitted: (address: string) => boolean;
  /** Called with each host that a policy excludes. */
  readonly onRefused: (
    domain: string,
    host: string,
    refused: Extract<HostPolicy, { kind: 'refused' }>,
  ) => void;
}

/** A domain's DNS does not decide how much work its mail is. */
const hostsMax = 5;
const addressesMax = 3;

/** Which hosts take the mail of a domain, by DNS and by the policies of the domain. Never rejects. */
export async function planMx(domain: string, options: MxPlanOptions): Promise<MxPlan | NoRoute> {
  const { dns, policies, ownHosts, isPermitted } = options;
  const answer = await dns.mx(domain);
  switch (answer.kind) {
    case 'null-mx':
      return none('null_mx', `${domain} takes no mail (null MX)`);
    case 'no-domain':
      return none('domain_not_found', `${domain} does not exist in DNS`);
    case 'no-host':
      return none('no_mail_host', `${domain} has no mail host in DNS`);
    case 'unknown':
      return none('dns_unavailable', `DNS does not answer for ${domain} (${answer.code})`);
    case 'hosts':
  }
  const own = answer.hosts.find(({ name }) => ownHosts.includes(name));
  // RFC 5321 §5.1: only hosts that are preferred to ourselves bring the mail nearer.
  const nearer = answer.hosts.filter(({ preference }) => own === undefined || preference < own.preference);
  if (nearer.length === 0)
    return none('mail_loop', `mail for ${domain} would come back: its MX is ${own?.name}`);
  const named = nearer.filter(({ name }) => isMailHostName(name));
  if (named.length === 0) {
    return none('no_mail_host', `the MX of ${domain} is no mail host: ${nearer[0]?.name}`);
  }
  const asked = inOrder(named).slice(0, hostsMax);
  const hosts = await Promise.all(
    asked.map(async (host) => ({ ...host, ...(await dns.addresses(host.name)) })),
  );
  const reachable = hosts
    .map((host) => ({ ...host, addresses: host.addresses.filter(isPermitted) }))
    .filter(({ addresses }) => addresses.length > 0);
  if (reachable.length === 0) return withoutAddress(domain, hosts);

  const decided = await policies.decide(domain, reachable, answer.isAuthentic);
  const permitted = reachable.flatMap(({ name, preference, addresses }, index): PlannedHost[] => {
    const policy = decided[index];
    if (policy?.kind === 'refused') options.onRefused(domain, name, policy);
    if (policy?.kind !== 'permitted') return [];
    return [{ name, preference, addresses: addresses.slice(0, addressesMax), policy }];
  });
  if (permitted.length === 0) {
    const reasons = decided.flatMap((each) => (each.kind === 'refused' ? [each.reason] : []));
    return none('tls_policy', reasons[0] ?? `no mail host of ${domain} meets its TLS policy`);
  }
  return { kind: 'hosts', domain, hosts: permitted, provider: mailboxProvider(domain, firstName(named)) };
}

/** By preference and name, so that the provider does not change with the dice. */
function firstName(hosts: readonly MxHost[]): string | undefined {
  const best = Math.min(...hosts.map(({ preference }) => preference));
  return hosts
    .filter(({ preference }) => preference === best)
    .map(({ name }) => name)
    .sort()[0];
}

function withoutAddress(domain: string, hosts: readonly (MxHost & HostAddresses)[]): NoRoute {
  const unknown = hosts.find(({ code }) => code !== null);
  if (unknown) {
    return none(
      'dns_unavailable',
      `DNS does not answer for ${unknown.name} (${unknown.code}), mail host of ${domain}`,
    );
  }
  const refused = hosts.find(({ addresses }) => addresses.length > 0);
  if (refused) {
    const { name, addresses } = refused;
    return none(
      'no_mail_host',
      `${name}, mail host of ${domain}, is not on the public Internet (${addresses[0]})`,
    );
  }
  return none('no_mail_host', `${hosts[0]?.name}, mail host of ${domain}, has no address`);
}

function none(failure: NoRoute['failure'], detail: string): NoRoute {
  return { kind: 'none', failure, detail };
}
