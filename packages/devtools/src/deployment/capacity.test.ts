import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { parse } from 'yaml';
import { chartFolder, examplesFolder } from './helm';
import { simulateCapacity, type SimulatedInstallation, type Visit } from './simulate-capacity';

/** What one node of a kind may give a second, with half of its two cores in reserve. */
const nodeMs = 1_000;
const page = fs.readFileSync(path.join(projectRoot(), 'docs', 'capacity.md'), 'utf8');

/** Rows of the table with this header cell, cells by column. */
function tableOf(firstHeader: string): Record<string, string>[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => cellsOf(line)[0] === firstHeader);
  if (start === -1) throw new Error(`docs/capacity.md has no table that begins with ${firstHeader}`);
  const header = cellsOf(lines[start] ?? '');
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows
    .slice(0, end === -1 ? undefined : end)
    .map((line) => Object.fromEntries(cellsOf(line).map((cell, column) => [header[column] ?? '', cell])));
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('*', '').trim());
}

const costMs = Object.fromEntries(
  tableOf('Where').map((row) => [row['Where'] ?? '', Number(row['Milliseconds'])]),
);
const cost = (...where: string[]): number => where.reduce((sum, each) => sum + (costMs[each] ?? NaN), 0);
const services = ['api-gateway', 'send-worker', 'metrics-aggregator', 'webhook-dispatcher'];
const engines = ['PostgreSQL', 'RabbitMQ', 'Redis'];
/** Messages a second that one node with everything, and ten nodes of services, carry by the sums. */
const oneNodePerSecond = rounded((2 * nodeMs) / cost(...services, ...engines), 10);
const tenNodesPerSecond = rounded((10 * nodeMs) / cost(...services), 100);

/** Gigabytes of a million. */
const walKilobytes = Number(
  tableOf('What a million messages leave').find((row) =>
    row['What a million messages leave']?.startsWith('write-ahead log, 10 KB'),
  )?.['Gigabytes'],
);

it('nodes and cores follow from what a message costs', () => {
  const rows = tableOf('Messages/s');
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) {
    const perSecond = Number(row['Messages/s']);
    const share = (...where: string[]) => ((perSecond * cost(...where)) / nodeMs).toFixed(2);
    expect(row).toMatchObject({
      'api-gateway': share('api-gateway'),
      'send-worker': share('send-worker'),
      'aggregator + dispatcher': share('metrics-aggregator', 'webhook-dispatcher'),
      'PostgreSQL cores': share('PostgreSQL'),
      'RabbitMQ cores': share('RabbitMQ'),
      'WAL MB/s, 10 KB': ((perSecond * walKilobytes) / 1_000).toFixed(1),
    });
  }
});

it('one node and ten nodes are what the sums say', () => {
  expect(page).toContain(
    `some ${thousands(oneNodePerSecond, 10)} messages/s in theory; ${thousands(oneNodePerSecond / 2, 10)}/s with half`,
  );
  expect(page).toContain(`= ${thousands(tenNodesPerSecond, 100)} messages/s`);
  const [slowMs, slowEngineMs] = [/measured (\d\.\d+) ms/, /the engines (\d\.\d+) together/].map((figure) =>
    Number(figure.exec(page)?.[1]),
  );
  assert(slowMs !== undefined && slowEngineMs !== undefined);
  expect(page.replaceAll('\n', ' ')).toContain(
    `${thousands((2 * nodeMs) / slowMs, 10)} messages/s instead of ${thousands(oneNodePerSecond, 10)} for one node, ` +
      `and ${thousands((10 * nodeMs) / (slowMs - slowEngineMs), 100)} instead of ${thousands(tenNodesPerSecond, 100)} for ten`,
  );
  expect(Math.round((10 * cost('send-worker')) / cost(...services))).toBe(7);
});

describe('a simulation of the sums, with random arrivals and commits that share flushes,', () => {
  const flushes = [2, 10];
  const rows = tableOf('Simulated');

  it.each(rows.map((row, index) => ({ row, index })))('says $row.Simulated', ({ row, index }) => {
    const isOne = index < flushes.length;
    const flushMs = flushes[index % flushes.length] ?? NaN;
    const installation = isOne ? oneNode(flushMs) : tenNodes(flushMs);
    const half = (isOne ? oneNodePerSecond : tenNodesPerSecond) / 2;
    const seconds = isOne ? 8 : 2;
    const most = simulateCapacity(installation, { arrivals: { inFlight: isOne ? 300 : 2_000 }, seconds });
    const atHalf = simulateCapacity(installation, { arrivals: { perSecond: half }, seconds });
    // The disk flushes whenever anybody waits: what it can take is bounded by its megabytes alone.
    const [busiest = ''] = Object.keys(installation.cores).toSorted(
      (a, b) => (most.busy[b] ?? 0) - (most.busy[a] ?? 0),
    );
    expect(row).toEqual({
      Simulated: `${isOne ? 'one node' : 'ten nodes'}, a flush takes ${flushMs} ms`,
      'Carries, messages/s': thousands(most.perSecond, isOne ? 10 : 100),
      'What is busy first': busiest,
      'Half load, messages/s': thousands(half, 10),
      'Takes there, ms': atHalf.tookMs.mean.toFixed(1),
      'p99, ms': atHalf.tookMs.p99.toFixed(1),
    });
    expect(most.busy[busiest]).toBeGreaterThan(0.95);
    expect(most.perSecond * walKilobytes).toBeLessThan(1_000 * installation.disk.megabytesPerSecond);
    if (isOne) expect(Math.abs(most.perSecond / oneNodePerSecond - 1)).toBeLessThan(0.1);
    else expect(most.perSecond).toBeGreaterThan(0.9 * tenNodesPerSecond);
  });

  it('carries what is promised of ten nodes, at the rate itself', () => {
    const { perSecond } = simulateCapacity(tenNodes(2), {
      arrivals: { perSecond: tenNodesPerSecond },
      seconds: 2,
    });
    expect(Math.abs(perSecond / tenNodesPerSecond - 1)).toBeLessThan(0.1);
  });

  function oneNode(flushMs: number): SimulatedInstallation {
    const visits = visitsOf(() => 'the node');
    return { cores: { 'the node': 2 }, disk: { flushMs, megabytesPerSecond: 500 }, visits };
  }

  function tenNodes(flushMs: number): SimulatedInstallation {
    const visits = visitsOf((where) => {
      if (engines.includes(where)) return where;
      return where === 'send-worker' ? 'seven nodes' : 'three nodes';
    });
    const cores = { 'seven nodes': 14, 'three nodes': 6, PostgreSQL: 4, RabbitMQ: 2, Redis: 1 };
    return { cores, disk: { flushMs, megabytesPerSecond: 500 }, visits };
  }

  /** Accepted, claimed with its attempt, recorded, counted. */
  function visitsOf(nodesOf: (where: string) => string): Visit[] {
    const at = (where: string, share = 1): Visit => ({ at: nodesOf(where), ms: cost(where) * share });
    const committed = (share: number): Visit[] => [
      at('PostgreSQL', share),
      { logKilobytes: walKilobytes * share },
    ];
    return [
      ...[at('api-gateway'), at('Redis'), ...committed(0.4), at('RabbitMQ', 0.5)],
      ...[at('send-worker', 0.5), ...committed(0.2), at('send-worker', 0.5), ...committed(0.3)],
      ...[at('RabbitMQ', 0.5), at('metrics-aggregator'), at('webhook-dispatcher'), ...committed(0.1)],
    ];
  }
});

it('connections are those that the chart counts, with its pools', () => {
  const values = parse(fs.readFileSync(path.join(chartFolder, 'values.yaml'), 'utf8')) as Record<
    string,
    { replicas: number; databasePoolSize: number }
  >;
  const keyOf = (service: string) =>
    service.replace(/-(\w)/, (_dash, letter: string) => letter.toUpperCase());
  const rows = tableOf('Service');
  const total = rows.pop();
  const together = (column: string) =>
    String(rows.reduce((sum, row) => sum + (Number(row[column]) + 1) * Number(row['Pool']), 0));
  for (const row of rows) {
    const own = values[keyOf(row['Service'] ?? '')];
    expect(row).toMatchObject({
      Pool: String(own?.databasePoolSize),
      'Replicas of `minimal.yaml`': String(own?.replicas),
    });
  }
  const minimal = fs.readFileSync(path.join(examplesFolder, 'minimal.yaml'), 'utf8');
  expect(minimal).not.toContain('replicas:');
  expect([total?.['Replicas of `minimal.yaml`'], total?.['of ten nodes']]).toEqual([
    together('Replicas of `minimal.yaml`'),
    together('of ten nodes'),
  ]);
});

function rounded(value: number, step: number): number {
  return Math.round(value / step) * step;
}

function thousands(value: number, step: number): string {
  return rounded(value, step).toLocaleString('en-US');
}
