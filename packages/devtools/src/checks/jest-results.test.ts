import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { countJestResults, failedFiles } from './jest-results';

test('a file that could not be loaded counts as one failure, and so does a run without results', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jest-results-'));
  const file = path.join(folder, 'results.json');
  expect(countJestResults(file)).toEqual({ passed: 0, failed: 1 });
  fs.writeFileSync(
    file,
    JSON.stringify({
      numPassedTests: 7,
      numFailedTests: 2,
      numRuntimeErrorTestSuites: 1,
      testResults: [
        { name: '/a.test.ts', status: 'passed' },
        { name: '/b.test.ts', status: 'failed' },
      ],
    }),
  );
  expect(countJestResults(file)).toEqual({ passed: 7, failed: 3 });
  expect(failedFiles(file)).toEqual(['/b.test.ts']);
  fs.rmSync(folder, { recursive: true });
});
