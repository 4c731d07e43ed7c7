import { possibleZones, type ExpectedRecord } from '@postrider/mail';
import { APIError } from 'cloudflare/core/error';
import { BaseRecords, type RecordCreateParams, type RecordResponse } from 'cloudflare/resources/dns/records';
import { BaseZones } from 'cloudflare/resources/zones/zones';
import { createClient } from 'cloudflare/tree-shakable';
import { DnsProviderError, type DnsProvider } from './dns-provider';

export interface CloudflareSettings {
  readonly apiToken: string;
  /** For example `https://api.cloudflare.com/client/v4`. */
  readonly apiUrl: string;
}

/** A caller waits for some ten requests in a row; with its retries one takes at most half a minute. */
const TIMEOUT_MS = 8_000;
const RETRIES_MAX = 2;
/** Tells our records from others', also when we crashed before their id was noted. */
const COMMENT = 'Postrider sending domain';
const IDENTICAL_EXISTS = 81_058;
const NOT_FOUND = 81_044;

/** Cloudflare's API by its own client. Errors are `DnsProviderError`. */
export function createCloudflareDns({ apiToken, apiUrl }: CloudflareSettings): DnsProvider {
  const client = createClient({
    resources: [BaseRecords, BaseZones],
    apiToken,
    baseURL: apiUrl,
    timeout: TIMEOUT_MS,
    maxRetries: RETRIES_MAX,
    // The client also reads the environment, where other keys may be meant for other programs.
    apiKey: null,
    apiEmail: null,
    userServiceKey: null,
  });

  const listAt = async (zoneId: string, { type, name }: ExpectedRecord): Promise<RecordResponse[]> => {
    const page = await client.dns.records.list({ zone_id: zoneId, type, name: { exact: name } });
    return page.result.filter((record) => record.name.toLowerCase() === name);
  };

  const publish: DnsProvider['publish'] = async (zoneId, record, ours) => {
    const present = await listAt(zoneId, record);
    const isOurs = ({ id, comment }: RecordResponse): boolean => ours.has(id) || comment === COMMENT;
    const old = present.find(isOurs);
    const same = present.find((each) => serves(each, record));
    if (same && !isOurs(same)) return null;
    if (same) return same.id;
    const params = paramsOf(zoneId, record);
    if (old) return (await client.dns.records.update(old.id, params)).id;
    return (await client.dns.records.create(params)).id;
  };

  return {
    findZone: (domain) =>
      told(async () => {
        for (const name of possibleZones(domain)) {
          const { result } = await client.zones.list({ name });
          const zone = result.find((each) => each.name === name);
          if (zone) return zone.id;
        }
        return null;
      }),

    publish: (zoneId, record, ours) =>
      told(async () => {
        try {
          return await publish(zoneId, record, ours);
        } catch (error) {
          // Another publication of the same domain came between the look and the write.
          if (!hasCode(error, IDENTICAL_EXISTS)) throw error;
          return await publish(zoneId, record, ours);
        }
      }),

    remove: ({ zoneId, recordId }) =>
      told(async () => {
        try {
          await client.dns.records.delete(recordId, { zone_id: zoneId });
        } catch (error) {
          const isGone = hasCode(error, NOT_FOUND) || (error instanceof APIError && error.status === 404);
          if (!isGone) throw error;
        }
      }),
  };
}

/** Somebody else's DMARC policy serves as well as ours; everything else has to be as expected. */
function serves(present: RecordResponse, expected: ExpectedRecord): boolean {
  const content = 'content' in present ? (present.content ?? '') : '';
  if (expected.type !== 'TXT')
    return content.toLowerCase().replace(/\.$/, '') === expected.value.toLowerCase();
  const text = unquoted(content);
  return expected.record === 'DMARC' ? /^v=DMARC1\b/i.test(text) : text === expected.value;
}

type WritableParams = Extract<RecordCreateParams, { type: 'TXT' | 'MX' | 'CNAME' }>;

function paramsOf(zoneId: string, { type, name, value, ttl, priority }: ExpectedRecord): WritableParams {
  const common = { zone_id: zoneId, name, ttl, comment: COMMENT };
  switch (type) {
    case 'TXT':
      return { ...common, type, content: quoted(value) };
    case 'MX':
      return { ...common, type, content: value, priority: priority ?? 0 };
    case 'CNAME':
      // Through the proxy the alias would not show in DNS.
      return { ...common, type, content: value, proxied: false };
  }
}

/** As a zone file has it: character-strings of at most 255 octets, in quotation marks. */
function quoted(text: string): string {
  return (text.match(/.{1,255}/g) ?? []).map((chunk) => `"${chunk}"`).join(' ');
}

function unquoted(content: string): string {
  if (!content.startsWith('"')) return content;
  return [...content.matchAll(/"([^"]*)"/g)].map(([, chunk]) => chunk).join('');
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof APIError && error.errors.some((each) => each.code === code);
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new DnsProviderError(problemOf(error), { cause: error });
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof APIError)) return 'Cloudflare could not be reached';
  const messages = error.errors.flatMap(({ message }) => message ?? []);
  if (messages.length > 0) return messages.join('; ');
  return error.status === undefined
    ? 'Cloudflare could not be reached'
    : `Cloudflare answered ${error.status}`;
}
