import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { countResults, failedTests, readJestResults, skippedTests, timeTable } from './jest-results';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jest-results-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const fileResult = (name: string, { seconds = 1, test = 'passed' } = {}) => ({
  name,
  startTime: 0,
  endTime: seconds * 1_000,
  message: '',
  assertionResults: [
    {
      fullName: `the test of ${name}`,
      status: test,
      failureMessages:
        test === 'failed'
          ? ['\u001b[31mexpected 1\u001b[39m\n\n  received 2\n    at x (/node_modules/jest/a.js:1)']
          : [],
    },
  ],
});

test('a run without results counts as one failure', () => {
  const results = readJestResults(path.join(folder, 'absent.json'));
  expect(countResults(results)).toEqual({ passed: 0, failed: 1 });
  expect(failedTests(results)).toEqual(['jest: it wrote no results; the reason is in its output']);
});

test('the tests and files that failed are named, with the first lines of their messages', () => {
  const file = path.join(folder, 'failures.json');
  const testResults = [
    fileResult(path.resolve('a.test.ts')),
    fileResult(path.resolve('b.test.ts'), { test: 'failed' }),
    { ...fileResult(path.resolve('c.test.ts')), message: 'cannot find a module', assertionResults: [] },
  ];
  fs.writeFileSync(
    file,
    JSON.stringify({ numPassedTests: 1, numFailedTests: 1, numRuntimeErrorTestSuites: 1, testResults }),
  );
  expect(failedTests(readJestResults(file))).toEqual([
    `b.test.ts: the test of ${path.resolve('b.test.ts')}\n     expected 1\n     received 2`,
    'c.test.ts\n     cannot find a module',
  ]);
});

test('a file that could not be loaded counts as one failure', () => {
  const file = path.join(folder, 'results.json');
  const testResults = [
    fileResult('/a.test.ts', { seconds: 2 }),
    fileResult('/b.test.ts', { seconds: 30, test: 'failed' }),
    fileResult('/c.test.ts', { test: 'pending' }),
  ];
  const counts = { numPassedTests: 7, numFailedTests: 2, numRuntimeErrorTestSuites: 1 };
  fs.writeFileSync(file, JSON.stringify({ ...counts, testResults }));
  const results = readJestResults(file);
  expect(countResults(results)).toEqual({ passed: 7, failed: 3 });
  expect(skippedTests(results)).toEqual(['the test of /c.test.ts']);
  expect(timeTable(results).split('\n')[0]).toBe('   30.0 s     1  /b.test.ts');
});
