import fs from 'node:fs';
import path from 'node:path';
import { canonicalName, type DnsRecord, dnsZone, localPath, platformRecords } from '@postrider/testkit';
import { demoRecords, type DemoDomain } from './demo-domains';

export const zoneFile = (): string => localPath('zone.json');

/** Puts the stack's own records in; records that were added to the file stay. */
export function writeZoneFile(domains: readonly DemoDomain[], file = zoneFile()): void {
  addToZoneFile([...domains.flatMap(demoRecords), ...platformRecords], file);
}

/** Records replace those of the same type and name; all others stay. */
export function addToZoneFile(records: readonly DnsRecord[], file = zoneFile()): void {
  const ours = records.map(plainRecord);
  const places = new Set(ours.map(placeOf));
  const others = readExisting(file).filter((record) => !places.has(placeOf(record)));
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, `${JSON.stringify([...ours, ...others], null, 2)}\n`);
  fs.renameSync(`${file}.new`, file);
}

function readExisting(file: string): DnsRecord[] {
  if (!fs.existsSync(file)) return [];
  const parsed = dnsZone.safeParse(safeJson(fs.readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : [];
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function plainRecord({ name, type, value, priority }: DnsRecord): DnsRecord {
  return { name, type, value, ...(priority !== undefined && { priority }) };
}

function placeOf({ name, type }: DnsRecord): string {
  return `${type} ${canonicalName(name)}`;
}
