import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@postrider/testkit';

const testRuns = join(projectRoot(), 'packages/devtools/src/test-runs');

/** Both files are the same: the second of the worker finds the module of the first, and nothing else of it. */
const testFile = `
const { loads } = require('./module');
it('is the only test of its file', () => {
  loads.files.push(__filename);
  expect(loads.evaluated).toBe(1);
  expect(process.env.SET_BY_A_FILE).toBeUndefined();
  process.env.SET_BY_A_FILE = 'yes';
  expect(Date.now()).toBeGreaterThan(0);
  expect(setTimeout.clock).toBeUndefined();
  for (const legacyFakeTimers of [false, true]) {
    expect(() => jest.useFakeTimers({ legacyFakeTimers })).toThrow('a global object of its own');
  }
  jest.spyOn(Date, 'now').mockReturnValue(0);
});
afterAll(() => console.log('files of this module: ' + loads.files.length));
`;
const moduleFile = `
globalThis.evaluated = (globalThis.evaluated ?? 0) + 1;
exports.loads = { files: [], get evaluated() { return globalThis.evaluated; } };
`;

/** With an environment of its own: nothing of the other files is there, and only here may timers be faked. */
const ownTestFile = `/** @jest-environment node */
const { loads } = require('./module');
it('has a global object of its own', () => {
  expect([loads.evaluated, loads.files]).toEqual([1, []]);
  jest.useFakeTimers();
  expect(setTimeout.clock).toBeDefined();
});
`;

it('evaluates a module once for the test files of a worker, and removes what a file changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kept-modules-'));
  try {
    const config = {
      rootDir: folder,
      runtime: join(testRuns, 'kept-modules-runtime.cjs'),
      testEnvironment: join(testRuns, 'kept-environment.cjs'),
      transform: {},
    };
    await Promise.all([
      writeFile(join(folder, 'jest.config.json'), JSON.stringify(config)),
      writeFile(join(folder, 'module.js'), moduleFile),
      writeFile(join(folder, 'a.test.js'), testFile),
      writeFile(join(folder, 'b.test.js'), testFile),
      writeFile(join(folder, 'own.test.js'), ownTestFile),
    ]);
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [
        join(projectRoot(), 'node_modules/jest/bin/jest.js'),
        '--runInBand',
        '--config',
        join(folder, 'jest.config.json'),
      ],
      { cwd: folder },
    );
    expect(stderr).toContain('Tests:       3 passed, 3 total');
    expect(stdout + stderr).toContain('files of this module: 2');
  } finally {
    await rm(folder, { recursive: true });
  }
});
