import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { countResults, readJestResults, skippedTests, timeTable } from './jest-results';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jest-results-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const fileResult = (name: string, { seconds = 1, test = 'passed' } = {}) => ({
  name,
  startTime: 0,
  endTime: seconds * 1_000,
  assertionResults: [{ fullName: `the test of ${name}`, status: test }],
});

test('a run without results counts as one failure', () => {
  expect(countResults(readJestResults(path.join(folder, 'absent.json')))).toEqual({ passed: 0, failed: 1 });
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
