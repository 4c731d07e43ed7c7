import type { CertificateCheck, Credentials, TlsRequirement } from './connect-options';

/** Where mail for a domain goes: straight to its MX hosts, or to a smart host. */
export type Route = { readonly kind: 'mx' } | SmartHostRoute;

export interface SmartHostRoute {
  readonly kind: 'smart-host';
  readonly host: string;
  readonly port: number;
  readonly tls: TlsRequirement;
  readonly credentials: Credentials | null;
  /** Its 250 counts as the destination's: nothing will tell us more. */
  readonly isFinal: boolean;
  readonly connectionsMax: number;
}

export interface RouteTable {
  /** The route of a recipient's domain (lower-case A-labels). */
  routeFor(domain: string): Route;
  /** Whether some domains' mail goes to their MX hosts. */
  readonly isDirect: boolean;
}

export class RouteError extends Error {
  override readonly name = 'RouteError';
}

/** Twenty connections keep one core busy at under a millisecond a message, and are few to a relay of one's own. */
const smartHostConnectionsMax = 20;
const directMx: Route = { kind: 'mx' };

/**
 * Reads a transport map: `pattern=target` separated by commas or blanks. The first of these that exists applies:
 * the domain itself, `.parent` for the domains below a parent (nearest first), `*`; without any, the MX hosts.
 *
 * Targets: `mx`, `smtp://[user:password@]host[:port]`, `smtps://…`. Parameters of the URL: `final=true`,
 * `tls=off|opportunistic|required`, `connections=20`.
 * @throws RouteError naming the entry, never its password
 */
export function parseRoutes(text: string): RouteTable {
  const routes = new Map<string, Route>();
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const separator = entry.indexOf('=');
    const pattern = entry.slice(0, Math.max(0, separator)).toLowerCase();
    if (!/^(?:\*|\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*)$/.test(pattern)) {
      throw new RouteError(
        `"${pattern || 'an entry'}" is not a domain, .domain or *, followed by = and a target`,
      );
    }
    if (routes.has(pattern)) throw new RouteError(`${pattern} has two routes`);
    routes.set(pattern, parseTarget(pattern, entry.slice(separator + 1)));
  }
  const isDirect = !routes.has('*') || [...routes.values()].some(({ kind }) => kind === 'mx');
  return { routeFor: (domain) => lookUp(routes, domain), isDirect };
}

function lookUp(routes: ReadonlyMap<string, Route>, domain: string): Route {
  const exact = routes.get(domain);
  if (exact) return exact;
  for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
    const parent = routes.get(domain.slice(dot));
    if (parent) return parent;
  }
  return routes.get('*') ?? directMx;
}

function parseTarget(pattern: string, target: string): Route {
  if (target.toLowerCase() === 'mx') return directMx;
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new RouteError(`the target of ${pattern} must be mx, smtp://host:port or smtps://host:port`);
  }
  const isImplicit = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const certificate = { kind: 'pkix', names: [host] } as const;
  return {
    kind: 'smart-host',
    host,
    port: url.port === '' ? (isImplicit ? 465 : 25) : Number(url.port),
    tls: isImplicit ? { mode: 'implicit', certificate } : tlsRequirement(pattern, { url, certificate }),
    credentials:
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    isFinal: ['true', '1', 'yes', 'on'].includes(url.searchParams.get('final') ?? ''),
    connectionsMax: connectionsMax(pattern, url),
  };
}

/** A password goes out in clear only where `tls=off` says so in so many words. */
function tlsRequirement(
  pattern: string,
  { url, certificate }: { url: URL; certificate: CertificateCheck },
): TlsRequirement {
  const given = url.searchParams.get('tls');
  const mode = given ?? (url.username === '' ? 'opportunistic' : 'required');
  if (mode === 'off' || mode === 'opportunistic') return { mode };
  if (mode === 'required') return { mode, certificate };
  throw new RouteError(`tls of ${pattern} must be off, opportunistic or required`);
}

function connectionsMax(pattern: string, url: URL): number {
  const given = url.searchParams.get('connections');
  if (given === null) return smartHostConnectionsMax;
  const count = Number(given);
  if (Number.isInteger(count) && count >= 1 && count <= 1_000) return count;
  throw new RouteError(`connections of ${pattern} must be a whole number from 1 to 1000`);
}
