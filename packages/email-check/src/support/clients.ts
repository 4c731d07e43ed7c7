/** A mail client as its readers call it, and as the support data does. */
export interface Client {
  readonly name: string;
  readonly family: string;
  readonly platform: string;
}

/** The clients that findings name. Their families are weighted alike, and the clients of a family too. */
export const clients = {
  gw: { name: 'Gmail (web)', family: 'gmail', platform: 'desktop-webmail' },
  gi: { name: 'Gmail (iOS)', family: 'gmail', platform: 'ios' },
  ga: { name: 'Gmail (Android)', family: 'gmail', platform: 'android' },
  ow: { name: 'Outlook (Windows)', family: 'outlook', platform: 'windows' },
  oc: { name: 'Outlook.com', family: 'outlook', platform: 'outlook-com' },
  om: { name: 'Outlook (macOS)', family: 'outlook', platform: 'macos' },
  oi: { name: 'Outlook (iOS)', family: 'outlook', platform: 'ios' },
  oa: { name: 'Outlook (Android)', family: 'outlook', platform: 'android' },
  am: { name: 'Apple Mail (macOS)', family: 'apple-mail', platform: 'macos' },
  ai: { name: 'Apple Mail (iOS)', family: 'apple-mail', platform: 'ios' },
  yw: { name: 'Yahoo (web)', family: 'yahoo', platform: 'desktop-webmail' },
  yi: { name: 'Yahoo (iOS)', family: 'yahoo', platform: 'ios' },
  ya: { name: 'Yahoo (Android)', family: 'yahoo', platform: 'android' },
} as const satisfies Readonly<Record<string, Client>>;

export type ClientId = keyof typeof clients;

const families = Object.groupBy(Object.keys(clients) as ClientId[], (id) => clients[id].family);

/** The share of readers who use one of these clients, 0 to 1: opens do not record the client, so all families count alike. */
export function shareOf(ids: readonly ClientId[]): number {
  const familyShare = 1 / Object.keys(families).length;
  return ids.reduce((sum, id) => sum + familyShare / (families[clients[id].family]?.length ?? 1), 0);
}
