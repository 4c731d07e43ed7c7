/** Where recipients reach the gateway. */
export interface LinkOrigin {
  /** Without a slash at the end. */
  readonly origin: string;
  /** Takes the links of all domains, whether or not their tracking hosts are verified. */
  readonly servesAll: boolean;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Reads `https://host`, or `http://` on this machine; undefined for anything else. */
export function parseLinkOrigin(text: string): LinkOrigin | undefined {
  const url = URL.parse(text);
  if (!url || url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    return undefined;
  if (url.protocol === 'https:') return { origin: url.origin, servesAll: false };
  if (url.protocol !== 'http:' || !loopback.test(url.hostname)) return undefined;
  return { origin: url.origin, servesAll: true };
}
