import fs from 'node:fs';
import { z } from 'zod';

export interface Counts {
  passed: number;
  failed: number;
}

const jestResults = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  /** Files that did not get as far as a test. */
  numRuntimeErrorTestSuites: z.number(),
});

const jestFiles = z.object({
  testResults: z.array(
    z.object({ name: z.string(), status: z.enum(['passed', 'failed', 'pending', 'skipped', 'focused']) }),
  ),
});

/** The test files in which something failed. */
export function failedFiles(file: string): string[] {
  if (!fs.existsSync(file)) return [];
  const { testResults } = jestFiles.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** What a jest run with `--json --outputFile` has counted; a file that could not be loaded counts as one failure. */
export function countJestResults(file: string): Counts {
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const results = jestResults.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
  };
}
