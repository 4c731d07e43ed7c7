import type { IncomingHttpHeaders } from 'node:http';
import type { ConsoleCookies } from './console-site';

const cookieCharsMax = 4_096;

/** The value of a cookie; undefined when there is none, or more than one: a second one was put there by another host. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  if (cookie.length > cookieCharsMax) return undefined;
  const values = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/** A `Set-Cookie` line. Lax, because links in mails and answers of providers lead to the console from other sites. */
export function cookieLine(
  { isSecure }: ConsoleCookies,
  {
    name,
    value,
    maxAgeSeconds,
  }: { readonly name: string; readonly value: string; readonly maxAgeSeconds: number },
): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax'];
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ');
}

export function clearedCookie(cookies: ConsoleCookies, name: string): string {
  return cookieLine(cookies, { name, value: '', maxAgeSeconds: 0 });
}
