import { getDomain } from 'tldts';

/** Mail domains of the large providers, by provider. Families with a domain per country are patterns below. */
const domainsOfProvider: Readonly<Record<string, string>> = {
  google: 'gmail.com googlemail.com',
  microsoft: 'msn.com passport.com windowslive.com',
  yahoo:
    'ymail.com rocketmail.com aol.com aim.com verizon.net att.net sbcglobal.net bellsouth.net frontier.com',
  apple: 'icloud.com me.com mac.com privaterelay.appleid.com',
  gmx: 'gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.us gmx.fr gmx.co.uk web.de mail.com email.com',
  comcast: 'comcast.net xfinity.com',
  orange: 'orange.fr wanadoo.fr',
  proton: 'proton.me protonmail.com protonmail.ch pm.me',
  fastmail: 'fastmail.com fastmail.fm',
  zoho: 'zoho.com zoho.eu zohomail.com',
  yandex: 'yandex.ru yandex.com ya.ru',
  mailru: 'mail.ru inbox.ru bk.ru list.ru internet.ru',
  tencent: 'qq.com foxmail.com',
  netease: '163.com 126.com yeah.net',
  naver: 'naver.com',
  laposte: 'laposte.net',
  free: 'free.fr',
  sfr: 'sfr.fr neuf.fr',
  't-online': 't-online.de magenta.de',
  freenet: 'freenet.de',
  libero: 'libero.it virgilio.it',
  seznam: 'seznam.cz email.cz',
  wp: 'wp.pl o2.pl',
  onet: 'onet.pl op.pl',
  interia: 'interia.pl',
  bt: 'btinternet.com',
  cox: 'cox.net',
  charter: 'charter.net spectrum.net',
};
const providerFamilies: readonly (readonly [RegExp, string])[] = [
  [/^(?:hotmail|outlook|live)\.[a-z]{2,3}(?:\.[a-z]{2})?$/, 'microsoft'],
  [/^yahoo\.[a-z]{2,3}(?:\.[a-z]{2})?$/, 'yahoo'],
];

/** Mail hosts, by the suffix of the MX name: this is how a company's own domain is recognised. */
const mxSuffixes: Readonly<Record<string, string>> = {
  'google.com': 'google',
  'googlemail.com': 'google',
  'outlook.com': 'microsoft',
  'mx.microsoft': 'microsoft',
  'hotmail.com': 'microsoft',
  'yahoodns.net': 'yahoo',
  'icloud.com': 'apple',
  'gmx.net': 'gmx',
  'web.de': 'gmx',
  'mail.com': 'gmx',
  'comcast.net': 'comcast',
  'orange.fr': 'orange',
  'protonmail.ch': 'proton',
  'messagingengine.com': 'fastmail',
  'zoho.com': 'zoho',
  'zoho.eu': 'zoho',
  'zohomail.com': 'zoho',
  'yandex.net': 'yandex',
  'yandex.ru': 'yandex',
  'mail.ru': 'mailru',
  'qq.com': 'tencent',
  'netease.com': 'netease',
  'pphosted.com': 'proofpoint',
  'ppe-hosted.com': 'proofpoint',
  'mimecast.com': 'mimecast',
  'barracudanetworks.com': 'barracuda',
  'messagelabs.com': 'symantec',
  'secureserver.net': 'godaddy',
  'kundenserver.de': 'ionos',
  'ionos.com': 'ionos',
  'ovh.net': 'ovh',
};

const providersByDomain = new Map(
  Object.entries(domainsOfProvider).flatMap(([provider, domains]) =>
    domains.split(' ').map((domain) => [domain, provider] as const),
  ),
);

/**
 * The provider behind a mailbox: by the address's domain, else by the MX host, else the registrable domain of the MX
 * (or of the address while no MX is known). Lower case; used to group statistics and to choose `siteLimits`.
 */
export function mailboxProvider(domain: string, mxHost?: string): string {
  const known = providerOfDomain(domain.toLowerCase());
  if (known !== null) return known;
  const host = (mxHost ?? domain).toLowerCase().replace(/\.$/, '');
  if (mxHost !== undefined) {
    for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      const provider = mxSuffixes[name];
      if (provider !== undefined) return provider;
    }
  }
  return getDomain(host) ?? host;
}

const knownProviders: ReadonlySet<string> = new Set([
  ...Object.keys(domainsOfProvider),
  ...Object.values(mxSuffixes),
]);

/** Whether it is one of the providers that are known by name, some forty: not the domain of a host of its own mail. */
export function isMailboxProvider(name: string): boolean {
  return knownProviders.has(name);
}

/** The provider that owns a mail domain, or null for an unknown domain. */
export function providerOfDomain(domain: string): string | null {
  return (
    providersByDomain.get(domain) ?? providerFamilies.find(([pattern]) => pattern.test(domain))?.[1] ?? null
  );
}
