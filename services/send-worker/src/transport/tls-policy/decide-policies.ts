import type { DnsResolver } from '../dns/dns-resolver';
import type { StsPolicies } from '../mta-sts/sts-policies';
import { permitsHost, policyLines, type StsPolicy } from '../mta-sts/sts-policy';
import { danePolicy } from './dane';
import { opportunistic, type AppliedPolicy, type HostPolicy, type TlsPolicies } from './tls-policy';

export function createTlsPolicies(options: {
  readonly resolver: DnsResolver;
  readonly stsPolicies: StsPolicies;
  /** PEM of authorities to trust; undefined: the system's. */
  readonly ca: string | undefined;
}): TlsPolicies {
  const { resolver, stsPolicies, ca } = options;
  return {
    decide: async (domain, hosts, mxIsAuthentic) => {
      const byDane = await Promise.all(
        hosts.map((host) => (mxIsAuthentic ? danePolicy(resolver, { domain, host }) : Promise.resolve(null))),
      );
      if (byDane.every((each) => each !== null)) return byDane;
      const sts = await stsPolicies.policyOf(domain);
      return hosts.map(({ name }, index) => byDane[index] ?? stsHostPolicy(sts, { domain, host: name, ca }));
    },
  };
}

function stsHostPolicy(
  sts: StsPolicy | null,
  { domain, host, ca }: { readonly domain: string; readonly host: string; readonly ca: string | undefined },
): HostPolicy {
  if (sts === null || sts.mode === 'none') return opportunistic;
  const policy: AppliedPolicy = { type: 'sts', text: policyLines(sts), mxPatterns: sts.mxPatterns };
  const isEnforced = sts.mode === 'enforce';
  if (!permitsHost(sts, host)) {
    if (isEnforced) {
      const reason = `the MTA-STS policy of ${domain} does not permit its MX ${host}`;
      return { kind: 'refused', reason, policy, failure: 'validation-failure' };
    }
    return { ...opportunistic, policy, isForeign: true };
  }
  const certificate = { kind: 'pkix', names: [host], ...(ca !== undefined && { ca }) } as const;
  return {
    kind: 'permitted',
    tls: { mode: 'required', certificate },
    onTrial: !isEnforced,
    policy,
    isForeign: false,
    key: isEnforced ? '/sts' : '/sts-testing',
  };
}
