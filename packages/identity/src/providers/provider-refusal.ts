/** Why a sign-in with a provider was refused. The console has a text for each. */
export const providerRefusals = [
  /** The step has expired, was finished already, or was begun in another browser or for another provider. */
  'expired',
  /** The user canceled it, or the provider refused it. */
  'canceled',
  /** The provider did not answer, or not as the standard requires. */
  'provider_failed',
  'email_not_verified',
  /** The address is not of a domain that the provider is for, or its user has another account at the provider. */
  'not_allowed',
  'not_invited',
] as const;
export type ProviderRefusal = (typeof providerRefusals)[number];

export class ProviderSignInRefused extends Error {
  override readonly name = 'ProviderSignInRefused';

  constructor(
    readonly refusal: ProviderRefusal,
    options?: ErrorOptions,
  ) {
    super(refusal, options);
  }
}
