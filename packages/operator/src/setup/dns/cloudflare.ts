import { possibleZones, zoneFile } from '@postrider/mail';
import { z } from 'zod';
import type { WantedRecord } from './wanted-zone';

const defaultUrl = 'https://api.cloudflare.com/client/v4';
const timeoutMs = 20_000;

const zones = z.object({ result: z.array(z.object({ id: z.string(), name: z.string() })) });
const imported = z.object({ result: z.object({ recs_added: z.number() }) });
const refusal = z.object({ errors: z.array(z.object({ message: z.string() })) });

/**
 * Adds records to the zone of the domain, by the import of a zone file: one request for all of them, which changes no record that is
 * there.
 * @returns how many were added, or why none were
 */
export async function importAtCloudflare(
  records: readonly WantedRecord[],
  {
    domain,
    token,
    url = defaultUrl,
  }: { readonly domain: string; readonly token: string; readonly url?: string },
): Promise<number | string> {
  const call = async <T>(path: string, schema: z.ZodType<T>, body?: FormData): Promise<T | string> => {
    try {
      const response = await fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${token}` },
        ...(body && { method: 'POST', body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer: unknown = await response.json().catch(() => null);
      const read = schema.safeParse(answer);
      if (response.ok && read.success) return read.data;
      const errors = refusal.safeParse(answer).data?.errors ?? [];
      return errors.map(({ message }) => message).join('; ') || `Cloudflare answered ${response.status}`;
    } catch {
      return 'Cloudflare could not be reached';
    }
  };
  for (const name of possibleZones(domain)) {
    const found = await call(`/zones?${new URLSearchParams({ name }).toString()}`, zones);
    if (typeof found === 'string') return found;
    const zone = found.result.find((each) => each.name === name);
    if (zone === undefined) continue;
    const form = new FormData();
    form.set('file', new Blob([zoneFile(records)]), 'postrider.zone');
    // Mail hosts and aliases must show in DNS as they are.
    form.set('proxied', 'false');
    const answer = await call(`/zones/${encodeURIComponent(zone.id)}/dns_records/import`, imported, form);
    return typeof answer === 'string' ? answer : answer.result.recs_added;
  }
  return `Cloudflare has no zone for ${domain} that the API token can edit`;
}
