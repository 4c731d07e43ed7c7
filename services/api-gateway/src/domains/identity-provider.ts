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
