import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

export interface CloudflareSettings {
  readonly apiToken: string;
  /** Of a server that tests run. */
  readonly apiUrl?: string;
}

/** What the API says of a DNS record, as far as we read it. */
export interface CloudflareRecord {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly comment: string | null;
}

export interface CloudflareRecordFields {
  readonly type: 'TXT' | 'MX' | 'CNAME';
  readonly name: string;
  readonly content: string;
  readonly ttl: number;
  readonly comment: string;
  readonly priority?: number;
  readonly proxied?: boolean;
}

/** The five calls of Cloudflare's API v4 that publishing a domain takes. Errors are `CloudflareError`. */
export interface CloudflareClient {
  /** Zones of exactly this name. */
  listZones(name: string): Promise<{ id: string; name: string }[]>;
  listRecords(zoneId: string, place: { type: string; name: string }): Promise<CloudflareRecord[]>;
  createRecord(zoneId: string, fields: CloudflareRecordFields): Promise<CloudflareRecord>;
  /** Replaces all fields. */
  updateRecord(zoneId: string, recordId: string, fields: CloudflareRecordFields): Promise<CloudflareRecord>;
  deleteRecord(zoneId: string, recordId: string): Promise<void>;
}

/** The API refused, or could not be asked: then `status` is undefined. */
export class CloudflareError extends Error {
  override readonly name = 'CloudflareError';

  constructor(
    message: string,
    readonly status?: number,
    readonly codes: readonly number[] = [],
  ) {
    super(message);
  }
}

/** A caller waits for some ten requests in a row; with its retries one takes at most half a minute. */
const timeoutMs = 8_000;
const attemptsMax = 3;
/** Before the second attempt; the third waits twice as long. Cloudflare's own `Retry-After` goes first, up to a bound. */
const retryDelayMs = 500;
const retryAfterMaxMs = 2_000;

const zone = z.object({ id: z.string(), name: z.string() });
const record = z.object({
  id: z.string(),
  name: z.string(),
  // Some types, such as SRV, have none.
  content: z.string().default(''),
  comment: z.string().nullish().default(null),
});
const refusal = z.object({ errors: z.array(z.object({ code: z.number(), message: z.string() })) });

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: CloudflareRecordFields;
}

/** Own code instead of the `cloudflare` package, which would be 118 MB for these calls. */
export function createCloudflareClient({
  apiToken,
  apiUrl = 'https://api.cloudflare.com/client/v4',
}: CloudflareSettings): CloudflareClient {
  const send = (call: Call): Promise<Response> =>
    fetch(`${apiUrl}${call.path}`, {
      method: call.method,
      headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
      ...(call.body && { body: JSON.stringify(call.body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  const ask = <T>(call: Call, result: z.ZodType<T>): Promise<T> => askPatiently(() => send(call), result);
  const recordsOf = (zoneId: string): string => `/zones/${encodeURIComponent(zoneId)}/dns_records`;
  const recordPath = (zoneId: string, id: string): string => `${recordsOf(zoneId)}/${encodeURIComponent(id)}`;

  return {
    listZones: (name) =>
      ask({ method: 'GET', path: `/zones?${new URLSearchParams({ name }).toString()}` }, z.array(zone)),
    listRecords: (zoneId, { type, name }) => {
      const query = new URLSearchParams({ type, 'name.exact': name });
      return ask({ method: 'GET', path: `${recordsOf(zoneId)}?${query.toString()}` }, z.array(record));
    },
    createRecord: (zoneId, body) => ask({ method: 'POST', path: recordsOf(zoneId), body }, record),
    updateRecord: (zoneId, id, body) => ask({ method: 'PUT', path: recordPath(zoneId, id), body }, record),
    deleteRecord: async (zoneId, id) => {
      await ask({ method: 'DELETE', path: recordPath(zoneId, id) }, z.unknown());
    },
  };
}

/** Repeats what may succeed later: no answer, 429 and 5xx. A create that was done all the same then meets itself. */
async function askPatiently<T>(send: () => Promise<Response>, result: z.ZodType<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send().then(readAnswer, unreachable);
    if (answer.isOk) return parseResult(answer.body, result);
    if (!answer.mayPass || attempt === attemptsMax) throw answer.error;
    await delay(answer.retryAfterMs ?? retryDelayMs * attempt);
  }
}

type Answer =
  | { readonly isOk: true; readonly body: unknown }
  | {
      readonly isOk: false;
      readonly error: CloudflareError;
      readonly mayPass: boolean;
      readonly retryAfterMs?: number | undefined;
    };

async function readAnswer(response: Response): Promise<Answer> {
  const { status, ok } = response;
  let text: string;
  try {
    text = await response.text();
  } catch {
    return unreachable();
  }
  const body = parseJson(text);
  if (ok) return { isOk: true, body };
  const { errors } = refusal.safeParse(body).data ?? { errors: [] };
  const message = errors.map((each) => each.message).join('; ') || `Cloudflare answered ${status}`;
  const codes = errors.map(({ code }) => code);
  return {
    isOk: false,
    error: new CloudflareError(message, status, codes),
    mayPass: status === 429 || status >= 500,
    retryAfterMs: retryAfterOf(response),
  };
}

function unreachable(): Answer {
  return { isOk: false, error: new CloudflareError('Cloudflare could not be reached'), mayPass: true };
}

function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = headers.get('retry-after');
  if (seconds === null || !/^\d+$/.test(seconds)) return undefined;
  return Math.min(Number(seconds) * 1_000, retryAfterMaxMs);
}

function parseResult<T>(body: unknown, result: z.ZodType<T>): T {
  const parsed = z.object({ result }).safeParse(body);
  if (!parsed.success) throw new CloudflareError('Cloudflare returned an unexpected response');
  return parsed.data.result;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
