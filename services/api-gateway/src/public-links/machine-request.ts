import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';

/** Proxies that fetch a picture when a person opens the mail, and mail programs that a list of robots takes for such. */
const people =
  /GoogleImageProxy|YahooMailProxy|Outlook|Thunderbird|Apple Mail|Microsoft Office|Lotus-Notes|eM ?Client|Airmail|Spark|Samsung ?Mail|Mail\.app/i;

/** Security scanners that call themselves a browser besides their name. */
const scanners =
  /Mimecast|Proofpoint|Barracuda|FireEye|Trend ?Micro|Sophos|Symantec|MessageLabs|Forcepoint|Cisco ?(?:ESA|IronPort)|SafeLinks|Bitdefender|Zscaler/i;

/** Apple's mail privacy proxy fetches every picture soon after delivery, opened or not, under this name alone. */
const privacyProxy = 'Mozilla/5.0';

/**
 * Whether a request says that no person is behind it: HEAD, prefetching, no or a robot's user agent. A scanner that
 * hides is known by its haste instead, see the statement that records engagements.
 */
export function isMachineRequest(request: {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}): boolean {
  const { method, headers } = request;
  const userAgent = headers['user-agent']?.trim() ?? '';
  if (method === 'HEAD' || userAgent === '' || userAgent === privacyProxy) return true;
  const purpose = [headers['purpose'], headers['sec-purpose'], headers['x-purpose'], headers['x-moz']].join(
    ' ',
  );
  if (/prefetch|preview|prerender/i.test(purpose)) return true;
  if (scanners.test(userAgent)) return true;
  return !people.test(userAgent) && isbot(userAgent);
}
