/**
 * `pnpm run generate`: makes the sources that come from other sources and are not kept in git. Each folder remembers what it was made
 * from, so without a change there is nothing to do. Needs installed packages; runs before every compiler.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const sources = ['--conditions=postrider-source', '--import', 'tsx'];

/** In this order: the gateway's sources need the database client. */
const steps = [
  {
    title: 'database client',
    output: 'packages/db/src/generated/client.ts',
    madeFrom: ['packages/db/prisma/schema'],
    command: ['node_modules/prisma/build/index.js', 'generate'],
    cwd: 'packages/db',
  },
  {
    title: 'types and methods of the TypeScript client',
    output: 'packages/sdk/src/generated/resources.ts',
    madeFrom: ['docs/openapi.json', 'packages/sdk/src/codegen'],
    command: [...sources, 'packages/sdk/src/codegen/generate.cli.ts'],
  },
  {
    title: "OpenAPI document of the console's endpoints",
    output: 'packages/console/src/api/generated/openapi-console.json',
    // Its endpoints import their handlers, and so nearly everything.
    madeFrom: [...packagesBut('console', 'devtools', 'sdk', 'testkit'), 'services/api-gateway/src'],
    command: [...sources, 'services/api-gateway/src/openapi/console-document.cli.ts'],
  },
];

for (const { title, output, madeFrom, command, cwd = '.' } of steps) {
  const stamp = path.join(path.dirname(output), '.made-from');
  const inputs = fingerprint(['pnpm-lock.yaml', ...madeFrom]);
  const isMade = [output, stamp].every((file) => fs.existsSync(path.join(root, file)));
  if (isMade && fs.readFileSync(path.join(root, stamp), 'utf8') === inputs) continue;
  process.stderr.write(`generating the ${title}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: path.join(root, cwd),
    // Stands for an engine that is never used, so that none is downloaded.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' },
    encoding: 'utf8',
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nThe ${title} could not be generated.\n`);
    process.exit(1);
  }
  fs.writeFileSync(path.join(root, stamp), inputs);
}

function packagesBut(...names) {
  return fs
    .readdirSync(path.join(root, 'packages'))
    .filter((name) => !names.includes(name))
    .map((name) => `packages/${name}/src`);
}

function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesAt).sort())
    hash.update(`${file}\n`).update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function filesAt(name) {
  const full = path.join(root, name);
  if (!fs.existsSync(full)) return [];
  if (fs.statSync(full).isFile()) return [name];
  return fs
    .readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.ts$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)generated\//.test(file));
}
