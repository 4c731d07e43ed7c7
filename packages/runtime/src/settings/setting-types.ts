import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/**
 * Kinds of settings; each turns the text of an environment variable into a checked value. What a JSON Schema cannot see of them (ranges,
 * formats, secrets) is in their metadata: the schema of the Helm chart is made from it, so that the chart refuses what a service would. Its
 * patterns are those of Go, without lookahead, and match an empty text, which is an unset setting.
 */

/** `true/false`, `on/off`, `yes/no`, `1/0`. */
export function switchSetting(byDefault: boolean) {
  const truthy = ['true', 'on', 'yes', '1'];
  const falsy = ['false', 'off', 'no', '0'];
  return z
    .stringbool({ truthy, falsy, error: 'must be on or off' })
    .meta({ kind: 'switch', enum: [...truthy, ...falsy] })
    .default(byDefault);
}

export function wholeNumber({ byDefault, min, max }: { byDefault: number; min: number; max: number }) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^-?\d{1,15}$/, error)
    .meta({ kind: 'integer', minimum: min, maximum: max })
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
    .default(byDefault);
}

/** A span of time in milliseconds, at most a day by default. */
export function durationMs(byDefault: number, { min = 0, max = 86_400_000 } = {}) {
  return wholeNumber({ byDefault, min, max });
}

/** A TCP or UDP port; 0 lets the system choose. */
export function port(byDefault: number) {
  return wholeNumber({ byDefault, min: 0, max: 65_535 });
}

export function urlWithScheme(...schemes: readonly string[]) {
  const wrongStart = `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  const wrongRest =
    'must be a URL with special characters such as # / ? @ % in user and password percent-encoded (%23)';
  const text = z.string().meta({ pattern: `^(?:(?:${schemes.join('|')})://[^\\s#]+)?$` });
  return text.superRefine((given, context) => {
    const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.+)$/i.exec(given) ?? [];
    const message = schemes.includes(scheme.toLowerCase()) ? wrongRest : wrongStart;
    if (message === wrongStart || !isUrl(scheme, rest)) context.addIssue({ code: 'custom', message });
  });
}

/** What a client would make of it: a password with a bare `#` or `/` moves the host. */
function isUrl(scheme: string, rest: string): boolean {
  // Several seed nodes of a Redis Cluster are no URL to anybody else.
  const nodes = scheme.endsWith('-cluster') ? rest.split(',') : [rest];
  return nodes.every((node) => {
    const url = URL.canParse(`x://${node}`) ? new URL(`x://${node}`) : null;
    return url?.hash === '' && isDecodable(url.username) && isDecodable(url.password);
  });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Items separated by commas; blanks around them do not count.
 * @param item pattern of one, for the chart: the caller checks it
 */
export function commaList(item?: string) {
  return z
    .string()
    .meta(item === undefined ? {} : { pattern: listPattern(item) })
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .default([]);
}

/** `,` and blanks between items, and at both ends. */
function listPattern(item: string): string {
  return `^[\\s,]*(?:(?:${item})\\s*(?:,[\\s,]*(?:${item})\\s*)*)?(?:,[\\s,]*)?$`;
}

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** As resolvers take it: IPv6 in brackets. */
export function formatHostPort({ host, port }: HostPort): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** `host:port` items separated by commas, IPv6 in brackets; the port is optional. */
export function hostPortList(defaultPort: number) {
  return commaList('(?:\\[[0-9A-Fa-f:.]+\\]|[^:,\\s[\\]]+)(?::\\d{1,5})?').transform((items, context) =>
    items.map((item): HostPort => {
      const match = /^(?:\[([0-9a-f:.]+)\]|([^:\s[\]]+))(?::(\d{1,5}))?$/i.exec(item);
      const host = match?.[1] ?? match?.[2];
      const portNumber = match?.[3] === undefined ? defaultPort : Number(match[3]);
      if (host === undefined || portNumber < 1 || portNumber > 65_535) {
        context.addIssue({ code: 'custom', message: 'must be a list of host:port, separated by commas' });
        return z.NEVER;
      }
      return { host, port: portNumber };
    }),
  );
}

/** Addresses and networks. */
export interface Networks {
  /** IPv4 addresses as parts of IPv6 ones are found too: a listener of both brings them so. */
  includes(address: string): boolean;
}

/** `10.0.0.0/8, 2001:db8::1`: addresses and networks, comma-separated; null: none. */
export function networkList() {
  const item = '(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)(?:/\\d{1,3})?';
  return commaList(item).transform((items, context): Networks | null => {
    const list = new BlockList();
    for (const item of items) {
      const [address = '', prefix] = item.split('/');
      const family = isIP(address);
      const bitsMax = family === 6 ? 128 : 32;
      const bits = prefix === undefined ? bitsMax : Number(prefix);
      if (family === 0 || !/^\d{1,3}$/.test(prefix ?? '0') || bits > bitsMax) {
        context.addIssue({
          code: 'custom',
          message: 'must be a list of IP addresses and networks, such as 10.0.0.0/8',
        });
        return z.NEVER;
      }
      list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
    }
    if (items.length === 0) return null;
    return {
      includes: (address) => {
        const family = isIP(address);
        return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
      },
    };
  });
}

/** Marks settings that must not be in a manifest, a file of values or a log. */
export const secret = { secret: true };

/** A 256-bit key in base64, as `openssl rand -base64 32` prints it. */
export function key256() {
  return z
    .string()
    .meta(secret)
    .transform((text, context) => {
      const key = decodeKey256(text);
      if (key) return key;
      context.addIssue({ code: 'custom', message: 'must be 32 bytes in base64 (openssl rand -base64 32)' });
      return z.NEVER;
    });
}

export function key256List() {
  return commaList()
    .meta(secret)
    .transform((items, context) =>
      items.map((item) => {
        const key = decodeKey256(item);
        if (key) return key;
        context.addIssue({ code: 'custom', message: 'must be a list of keys of 32 bytes in base64' });
        return z.NEVER;
      }),
    );
}

function decodeKey256(text: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const key = Buffer.from(text, 'base64');
  return key.length === 32 ? key : undefined;
}
