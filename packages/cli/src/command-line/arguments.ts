import { InvalidArgumentError } from 'commander';

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `10m`, or a time. @returns the time that it means */
export function sinceArgument(text: string): Date {
  const [, count, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(Date.now() - Number(count) * unitMs[unit as keyof typeof unitMs]);
  const time = /^\d{4}-/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError(
      'It must be a duration such as 10m, 2h or 7d, or a time such as 2026-11-21T08:00:00Z.',
    );
  }
  return time;
}

export function countArgument(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above zero.');
  return Number(text);
}

export function idArgument(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('It must be an id (UUID).');
  return text.toLowerCase();
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** `a,b` and repeated options alike. */
export function listArgument(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...text.split(',').map((part) => part.trim())].filter((part) => part !== '');
}

/** A repeated option whose values may have commas. */
export function repeatedArgument(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** `name=value`, repeated. */
export function pairArgument(
  text: string,
  previous: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be name=value.');
  return { ...previous, [text.slice(0, at)]: text.slice(at + 1) };
}

/** `3000`, `localhost:3000/hooks` or a URL. */
export function urlArgument(text: string): URL {
  const withHost = /^\d{1,5}(\/|$)/.test(text) ? `localhost:${text}` : text;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(withHost) ? withHost : `http://${withHost}`);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('It must be a URL such as http://localhost:3000/webhooks.');
  }
  return url;
}
