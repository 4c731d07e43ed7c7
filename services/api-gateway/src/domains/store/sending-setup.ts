import type { DomainRecord } from '@postrider/contracts/domains';
import type { OrganizationKind } from '@postrider/contracts/statuses';
import { expectedRecords, type ExpectedRecord } from '@postrider/mail';
import { publishedKey } from './dkim-key-state';
import type { DomainRow } from './domain-row';

/** The platform's values in customers' records. */
export interface SendingSetup {
  readonly platformHost: string;
  /** Of Amazon SES; the first is the primary one. Empty: SES is not in use. */
  readonly sesRegions: readonly string[];
  /** Of new domains. */
  readonly transport: string;
  /** Whose domains begin with a warm-up. */
  readonly warmUp: 'clients' | 'all' | 'none';
  /** New keys have one of Ed25519 beside the one of RSA. */
  readonly ed25519Keys: boolean;
  /** A key that has signed for so long is replaced; 0: only when an operator says so. */
  readonly keyRotationDays: number;
}

type Naming = Pick<
  DomainRow,
  | 'name'
  | 'returnPathLabel'
  | 'trackingLabel'
  | 'replyLabel'
  | 'inboundRule'
  | 'transport'
  | 'dkimKeys'
  | 'dmarcPolicy'
  | 'dmarcTesting'
  | 'mtaStsId'
>;

/** The DNS records that are required now: a changed platform host shows at the next check. */
export function recordsOf(domain: Naming, { platformHost, sesRegions }: SendingSetup): ExpectedRecord[] {
  const { dkimKeys, transport, inboundRule, ...labels } = domain;
  const keys = dkimKeys.map(publishedKey);
  const sesRegion = transport === 'ses' ? sesRegions[0] : undefined;
  const receives = inboundRule !== 'replies';
  return expectedRecords({ ...labels, keys, platformHost, sesRegion, receives });
}

/** Records that no check has looked at. */
export function uncheckedRecords(domain: Naming, setup: SendingSetup): DomainRecord[] {
  return recordsOf(domain, setup).map((record) => ({ ...record, status: 'pending', observed: [] }));
}

export function startsWarmUp(kind: OrganizationKind, { warmUp }: SendingSetup): boolean {
  return warmUp === 'all' || (warmUp === 'clients' && kind === 'client');
}
