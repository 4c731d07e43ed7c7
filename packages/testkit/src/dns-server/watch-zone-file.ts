import fs from 'node:fs';
import { dnsZone, type DnsRecord, type DnsZone } from './dns-zone';

/**
 * A zone that is read again whenever its file has changed. A file that is missing or does not parse
 * (it is being edited) leaves the last good zone in force.
 */
export function watchZoneFile(file: string, report: (line: string) => void): () => DnsZone {
  let known = { version: '', records: [] as DnsRecord[] };
  return () => {
    const version = versionOf(file);
    if (version !== known.version) {
      try {
        known = { version, records: dnsZone.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) };
        report(`${file}: ${known.records.length} records`);
      } catch (error) {
        known = { ...known, version };
        report(`${file} is not a zone, the last good one stays: ${String(error)}`);
      }
    }
    return known;
  };
}

/** Time alone misses two writes within the clock's resolution, which tests do. */
function versionOf(file: string): string {
  const stat = fs.statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.mtimeNs}/${stat.size}/${stat.ino}` : '';
}
