import type { TlsRequirement } from '@postrider/smtp-client';
import type { HostAddresses } from '../dns/mx-lookup';

/** What a connection is held against, and what its report names (RFC 8460 §4.4). */
export interface AppliedPolicy {
  readonly type: 'sts' | 'tlsa' | 'none';
  /** The policy as it was found, line by line or record by record. */
  readonly text: readonly string[];
  readonly mxPatterns: readonly string[];
}

const noPolicy: AppliedPolicy = { type: 'none', text: [], mxPatterns: [] };

/** A mail host of a domain, with what DNS says of it. */
export interface PolicyHost extends HostAddresses {
  readonly name: string;
}

/** What the domain's policies make of one of its hosts. */
export type HostPolicy =
  | {
      readonly kind: 'permitted';
      readonly tls: TlsRequirement;
      /** See `Target`. */
      readonly onTrial: boolean;
      readonly policy: AppliedPolicy;
      /** The policy does not permit this host, and does not forbid it either (MTA-STS in testing). */
      readonly isForeign: boolean;
      /** Connections are shared by what demands the same of a host. */
      readonly key: string;
    }
  /** No mail may go there now; `reason` for people. */
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly policy: AppliedPolicy;
      /** As reports name it. */
      readonly failure: 'validation-failure' | 'dnssec-invalid';
    };

export interface TlsPolicies {
  /**
   * One for each host. DANE goes before MTA-STS, since it needs no first visit that can be hindered (RFC 8461 §2). Never rejects.
   * @param mxIsAuthentic DNSSEC vouches for the domain's MX records
   */
  decide(
    domain: string,
    hosts: readonly PolicyHost[],
    mxIsAuthentic: boolean,
  ): Promise<readonly HostPolicy[]>;
}

/** TLS where it is offered, from a host for which no policy demands more. */
export const opportunistic: Extract<HostPolicy, { kind: 'permitted' }> = {
  kind: 'permitted',
  tls: { mode: 'opportunistic' },
  onTrial: false,
  policy: noPolicy,
  isForeign: false,
  key: '',
};
