import { eventually } from '@postrider/testkit';
import { request } from 'undici';
import type { System } from '../../system/system';
import type { Scenario } from '../scenario';

const services = [
  'api-gateway',
  'send-worker',
  'webhook-dispatcher',
  'metrics-aggregator',
  'smtp-relay',
] as const;
const strikeTimeoutMs = 600_000;

/** Each service reads what every other writes in the one direction or in the other: jobs, events, rows, keys of Redis, HTTP. */
function oneOfEach(name: string, old: readonly (typeof services)[number][]): Scenario {
  const head = services.filter((service) => !old.includes(service));
  return {
    name,
    promise: `${old.join(', ')} of the last release, ${head.join(', ')} of this one: no dead letter`,
    ofLastRelease: (replica) => old.some((service) => replica === `${service}-1`),
    clientErrors: 'none',
    strike: async ({ load }) => {
      await load.done;
      return undefined;
    },
  };
}

export const versionsOldWorker = oneOfEach('versions-old-worker', ['send-worker', 'smtp-relay']);
export const versionsNewWorker = oneOfEach('versions-new-worker', [
  'api-gateway',
  'webhook-dispatcher',
  'metrics-aggregator',
]);

const old = ['api-gateway-1', 'send-worker-1', 'webhook-dispatcher-1', 'metrics-aggregator-1'];
const head = old.map((name) => name.replace('-1', '-2'));

/** The schema is that of this release from the beginning: migrations come first. */
export const versionsUpgrade: Scenario = {
  name: 'versions-upgrade',
  promise:
    'replicas of the last release and of this one share the work, are upgraded and rolled back: nothing lost, no dead letter',
  replicas: { 'api-gateway': 2, 'send-worker': 2, 'webhook-dispatcher': 2, 'metrics-aggregator': 2 },
  ofLastRelease: (replica) => old.includes(replica),
  clientErrors: 'none',
  loadSecondsMin: 60,
  strikeTimeoutMs,
  strike: async ({ load, system }) => {
    await load.reaches(0.2);
    const imports = await Promise.all(
      Array.from({ length: importsOpenMax }, (_none, index) => importContacts(system, index)),
    );
    await load.reaches(0.4);
    await system.processes.stop(...old);
    await load.reaches(0.6);
    await system.processes.start(...old);
    await system.processes.stop(...head);
    await load.reaches(0.8);
    await system.processes.start(...head);
    return {
      problems: await importProblems(system, imports),
      detail: `upgraded, rolled back, ${imports.length} imports`,
    };
  },
};

const rowsOfImport = 5_000;
/** Of one organization. */
const importsOpenMax = 3;

/** Through the balancer: gateways of both releases take files, and each reads those of the other. */
async function importContacts(system: System, number: number): Promise<string> {
  const rows = Array.from(
    { length: rowsOfImport },
    (_none, row) => `contact-${number}-${row}@example.com,Ada`,
  );
  const answer = await request(`${system.apiUrl}/api/v1/contacts/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${system.tenant.keys.live.token}`, 'content-type': 'text/csv' },
    body: `email,first_name\n${rows.join('\n')}\n`,
  });
  const body = (await answer.body.json()) as { id?: string; message?: string };
  if (body.id === undefined) throw new Error(`an import was refused: ${JSON.stringify(body)}`);
  return body.id;
}

async function importProblems({ pool }: System, ids: readonly string[]): Promise<string[]> {
  const read = () =>
    pool.query<{ id: string; status: string; rows_added: string }>(
      'SELECT id, status, rows_added FROM imports WHERE id = ANY ($1)',
      [ids],
    );
  await eventually(
    async () => (await read()).rows.every(({ status }) => ['finished', 'failed'].includes(status)),
    {
      timeoutMs: 120_000,
      what: 'the end of all imports',
    },
  );
  return (await read()).rows
    .filter(({ status, rows_added }) => status !== 'finished' || Number(rows_added) !== rowsOfImport)
    .map(({ id, status, rows_added }) => `import ${id} is ${status} with ${rows_added} rows`);
}
