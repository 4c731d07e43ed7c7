import { newId } from '@postrider/contracts/ids';
import type { System } from '../../system/system';
import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { loadHttp, type HttpTarget } from '../measure/http-load';
import { compareStored } from './compare-stored';

/** Known after the first round, as most are in life. */
const contacts = 2_000;
const event = 'order.paid';

export const eventsLine: BenchLine = {
  name: 'events',
  product: 'POST /events that begins a run, every check',
  floor: 'node:http + zod + one INSERT for each of three tables',
  unit: 'events/s',
  must: 1,
  aim: 2,
  run: eventsBeside,
};

async function eventsBeside(harness: BenchHarness): Promise<BenchResult> {
  const system = await harness.services(['api-gateway']);
  const floor = await harness.floor('event-insert');
  await insertAutomation(system);
  const bodies = Array.from({ length: contacts }, (_, number) =>
    JSON.stringify({
      ...{ event, email: `reader${number}@recipients.test` },
      properties: { order: `A-${number}`, total: 42, currency: 'EUR' },
    }),
  );
  const product: HttpTarget = {
    url: `${system.apiUrl}/api/v1/events`,
    pid: system.processes.named('api-gateway-1').pid(),
    headers: { authorization: `Bearer ${system.tenant.keys.send.token}` },
    bodies,
  };
  const peer: HttpTarget = { url: `${floor.url}/events`, pid: floor.pid, bodies };
  const sides = {
    product: () => loadHttp(product),
    floor: () => loadHttp(peer),
  };
  return compareStored(system, sides, 'automation_runs');
}

/** No run walks it: only its start is measured. */
async function insertAutomation({ pool, tenant }: System): Promise<void> {
  await pool.query(
    `INSERT INTO automations (id, organization_id, slug, name, trigger_event) VALUES ($1, $2, 'bench', 'bench', $3)`,
    [newId(), tenant.organization.id, event],
  );
}
