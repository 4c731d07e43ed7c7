import assert from 'node:assert';
import { eventually } from '@postrider/testkit';
import { insertContacts } from '../../system/insert-contacts';
import type { System } from '../../system/system';
import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { runFloor } from '../measure/child-program';
import { compare } from '../measure/compare';
import { withCpu } from '../measure/cpu-time';
import { sampleOf, type Sample } from '../measure/sample';
import { scheduleBroadcast } from '../measure/schedule-broadcast';

const contacts = 100_000;
/** Of the broadcast that is submitted, while its mail is sent beside it. */
const submittedMin = 5_000;
const timeoutMs = 40_000;

export const expansionLine: BenchLine = {
  name: 'expansion',
  product: 'recipients of a broadcast, from its beginning until the last has its row',
  floor: 'one INSERT … SELECT of the same rows',
  unit: 'rows/s',
  // Pages of short transactions beside one long one; a hundred times as fast as recipients are submitted.
  must: 0.2,
  aim: 0.5,
  run: expansionBeside,
};

async function expansionBeside(harness: BenchHarness): Promise<BenchResult> {
  const settings = { BROADCAST_UNSENT_MAX: '1000000' };
  const system = await harness.services(['send-worker'], { settings });
  const organizationId = system.tenant.organization.id;
  await insertContacts(system.pool, { organizationId, count: contacts });
  // Paused, it expands and submits nothing.
  await pauseSending(system, true);
  const floorSettings = { ...harness.context.settings, ORGANIZATION_ID: organizationId };
  const result = await compare({
    product: () => expand(system),
    floor: () => runFloor('recipient-insert', floorSettings),
  });
  await pauseSending(system, false);
  const submission = Math.round(await submit(system)).toLocaleString('en');
  return {
    ...result,
    detail: `segments of ${contacts.toLocaleString('en')}; ${submission}/s submitted by one worker that sends them, too`,
  };
}

async function pauseSending({ pool, tenant }: System, isPaused: boolean): Promise<void> {
  await pool.query('UPDATE organizations SET sending_paused_at = CASE WHEN $2 THEN now() END WHERE id = $1', [
    tenant.organization.id,
    isPaused,
  ]);
}

async function expand(system: System): Promise<Sample> {
  const { cpu, result: id } = await withCpu([system.processes.named('send-worker-1').pid()], async () => {
    const scheduled = await scheduleBroadcast(system);
    await eventually(() => isTrue(system, 'expanded_at IS NOT NULL', scheduled), {
      timeoutMs,
      intervalMs: 40,
    });
    return scheduled;
  });
  const seconds = await expansionSeconds(system, id);
  await finish(system, id);
  return sampleOf({ units: contacts, seconds, cpu });
}

/** Without the look for due broadcasts, once a second, that every broadcast waits for. */
async function expansionSeconds({ pool }: System, id: string): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    'SELECT extract(epoch FROM expanded_at - started_at)::float8 AS seconds FROM broadcasts WHERE id = $1',
    [id],
  );
  const [row] = rows;
  assert(row !== undefined && row.seconds > 0, 'a broadcast is expanded after its beginning');
  return row.seconds;
}

/** Recipients a second, from the first page on. */
async function submit(system: System): Promise<number> {
  const id = await scheduleBroadcast(system);
  await eventually(() => isTrue(system, 'submitted > 0', id), { timeoutMs, intervalMs: 20 });
  const begun = performance.now();
  await eventually(() => isTrue(system, `submitted >= ${submittedMin}`, id), { timeoutMs, intervalMs: 20 });
  const seconds = (performance.now() - begun) / 1_000;
  await finish(system, id);
  return submittedMin / seconds;
}

async function isTrue({ pool }: System, condition: string, id: string): Promise<boolean> {
  const { rows } = await pool.query(`SELECT FROM broadcasts WHERE id = $1 AND ${condition}`, [id]);
  return rows.length === 1;
}

/** No worker looks at it any more. */
async function finish({ pool }: System, id: string): Promise<void> {
  await pool.query(`UPDATE broadcasts SET status = 'canceled', finished_at = now() WHERE id = $1`, [id]);
}
