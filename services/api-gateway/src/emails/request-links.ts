import type { EmailCheckFinding } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import type { CheckedLink } from '@postrider/email-check';
import { RefusedAddressError, ResponseTooLargeError, type HttpClient } from '@postrider/http-client';
import { createSemaphore, createTtlCache, type Clock } from '@postrider/runtime';

/**
 * Requests links to see whether they lead anywhere.
 * @throws AppError `rate_limited` when the organization has had its share of this hour
 */
export type RequestLinks = (
  organizationId: string,
  links: readonly CheckedLink[],
) => Promise<EmailCheckFinding[]>;

/** So that a check is no way to scan the web: by a gateway, and an organization in an hour. */
export const linksPerHourMax = 200;
const hourMs = 3_600_000;
/** Organizations whose requests are counted; those that have made none for longest are forgotten first. */
const countedMax = 10_000;
const atOnceMax = 40;
const atOnceMaxEach = 5;
/** Of one request. A page that takes longer has lost its reader. */
const requestMsMax = 5_000;
/** Of all links together: what has not been requested by then is not reported. */
const wholeMsMax = 15_000;
const bytesMax = 500_000;
const headers = { 'user-agent': 'Postrider-Link-Check', accept: '*/*' };

export function createRequestLinks({
  http,
  clock,
}: {
  readonly http: Pick<HttpClient, 'request'>;
  readonly clock: Clock;
}): RequestLinks {
  const counts = createTtlCache<string, { links: number }>({ entriesMax: countedMax, ttlMs: hourMs, clock });
  const turns = createSemaphore({ permits: atOnceMax, perOwnerMax: atOnceMaxEach });
  return async (organizationId, links) => {
    const requested = links.filter(({ url }) => isOrdinary(url));
    const counted = counts.get(organizationId) ?? { links: 0 };
    if (counted.links + requested.length > linksPerHourMax) {
      const message = `An organization can have ${linksPerHourMax} links an hour requested. Check without links.`;
      throw new AppError('rate_limited', message, { retryAfterSeconds: hourMs / 1_000 });
    }
    // The hour begins with the first.
    if (counted.links === 0) counts.set(organizationId, counted);
    counted.links += requested.length;
    const endMs = performance.now() + wholeMsMax;
    const found = await Promise.all(
      requested.map((link) =>
        turns.run({ priority: 0, owner: organizationId }, () => findFault(http, link, endMs)),
      ),
    );
    return found.filter((finding) => finding !== null);
  };
}

/** At the usual port and without credentials, like every link that readers are to follow. */
function isOrdinary(link: string): boolean {
  const url = URL.parse(link);
  return url !== null && url.port === '' && url.username === '' && url.password === '';
}

async function findFault(
  http: Pick<HttpClient, 'request'>,
  { url, field, line }: CheckedLink,
  endMs: number,
): Promise<EmailCheckFinding | null> {
  const fault = await faultOf(http, new URL(url), endMs);
  if (fault === null) return null;
  const { isCertain, reason } = fault;
  const severity = isCertain ? ('error' as const) : ('warning' as const);
  const shown = url.length > 200 ? `${url.slice(0, 200)}…` : url;
  return { code: 'broken_link', severity, message: `The link to ${shown} ${reason}.`, field, line };
}

interface Fault {
  /** There is no such page, or no such host. Anything else may pass. */
  readonly isCertain: boolean;
  readonly reason: string;
}

/** HEAD costs the server least; some refuse it, so what it does not find is asked for once more. */
async function faultOf(http: Pick<HttpClient, 'request'>, url: URL, endMs: number): Promise<Fault | null> {
  let fault: Fault | null = null;
  for (const method of ['HEAD', 'GET'] as const) {
    const timeoutMs = Math.min(requestMsMax, endMs - performance.now());
    if (timeoutMs <= 0) return fault;
    try {
      const { status } = await http.request({ method, url, headers, timeoutMs, bytesMax });
      fault = ofStatus(status);
    } catch (error) {
      if (error instanceof ResponseTooLargeError) return null;
      fault = ofError(error);
    }
    if (fault === null) return null;
  }
  return fault;
}

/** Pages often refuse programs with 401, 403 or 429, and a redirect is not followed: neither says that the page is gone. */
function ofStatus(status: number): Fault | null {
  if (status === 404 || status === 410)
    return { isCertain: true, reason: `answers ${status}: there is no such page` };
  return status >= 500 || status === 405 ? { isCertain: false, reason: `answers ${status}` } : null;
}

function ofError(error: unknown): Fault {
  const { code, name } = error as NodeJS.ErrnoException;
  if (error instanceof RefusedAddressError)
    return { isCertain: false, reason: 'is not on the public internet' };
  if (code === 'ENOTFOUND') return { isCertain: true, reason: 'names a host that does not exist' };
  return { isCertain: false, reason: name === 'TimeoutError' ? 'does not answer' : 'cannot be reached' };
}
