/** Names that people know, of the mailbox providers that have another one. */
const names: Readonly<Record<string, string>> = {
  google: 'Gmail',
  microsoft: 'Outlook.com',
  yahoo: 'Yahoo',
  apple: 'iCloud Mail',
  gmx: 'GMX',
  comcast: 'Comcast',
  orange: 'Orange',
  proton: 'Proton Mail',
  fastmail: 'Fastmail',
  zoho: 'Zoho Mail',
  yandex: 'Yandex',
  mailru: 'Mail.ru',
  tencent: 'QQ Mail',
  netease: 'NetEase Mail',
  naver: 'Naver',
  laposte: 'La Poste',
  free: 'Free',
  sfr: 'SFR',
  't-online': 'T-Online',
  freenet: 'freenet',
  libero: 'Libero',
  seznam: 'Seznam',
  wp: 'WP',
  onet: 'Onet',
  interia: 'Interia',
  bt: 'BT',
  cox: 'Cox',
  charter: 'Spectrum',
  proofpoint: 'Proofpoint',
  mimecast: 'Mimecast',
  barracuda: 'Barracuda',
  symantec: 'Symantec',
  godaddy: 'GoDaddy',
  ionos: 'IONOS',
  ovh: 'OVHcloud',
  other: 'Other providers',
};

/** `Gmail` for `google`; a provider without a name of its own is called by its domain. */
export function providerName(provider: string): string {
  return Object.hasOwn(names, provider) ? (names[provider] ?? provider) : provider;
}
