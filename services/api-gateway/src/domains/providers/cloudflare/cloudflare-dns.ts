import assert from 'node:assert';
import { possibleZones, withDmarcPolicy, type DmarcSetting, type ExpectedRecord } from '@postrider/mail';
import {
  CloudflareError,
  createCloudflareClient,
  type CloudflareRecord,
  type CloudflareRecordFields,
  type CloudflareSettings,
} from './cloudflare-client';
import { DnsProviderError, type DnsProvider } from '../provider';

/** Tells our records from others', also when we crashed before their id was noted. */
const recordComment = 'Postrider sending domain';
const identicalExistsCode = 81_058;
const notFoundCode = 81_044;

/** Domains of ours in zones at Cloudflare. Errors are `DnsProviderError`. */
export function createCloudflareDns(settings: CloudflareSettings): DnsProvider {
  const client = createCloudflareClient(settings);

  const publish: DnsProvider['publish'] = async (zoneId, record, known) => {
    const listed = await client.listRecords(zoneId, record);
    const present = listed.filter(({ name }) => name.toLowerCase() === record.name);
    const isOurs = ({ id, comment }: CloudflareRecord): boolean =>
      known.ours.has(id) || comment === recordComment;
    const old = present.find(isOurs);
    const same = present.find((each) => satisfies(each, record));
    if (same && !isOurs(same)) return null;
    if (same) {
      const changed = withPolicy(same, { record, setting: known.dmarc });
      return (changed === null ? same : await client.updateRecord(zoneId, same.id, changed)).id;
    }
    const other = present.find((each) => !isOurs(each));
    if (record.record === 'INBOUND' && other !== undefined) {
      throw new DnsProviderError(
        `${record.name} already has another mail server, ${other.content}. Remove its MX record first, or add a subdomain as a domain and receive there.`,
      );
    }
    const fields = fieldsOf(record);
    if (old) return (await client.updateRecord(zoneId, old.id, fields)).id;
    return (await client.createRecord(zoneId, fields)).id;
  };

  return {
    findZone: (domain) =>
      wrapErrors(async () => {
        for (const name of possibleZones(domain)) {
          const zones = await client.listZones(name);
          const zone = zones.find((each) => each.name === name);
          if (zone) return zone.id;
        }
        return null;
      }),

    publish: (zoneId, record, known) =>
      wrapErrors(async () => {
        try {
          return await publish(zoneId, record, known);
        } catch (error) {
          // Another publication of the same domain came between the look and the write.
          if (!hasCode(error, identicalExistsCode)) throw error;
          return await publish(zoneId, record, known);
        }
      }),

    remove: ({ zoneId, recordId }) =>
      wrapErrors(async () => {
        try {
          await client.deleteRecord(zoneId, recordId);
        } catch (error) {
          const isGone =
            hasCode(error, notFoundCode) || (error instanceof CloudflareError && error.status === 404);
          if (!isGone) throw error;
        }
      }),
  };
}

/** A DMARC policy of the domain's owner serves as well as ours; everything else has to be as expected. */
function satisfies({ content }: CloudflareRecord, expected: ExpectedRecord): boolean {
  if (expected.type !== 'TXT')
    return content.toLowerCase().replace(/\.$/, '') === expected.value.toLowerCase();
  const text = unquoted(content);
  return expected.record === 'DMARC' ? /^v=DMARC1\b/i.test(text) : text === expected.value;
}

/** A DMARC record of ours whose policy is not the chosen one, with that policy and what its owner added; null: nothing is to change. */
function withPolicy(
  { content }: CloudflareRecord,
  { record, setting }: { readonly record: ExpectedRecord; readonly setting: DmarcSetting | null },
): CloudflareRecordFields | null {
  if (record.record !== 'DMARC' || setting === null) return null;
  const text = unquoted(content);
  const value = withDmarcPolicy(text, setting);
  return value === text ? null : fieldsOf({ ...record, value });
}

function fieldsOf({ type, name, value, ttl, priority }: ExpectedRecord): CloudflareRecordFields {
  const common = { name, ttl, comment: recordComment };
  switch (type) {
    case 'TXT':
      return { ...common, type, content: quoted(value) };
    case 'MX':
      assert(priority !== undefined, 'an MX record has a priority');
      return { ...common, type, content: value, priority };
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
  return error instanceof CloudflareError && error.codes.includes(code);
}

async function wrapErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error;
    throw new DnsProviderError(error.message, { cause: error });
  }
}
