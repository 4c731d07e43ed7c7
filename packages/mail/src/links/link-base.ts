/** A domain's own tracking host where that is known to lead to us, else the platform's address. */
export function linkBaseOf(
  domain: { readonly name: string; readonly tracking_label: string; readonly tracking_verified: boolean },
  address: { readonly origin: string; readonly servesAll: boolean },
): string {
  if (address.servesAll || !domain.tracking_verified) return address.origin;
  return `https://${domain.tracking_label}.${domain.name}`;
}
