import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { parse } from 'yaml';
import { chartFolder, examplesFolder } from './helm';

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

it('nodes and cores follow from what a message costs', () => {
  const walKilobytes = Number(
    tableOf('What a million messages leave').find((row) =>
      row['What a million messages leave']?.startsWith('write-ahead log, 10 KB'),
    )?.['Gigabytes'],
  );
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
  const one = (2 * nodeMs) / cost(...services, ...engines);
  const ten = (10 * nodeMs) / cost(...services);
  expect(page).toContain(
    `some ${thousands(one, 10)} messages/s in theory; ${thousands(one / 2, 10)}/s with half`,
  );
  expect(page).toContain(`= ${thousands(ten, 100)} messages/s`);
  expect(Math.round((10 * cost('send-worker')) / cost(...services))).toBe(7);
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

function thousands(value: number, step: number): string {
  return (Math.round(value / step) * step).toLocaleString('en-US');
}
