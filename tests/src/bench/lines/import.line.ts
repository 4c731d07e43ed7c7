import { randomBytes } from 'node:crypto';
import { eventually } from '@postrider/testkit';
import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { runFloor } from '../measure/child-program';
import { compare } from '../measure/compare';
import { withCpu } from '../measure/cpu-time';
import { residentMegabytes, watchMemory } from '../measure/memory';
import { sampleOf, type Sample } from '../measure/sample';
import type { System } from '../../system/system';

/** `BENCH_IMPORT_ROWS=1000000`: a million, once by hand; a line must fit into a minute. */
const rows = Number(process.env['BENCH_IMPORT_ROWS'] ?? 50_000);
const timeoutMs = Math.max(40_000, rows / 2);

export const importLine: BenchLine = {
  name: 'import',
  product: 'rows of a file of addresses, from the first byte sent to the last entry committed',
  floor: 'multi-row inserts of the same rows',
  unit: 'rows/s',
  must: 0.2,
  aim: 0.4,
  run: importBeside,
};

async function importBeside(harness: BenchHarness): Promise<BenchResult> {
  const system = await harness.services(['api-gateway']);
  const gateway = system.processes.named('api-gateway-1');
  const ending = new AbortController();
  const before = residentMegabytes(gateway);
  const watching = watchMemory([gateway], ending.signal);
  const floorSettings = { ...harness.context.settings, COUNT: String(rows) };
  const result = await compare({
    product: () => importAll(system),
    floor: () => runFloor('suppression-insert', floorSettings),
  });
  ending.abort();
  const [highest = 0] = (await watching).values();
  const memory = `${Math.round(before)} MB before, ${Math.round(highest)} MB at most`;
  return { ...result, detail: `files of ${rows.toLocaleString('en')} rows; api-gateway ${memory}` };
}

async function importAll(system: System): Promise<Sample> {
  const url = `${system.apiUrl}/api/v1/suppressions`;
  const headers = { authorization: `Bearer ${system.tenant.keys.live.token}`, 'content-type': 'text/csv' };
  const body = new Blob([...fileOf(randomBytes(4).toString('hex'))]).stream();
  const begun = performance.now();
  const { cpu } = await withCpu([system.processes.named('api-gateway-1').pid()], async () => {
    const answer = await fetch(`${url}/import`, { method: 'POST', headers, body, duplex: 'half' });
    if (answer.status !== 202) throw new Error(`the import answers ${answer.status}`);
    const { id } = (await answer.json()) as { id: string };
    const read = async () => (await (await fetch(`${url}/imports/${id}`, { headers })).json()) as Progress;
    await eventually(async () => (await read()).status === 'finished', { timeoutMs, intervalMs: 100 });
    const { rows_added: added } = await read();
    if (added !== rows) throw new Error(`${added} of ${rows} rows were added`);
  });
  return sampleOf({ units: rows, seconds: (performance.now() - begun) / 1_000, cpu });
}

interface Progress {
  readonly status: string;
  readonly rows_added: number;
}

/** As Postmark exports it, in parts of a thousand rows. */
function* fileOf(mark: string): Generator<string> {
  yield 'EmailAddress,SuppressionReason,Origin,CreatedAt\n';
  for (let first = 0; first < rows; first += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, rows - first) }, (_, index) => first + index);
    yield numbers
      .map((number) => `${mark}.${number}@example.com,HardBounce,Recipient,2025-12-17T08:58:33-05:00\n`)
      .join('');
  }
}
