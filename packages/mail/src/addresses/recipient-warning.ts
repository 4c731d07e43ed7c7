import { run as spellCheck } from '@zootools/email-spell-checker';
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { LRUCache } from 'lru-cache';
import { parse as parseDomain } from 'tldts';
import { providerOfDomain } from '../destinations/mailbox-provider';
import { splitAddress } from './local-part';
import { isOneSlipApart } from './one-slip';

export type RecipientWarning =
  { code: 'possible_typo'; suggestion: string } | { code: 'disposable_suspected' };

type DomainFinding = { kind: 'typo'; domain: string } | { kind: 'disposable' } | { kind: 'fine' };

/** Only these are ever suggested: long enough that one slip away from them lies no company's own domain. */
const suggestedDomains =
  /^(?:gmail\.com|googlemail\.com|icloud\.com|protonmail\.com|(?:hotmail|outlook|yahoo)\.[a-z.]+)$/;
/** These exist under one top level only, so `gmail.co` is a slip while `hotmail.cl` is a mailbox in Chile. */
const oneTopLevel = new Set(['gmail', 'googlemail', 'icloud']);
const topLevelSlips: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  vom: 'com',
  xom: 'com',
  comm: 'com',
  coom: 'com',
  nte: 'net',
  ent: 'net',
  nett: 'net',
  ogr: 'org',
  rog: 'org',
};
/** Real mail domains of no provider in our table that the spelling check would take for a slip. */
const realDomains = new Set(
  'fastmail.com mailbox.org posteo.de hey.com tutanota.com duck.com gmail.ru gail.com'.split(' '),
);
/** Forwarding services of well-known companies: aliases, but of a person who reads them. */
const relayDomains = new Set(
  'privaterelay.appleid.com duck.com mozmail.com simplelogin.com simplelogin.io'.split(' '),
);

// The same few hundred domains make up nearly all mail; a check costs 15 µs, a look-up nothing.
const cachedDomainsMax = 10_000;
const cache = new LRUCache<string, DomainFinding>({ max: cachedDomainsMax });
// The library's own check copies its 8,883 domains into a new set at every call: 0.45 ms each.
let disposableDomains: Set<string> | undefined;

/**
 * What a sender may want to know about an address (`local@domain`, as `parseMailbox` returns it), or null.
 * The mail is sent all the same, so a missed slip costs little and a wrong warning costs trust.
 */
export function recipientWarning(address: string): RecipientWarning | null {
  const parts = splitAddress(address);
  if (parts === null) return null;
  const finding = cachedFinding(parts.domain.toLowerCase());
  if (finding.kind === 'fine') return null;
  if (finding.kind === 'disposable') return { code: 'disposable_suspected' };
  return { code: 'possible_typo', suggestion: `${parts.local}@${finding.domain}` };
}

function cachedFinding(domain: string): DomainFinding {
  const known = cache.get(domain);
  if (known !== undefined) return known;
  const finding = examine(domain);
  cache.set(domain, finding);
  return finding;
}

function examine(domain: string): DomainFinding {
  const typo = intendedDomain(domain);
  if (typo !== null) return { kind: 'typo', domain: typo };
  if (relayDomains.has(domain)) return { kind: 'fine' };
  // The list has registrable domains only, and throw-away services hand out sub-domains of them.
  const registrable = parseDomain(domain).domain ?? domain;
  disposableDomains ??= disposableEmailBlocklistSet();
  return disposableDomains.has(domain) || disposableDomains.has(registrable)
    ? { kind: 'disposable' }
    : { kind: 'fine' };
}

function intendedDomain(domain: string): string | null {
  const repaired = repairTopLevel(domain);
  if (repaired === domain && (realDomains.has(domain) || isRealProvider(domain))) return null;
  if (isRealProvider(repaired)) return repaired;
  const suggestion = spellCheck({ email: `x@${repaired}` })?.domain;
  if (suggestion !== undefined && suggestedDomains.test(suggestion) && isOneSlipApart(repaired, suggestion)) {
    return isOwnCountryDomain(repaired, suggestion) ? null : suggestion;
  }
  return repaired === domain ? null : repaired;
}

/** A provider's domain under a top level that exists: `gmail.cm` matches no provider, `yahoo.con` no top level. */
function isRealProvider(domain: string): boolean {
  return providerOfDomain(domain) !== null && parseDomain(domain).isIcann === true;
}

function repairTopLevel(domain: string): string {
  const dot = domain.lastIndexOf('.');
  const intended = topLevelSlips[domain.slice(dot + 1)];
  return intended === undefined ? domain : domain.slice(0, dot + 1) + intended;
}

/** Same name under another real top level: a different, existing domain rather than a slip. */
function isOwnCountryDomain(domain: string, suggestion: string): boolean {
  const [written, meant] = [parseDomain(domain), parseDomain(suggestion)];
  const name = written.domainWithoutSuffix ?? '';
  return written.isIcann === true && name === meant.domainWithoutSuffix && !oneTopLevel.has(name);
}
