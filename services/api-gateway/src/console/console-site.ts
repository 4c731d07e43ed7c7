import type { PasskeySite } from '@postrider/identity';
import { AppError } from '@postrider/contracts/errors';
import type { RequestContext } from '../http/request-context';

/** Where browsers reach the console, and what follows from it. */
export interface ConsoleSite {
  /** `https://console.acme.example`. */
  readonly origin: string;
  readonly passkeys: PasskeySite;
  readonly cookies: ConsoleCookies;
}

export interface ConsoleCookies {
  /** Of the session, of a step of signing in, and of a device that has signed in before. */
  readonly names: { readonly session: string; readonly challenge: string; readonly device: string };
  /** Plain http is for this machine alone (`PUBLIC_URL`). */
  readonly isSecure: boolean;
}

export function consoleSite(origin: string): ConsoleSite {
  const { hostname, protocol, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  // Browsers bind a `__Host-` cookie to this host and path `/`, and take it over https only.
  const prefix = isSecure ? '__Host-postrider' : 'postrider';
  const names = {
    session: `${prefix}_session`,
    challenge: `${prefix}_challenge`,
    device: `${prefix}_device`,
  };
  return {
    origin,
    passkeys: passkeySite({ hostname, origin, isSecure, port }),
    cookies: { names, isSecure },
  };
}

/** Passkeys cannot be bound to an IP address: in development they work at `localhost`. */
function passkeySite(url: {
  readonly hostname: string;
  readonly origin: string;
  readonly isSecure: boolean;
  readonly port: string;
}): PasskeySite {
  if (url.isSecure) return { rpId: url.hostname, origins: [url.origin] };
  return { rpId: 'localhost', origins: [`http://localhost:${url.port}`] };
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * A change must come from the console's own pages: browsers say so themselves, in one of two headers that no page can set.
 * @throws AppError `cross_site_request`
 */
export function requireSameOrigin(
  { method, headers }: Pick<RequestContext, 'method' | 'headers'>,
  { origin }: ConsoleSite,
): void {
  if (safeMethods.has(method)) return;
  const site = headers['sec-fetch-site'];
  const isSame = site === undefined ? headers.origin === origin : site === 'same-origin';
  if (!isSame) throw new AppError('cross_site_request');
}
