import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
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
      /** Why it could not be loaded; otherwise what its tests' own messages say. */
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
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

/** Lines of a failure's message that are repeated at the end of a run; the rest is in the run's output. */
const messageLinesMax = 12;

/** Each failed test, or file that could not be loaded, with the first lines of its message. */
export function failedTests(results: JestResults): string[] {
  if (results === null) return ['jest: it wrote no results; the reason is in its output'];
  return results.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    if (assertionResults.length === 0 && message !== '') return [`${file}\n${firstLines(message)}`];
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) => `${file}: ${fullName}\n${firstLines(failureMessages.join('\n'))}`,
      );
  });
}

function firstLines(message: string): string {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*(node_modules\/|node:)/.test(line))
    .slice(0, messageLinesMax)
    .map((line) => `     ${line.trim()}`)
    .join('\n');
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
