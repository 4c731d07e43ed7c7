import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ServiceSettings } from '@postrider/devtools';
import { eventually, projectRoot } from '@postrider/testkit';
import type { FaultHarness, Scenario } from '../scenario';

/** Settings of secrets, and those of the ones before them. */
const rotated = [
  ['MASTER_KEY', 'MASTER_KEYS_PREVIOUS'],
  ['LINK_SECRET', 'LINK_SECRETS_PREVIOUS'],
  ['RETURN_PATH_SECRET', 'RETURN_PATH_SECRETS_PREVIOUS'],
  ['RELAY_SECRET', 'RELAY_SECRETS_PREVIOUS'],
] as const;
/** A slow machine sends a hundred messages a second, and fewer while processes start. */
const deliveryMs = 600_000;
const run = promisify(execFile);

export const rotateSecrets: Scenario = {
  name: 'rotate-secrets',
  promise:
    'all four secrets are replaced, replica by replica: no client of the API sees an error, and reports about earlier mail count',
  replicas: { 'api-gateway': 2, 'send-worker': 2 },
  // The one relay is restarted three times: those that submit by SMTP connect again.
  clientErrors: 'allowed',
  loadSecondsMin: 30,
  strikeTimeoutMs: 2 * deliveryMs,
  settings: { INBOUND_MESSAGES_PER_MINUTE: '1000000' },
  strike: async (harness) => {
    const { load, system } = harness;
    const reporter = harness.reportDeliveries();
    const next = Object.fromEntries(rotated.map(([name]) => [name, randomBytes(32).toString('base64')]));

    await load.reaches(0.1);
    await restartWith(
      harness,
      pick(next, ([name, previous]) => [name, previous]),
    );
    await load.reaches(0.3);
    await restartWith(harness, { ...next, ...pick(system.settings, ([name, previous]) => [name, previous]) });
    await operate(system.settings, 'reseal');
    for (const setting of ['LINK_SECRET', 'RETURN_PATH_SECRET'])
      await operate(system.settings, 'accept', setting);
    await load.done;
    await eventually(() => nothingIsDue(harness), { timeoutMs: deliveryMs, what: 'every message delivered' });
    await reporter.finished();
    // Links and return paths of earlier mail outlive the rotation; master key and relay secret do not.
    await restartWith(harness, { MASTER_KEYS_PREVIOUS: '', RELAY_SECRETS_PREVIOUS: '' });

    const apiErrors = [...load.failures.keys()].filter((cause) => cause.startsWith('HTTP'));
    return {
      problems: [...apiErrors.map((cause) => `a client met ${cause}`), ...reporter.lost.slice(0, 3)],
      detail: `${harness.reports.confirmed.size} reports, ${reporter.repeated} tries repeated`,
    };
  },
};

type Renamed = (names: (typeof rotated)[number]) => readonly [from: string, to: string];

function pick(settings: ServiceSettings, renamed: Renamed): ServiceSettings {
  return Object.fromEntries(rotated.map(renamed).map(([from, to]) => [to, settings[from] ?? '']));
}

/** As a roll-out does it: all services at once, of each one replica after the other. */
async function restartWith({ system }: FaultHarness, settings: ServiceSettings): Promise<void> {
  system.changeSettings(settings);
  for (const ending of ['-1', '-2']) {
    const names = system.replicas.map(({ name }) => name).filter((name) => name.endsWith(ending));
    await system.processes.stop(...names);
    await system.processes.start(...names);
  }
}

async function operate(environment: ServiceSettings, ...args: string[]): Promise<void> {
  const main = path.join(projectRoot(), 'packages/operator/dist/main.js');
  await run(process.execPath, [main, 'secrets', ...args], { env: environment, timeout: 60_000 });
}

async function nothingIsDue({ system }: FaultHarness): Promise<boolean> {
  const { rows } = await system.pool.query(
    `SELECT FROM messages WHERE status IN ('queued', 'sending') AND due_at <= now() LIMIT 1`,
  );
  return rows.length === 0;
}
