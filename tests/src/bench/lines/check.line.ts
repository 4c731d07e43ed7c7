import { createApiKey, createDomain, createOrganization } from '@postrider/testkit';
import type { Api } from '../../system/api';
import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { bounded } from '../measure/bounded';

const p95MsMax = 50;
const htmlBytes = 100_000;
const requests = 200;

export const checkLine: BenchLine = {
  name: 'check',
  product: 'POST /emails/check of a newsletter with 100 kB of HTML, p95',
  floor: 'what it may take',
  unit: 'ms',
  must: 1,
  aim: 2,
  run: measureChecks,
};

async function measureChecks(harness: BenchHarness): Promise<BenchResult> {
  const system = await harness.services(['api-gateway'], {});
  const { pool } = system;
  const { id: organizationId } = await createOrganization(pool, { plan: 'internal' });
  const { name } = await createDomain(pool, { organizationId, masterKey: system.secrets.masterKey });
  const { token } = await createApiKey(pool, { organizationId });
  const api = system.api(token);
  const body = { from: `news@${name}`, to: 'ada@recipients.test', subject: 'News', html: newsletter() };
  // A thread starts, and loads its code.
  for (let request = 0; request < 20; request += 1) await timeOf(api, body);
  const times: number[] = [];
  for (let request = 0; request < requests; request += 1) times.push(await timeOf(api, body));
  times.sort((one, other) => one - other);
  const at = (part: number): number => times[Math.ceil(part * times.length) - 1] ?? NaN;
  return bounded(at(0.95), p95MsMax, new Map([['p50', `${at(0.5).toFixed(1)} ms`]]));
}

async function timeOf(api: Api, body: object): Promise<number> {
  const begunMs = performance.now();
  const answer = await api.request('POST', '/emails/check', { body });
  if (answer.status !== 200)
    throw new Error(`a check answers ${answer.status}: ${JSON.stringify(answer.body)}`);
  return performance.now() - begunMs;
}

/** Rows of a table with an image, a heading and a link, as newsletters have them. */
function newsletter(): string {
  const row = (index: number): string =>
    `<tr><td style="padding:16px 24px;font-family:Arial,sans-serif;font-size:16px;line-height:24px;color:#333333">` +
    `<img src="https://shop.example/images/${index}.png" alt="Teapot ${index}" width="560" style="display:block;border-radius:4px">` +
    `<h2 style="margin:16px 0 8px;font-size:20px">Teapot ${index}</h2><p style="margin:0">Holds a liter &amp; keeps it warm.</p>` +
    `<a href="https://shop.example/teapots/${index}?from=news" style="color:#0055aa">Buy it</a></td></tr>\n`;
  const head =
    '<html><head><style>@media (max-width:600px){.column{width:100% !important}} a:hover{color:red}</style></head>' +
    '<body><table role="presentation" width="600" align="center">\n';
  let html = head;
  for (let index = 0; html.length < htmlBytes - 600; index += 1) html += row(index);
  return `${html}</table></body></html>`;
}
