import type { DmarcSetting, ExpectedRecord } from '@postrider/mail';
import type { PublishedRecord } from '../store/domain-row';

/** A service that serves the zones of internal organizations, where we may write. */
export interface DnsProvider {
  /** @returns the zone that the domain is in; null when none of its zones is there */
  findZone(domain: string): Promise<string | null>;
  /**
   * Makes the record, or changes the one that we made before; done twice it is there once.
   * @returns its id; null when a record that is not ours does the same already
   */
  publish(zoneId: string, record: ExpectedRecord, known: KnownRecords): Promise<string | null>;
  /** A record that is gone already is fine. */
  remove(record: PublishedRecord): Promise<void>;
}

export interface KnownRecords {
  /** Ids of the records that are known to be ours. */
  readonly ours: ReadonlySet<string>;
  /** Null: a DMARC record has the policy that its owner gave it. */
  readonly dmarc: DmarcSetting | null;
}

/** The provider did not do it; the message is for the caller. */
export class DnsProviderError extends Error {
  override readonly name = 'DnsProviderError';
}

/** The upstream provider, which sends only for domains that are registered with it. */
export interface IdentityProvider {
  /** Done twice it is there once, with these values. */
  register(region: string, identity: NewIdentity): Promise<void>;
  /** An identity that is gone already is fine. */
  remove(region: string, domain: string): Promise<void>;
}

export interface NewIdentity {
  readonly domain: string;
  readonly selector: string;
  /** PKCS#8 PEM. */
  readonly privateKeyPem: string;
  /** Custom MAIL FROM. */
  readonly mailFromHost: string;
}

/** The provider did not do it; the message is for the caller. */
export class IdentityProviderError extends Error {
  override readonly name = 'IdentityProviderError';
}
