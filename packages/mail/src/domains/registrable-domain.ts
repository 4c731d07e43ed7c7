import { parse } from 'tldts';

/** True of names under which others register theirs (`co.uk`, `github.io`): no mail comes from those. */
export function isPublicSuffix(name: string): boolean {
  const { publicSuffix, domain } = parse(name, { allowPrivateDomains: true });
  return domain === null || publicSuffix === name;
}

/** The name and its parents down to the one that can be registered: where its DNS zone may begin, nearest first. */
export function possibleZones(name: string): string[] {
  const { domain } = parse(name);
  const zones = [name];
  let zone = name;
  while (domain !== null && zone !== domain && zone.endsWith(`.${domain}`)) {
    zone = zone.slice(zone.indexOf('.') + 1);
    zones.push(zone);
  }
  return zones;
}

/** The domain that its owner has registered: `shop.co.uk` of `mail.shop.co.uk`; the name itself where there is none. */
export function registrableDomain(name: string): string {
  return parse(name).domain ?? name;
}
