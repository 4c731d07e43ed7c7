import fs from 'node:fs';
import { styleText } from 'node:util';
import { localPath } from '@postrider/testkit';

/** One line of the table, and of `.local/faults.json`. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly promise: string;
  /** `skipped` with the reason in `detail`. */
  readonly held: boolean | 'skipped';
  /** Messages for which a client got its 2xx or 250. */
  readonly accepted: number;
  /** Accepted, but without a final state, or final as delivered without a copy at the mail server. */
  readonly lost: number;
  /** Copies beyond the first. */
  readonly duplicates: number;
  readonly detail: string;
}

const marks = {
  true: styleText('green', 'held  '),
  false: styleText('red', 'BROKEN'),
  skipped: styleText('yellow', 'skip  '),
} as const;

/** One line for each scenario, its detail below it. */
export function printTable(results: readonly ScenarioResult[]): void {
  const width = Math.max(...results.map(({ scenario }) => scenario.length));
  console.log(`\n${'scenario'.padEnd(width)}  promise  accepted     lost  duplicates`);
  for (const result of results) {
    const numbers = [result.accepted, result.lost].map((value) => String(value).padStart(9)).join('');
    console.log(
      `${result.scenario.padEnd(width)}  ${marks[`${result.held}`]} ${numbers}${String(result.duplicates).padStart(12)}`,
    );
    console.log(`${' '.repeat(width)}  ${result.promise}`);
    console.log(`${' '.repeat(width)}  ${result.detail}`);
  }
}

/** `.local/faults.json`; a run of some scenarios replaces their lines and keeps the others. */
export function writeResults(results: readonly ScenarioResult[], isComplete: boolean): string {
  const file = localPath('faults.json');
  const fresh = new Set(results.map(({ scenario }) => scenario));
  const kept = isComplete ? [] : readResults(file).filter(({ scenario }) => !fresh.has(scenario));
  fs.writeFileSync(file, `${JSON.stringify([...kept, ...results], null, 2)}\n`);
  return file;
}

function readResults(file: string): ScenarioResult[] {
  if (!fs.existsSync(file)) return [];
  return JSON.parse(fs.readFileSync(file, 'utf8')) as ScenarioResult[];
}
