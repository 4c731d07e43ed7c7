import fs from 'node:fs';
import { dnsZone, localPath } from '@postrider/testkit';
import { request } from 'undici';
import { z } from 'zod';
import { ExplainedError } from '../explained-error';
import { addToZoneFile, zoneFile } from '../stack/zone-file';

const development = z.object({
  api_url: z.string(),
  keys: z.object({ admin_live: z.object({ token: z.string() }) }),
});
const domainResource = z.object({ id: z.string(), name: z.string(), records: dnsZone });
const domainList = z.object({
  data: z.array(domainResource),
  next_cursor: z.string().optional(),
});

/**
 * `make publish DOMAIN=…`: what the owner of a domain does at their DNS provider, in the zone of this stack.
 *
 * @returns what to do next, for the terminal; without the key, since terminals are shared and logs are kept
 */
export async function publishDomain({
  name = process.env['DOMAIN'] ?? '',
  devFile = localPath('dev.json'),
  zone = zoneFile(),
} = {}): Promise<string> {
  if (name === '') throw new ExplainedError('Which domain? make publish DOMAIN=shop.example');
  if (!fs.existsSync(devFile)) throw new ExplainedError('Nothing runs here yet: make up');
  const { api_url: apiUrl, keys } = development.parse(JSON.parse(fs.readFileSync(devFile, 'utf8')));
  const authorization = `Bearer ${keys.admin_live.token}`;
  const domains = await listDomains(apiUrl, authorization);
  const domain = domains.find((each) => each.name === name.toLowerCase());
  if (!domain) {
    const known = domains.map((each) => each.name).join(', ');
    throw new ExplainedError(
      `There is no domain ${name}; there are ${known}. POST ${apiUrl}/api/v1/domains adds one.`,
    );
  }
  addToZoneFile(domain.records, zone);
  const lines = domain.records.map(({ type, name: place }) => `  ${type.padEnd(6)}${place}\n`);
  return `${lines.join('')}are in ${zone}. Verify the domain:\n
KEY=$(node -p "require('./.local/dev.json').keys.admin_live.token")
curl -s -X POST ${apiUrl}/api/v1/domains/${domain.id}/verify -H "Authorization: Bearer $KEY"\n`;
}

async function listDomains(apiUrl: string, authorization: string): Promise<z.infer<typeof domainResource>[]> {
  const domains: z.infer<typeof domainResource>[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ limit: '100', ...(cursor !== undefined && { cursor }) });
    const answer = await request(`${apiUrl}/api/v1/domains?${query.toString()}`, {
      headers: { authorization },
      headersTimeout: 10_000,
    }).catch(() => {
      throw new ExplainedError(`Nothing answers at ${apiUrl}: make up`);
    });
    const page = domainList.parse(await answer.body.json());
    domains.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return domains;
}
