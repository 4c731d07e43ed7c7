import { zoneFile, type PlatformDns } from '@postrider/mail';
import { wait, type HostPort } from '@postrider/runtime';
import type { Answers } from '../answers/answers';
import type { Report } from '../step';
import { importAtCloudflare } from './cloudflare';
import { updateZone } from './update-zone';
import { findRecords, type RecordState, type WantedRecord, type WantedZone } from './wanted-zone';
import { createZoneLookup, isAtCloudflare } from './zone-lookup';

const pollMs = 10_000;

interface PublishOptions {
  readonly answers: Answers;
  readonly zone: WantedZone;
  readonly resolvers: readonly HostPort[];
  /** How long to wait for required records. */
  readonly waitMs: number;
  readonly report: Report;
}

/**
 * Prints the zone, writes it where that is possible, and waits for the required records.
 * @returns what is not as it should be at the end
 */
export async function publishZone(options: PublishOptions): Promise<readonly RecordState[]> {
  const { answers, zone, resolvers, waitMs, report } = options;
  report.title(`DNS: ${zone.records.length} records`);
  report.line(zoneFile(zone.records).trimEnd());
  const dns = await createZoneLookup(answers.domain, resolvers);
  const look = async () => (await zone.check(dns)).filter(({ state }) => state !== 'ok');
  let wrong = await look();
  if (wrong.length > 0) {
    await write(await absentOf(wrong, dns), answers, report);
    wrong = await look();
  }
  const endsAt = performance.now() + waitMs;
  let shown: string | undefined;
  for (;;) {
    const text = wrong.map(describeState).join('\n');
    if (text !== shown) {
      report.line(`${zone.records.length - wrong.length} of ${zone.records.length} records are right`);
      if (text !== '') report.line(text);
      shown = text;
    }
    if (!wrong.some(isBlocking) || performance.now() + pollMs > endsAt) return wrong;
    await wait(pollMs);
    wrong = await look();
  }
}

/** Reverse DNS is the provider's, and may take hours: the first email does not wait for it. */
export function isBlocking({ record }: RecordState): boolean {
  return record.isRequired && record.type !== 'PTR';
}

export function describeState({ record, state, detail }: RecordState): string {
  const mark = record.isRequired ? '✘' : '!';
  return `${mark} ${record.type} ${record.name}: ${state}${detail === '' ? '' : ` (${detail})`}`;
}

/** Records that are there with another value are the owner's to change. */
async function absentOf(wrong: readonly RecordState[], dns: PlatformDns): Promise<WantedRecord[]> {
  const absent: WantedRecord[] = [];
  for (const { record } of wrong) {
    const { type, name, value } = record;
    if (value === null || type === 'PTR') continue;
    const found = await findRecords(dns, { type, name });
    // A name may have TXT records for other purposes beside ours.
    const others = type === 'TXT' ? found?.filter((text) => kindOf(text) === kindOf(value)) : found;
    if (others?.length === 0) absent.push(record);
  }
  return absent;
}

/** `v=spf1`, `v=dmarc1`. */
function kindOf(text: string): string {
  return /^v=[a-z0-9]+/i.exec(text)?.[0].toLowerCase() ?? text;
}

async function write(absent: readonly WantedRecord[], answers: Answers, report: Report): Promise<void> {
  const { domain, dns } = answers;
  if (dns === 'manual') {
    report.line('Publish these records where the zone is managed; setup waits for them.');
    if (await isAtCloudflare(domain)) {
      report.line(
        'The zone is at Cloudflare: with "dns": {"cloudflare_token": "…"} in the answers, setup writes it.',
      );
    }
    return;
  }
  if ('cloudflare_token' in dns) {
    const added = await importAtCloudflare(absent, { domain, token: dns.cloudflare_token });
    report.line(typeof added === 'number' ? `${added} records added at Cloudflare` : added);
    return;
  }
  const refused = await updateZone(absent, { server: dns.server, keyFile: dns.key_file });
  report.line(`${absent.length - refused.length} records added at ${dns.server}`);
  for (const text of refused) report.line(text);
}
