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
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** What a jest run with `--json --outputFile` has written; null: it did not get that far. */
export type JestResults = z.infer<typeof jestResults> | null;

export function readJestResults(file: string): JestResults {
  return fs.existsSync(file) ? jestResults.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) : null;
}

/** A file that could not be loaded counts as one failure, and so does a run without results. */
export function countResults(results: JestResults): Counts {
  if (results === null) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = results;
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}

export function skippedTests(results: JestResults): string[] {
  return (results?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'pending')
    .map(({ fullName }) => fullName);
}

/** One line for each test file, the slowest first: seconds, tests, path. */
export function timeTable(results: JestResults): string {
  return (results?.testResults ?? [])
    .map((file) => ({ ...file, seconds: (file.endTime - file.startTime) / 1_000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(
      ({ seconds, assertionResults, name }) =>
        `${seconds.toFixed(1).padStart(7)} s ${String(assertionResults.length).padStart(5)}  ${name}\n`,
    )
    .join('');
}
