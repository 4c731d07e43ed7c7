import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { localPath, projectRoot } from '@postrider/testkit';
import { findUnreadable, type JsonSchema } from './find-unreadable';
import { extract, findLastRelease, lastReleaseMissing } from './last-release';

type Schemas = Record<string, { writes: JsonSchema; reads: JsonSchema }>;

const contracts = path.join('packages', 'contracts');
const lastRelease = findLastRelease();

/** What each queue carries, by the sources of a checkout. The releases before the next one have one entry, and one schema for both. */
function schemasOf(root: string): Schemas {
  const source = `
    const { z } = require('zod');
    const entries = ['./src/queues/index.ts', './src/index.ts'];
    const { queueCatalogue } = require(entries.find((entry) => require('node:fs').existsSync(entry)));
    const toJson = (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const rows = Object.entries(queueCatalogue).map(([queue, row]) =>
      [queue, { writes: toJson(row.writes ?? row.schema), reads: toJson(row.reads ?? row.schema) }]);
    process.stdout.write(JSON.stringify(Object.fromEntries(rows)));`;
  const tsx = require.resolve('tsx');
  const child = spawnSync(process.execPath, ['--import', tsx, '--input-type=commonjs', '-e', source], {
    cwd: path.join(root, contracts),
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Schemas;
}

function schemasOfLastRelease(commit: string): Schemas {
  const root = localPath('releases', `${commit}-contracts`);
  fs.rmSync(root, { recursive: true, force: true });
  extract(commit, root, contracts);
  fs.symlinkSync(
    path.join(projectRoot(), contracts, 'node_modules'),
    path.join(root, contracts, 'node_modules'),
  );
  return schemasOf(root);
}

function unreadable(writers: Schemas, readers: Schemas): string[] {
  return Object.entries(writers).flatMap(([queue, { writes }]) => {
    const reader = readers[queue];
    return reader === undefined
      ? []
      : findUnreadable(writes, reader.reads).map((what) => `${queue}: ${what}`);
  });
}

it('this release reads all jobs that it writes', () => {
  const schemas = schemasOf(projectRoot());
  expect(Object.keys(schemas)).toContain('send.bulk');
  expect(unreadable(schemas, schemas)).toEqual([]);
});

// A shallow clone has no former release to compare with. Continuous integration fails where a test is skipped, so there is none.
if (lastRelease === null) console.warn(`not compared with the last release: ${lastReleaseMissing}`);
else
  it('this release writes jobs that the last one reads, and reads those that the last one writes', () => {
    const [now, before] = [schemasOf(projectRoot()), schemasOfLastRelease(lastRelease)];
    expect(unreadable(now, before)).toEqual([]);
    expect(unreadable(before, now)).toEqual([]);
  });

it.each<[string, JsonSchema, JsonSchema]>([
  ['a limit', { type: 'array', items: {}, maxItems: 100 }, { type: 'array', items: {}, maxItems: 50 }],
  ['a value', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a'] }],
  ['a type', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }],
  ['an absent member', { properties: { a: {} } }, { properties: { a: {} }, required: ['a'] }],
  ['a member of a definition', { $ref: '#/$defs/R', $defs: { R: { type: 'number' } } }, { type: 'string' }],
])('finds %s that the reader refuses', (_what, writes, reads) => {
  expect(findUnreadable(writes, reads)).toHaveLength(1);
  expect(findUnreadable(writes, writes)).toEqual([]);
});
