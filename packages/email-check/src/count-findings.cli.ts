import fs from 'node:fs';
import path from 'node:path';
import { checkEmail } from './check-email';

/**
 * `tsx --conditions=postrider-source src/count-findings.cli.ts <folder>`: checks each `.html` below the folder as a broadcast with a
 * footer, and prints the errors, how many emails have each finding, and the time of a check.
 */
function main([folder]: readonly string[]): void {
  if (folder === undefined) throw new Error('name a folder');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.html?$/i.test(file));
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  const emails = new Map<string, number>();
  const times: number[] = [];
  for (const file of files) {
    const html = fs.readFileSync(path.join(folder, file), 'utf8');
    const started = performance.now();
    const { findings } = checkEmail(broadcastOf(html));
    times.push(performance.now() - started);
    for (const { severity, code, line, message } of findings) {
      if (severity === 'error') write(`${file}:${line ?? ''} ${code} ${message}`);
    }
    for (const kind of new Set(findings.map(({ severity, code }) => `${severity} ${code}`)))
      emails.set(kind, (emails.get(kind) ?? 0) + 1);
  }
  write(`\n${files.length} emails`);
  for (const [kind, count] of [...emails].sort())
    write(`${kind}: ${count} (${((100 * count) / files.length).toFixed(1)} %)`);
  times.sort((one, other) => one - other);
  const percentile = (part: number) => times[Math.floor(times.length * part)]?.toFixed(1);
  write(`p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, longest ${times.at(-1)?.toFixed(1)} ms`);
}

function broadcastOf(html: string) {
  return {
    ...{ id: '019aa4f0-7b8c-7def-8123-456789abcdef', subject: 'News', html, text: null, headers: {} },
    ...{ isEntity: false, isBulk: true, isOfBroadcast: true, generatesText: true, attachments: [] },
    track: { opens: true, clicks: true },
    sender: { name: 'Acme', postalAddress: '1 Main Street' },
    linkBase: 'https://links.shop.example',
    domain: { name: 'shop.example', records: [] },
  };
}

main(process.argv.slice(2));
