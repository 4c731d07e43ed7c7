import fs from 'node:fs';
import { styleText } from 'node:util';
import { localPath } from '@postrider/testkit';
import type { Verdict } from './verdict';

const marks = {
  true: styleText('green', 'held  '),
  false: styleText('red', 'BROKEN'),
  skipped: styleText('yellow', 'skip  '),
} as const;

/** One line for each scenario, its detail below it. */
export function printTable(verdicts: readonly Verdict[]): void {
  const width = Math.max(...verdicts.map(({ scenario }) => scenario.length));
  console.log(`\n${'scenario'.padEnd(width)}  promise  accepted     lost  duplicates`);
  for (const verdict of verdicts) {
    const numbers = [verdict.accepted, verdict.lost].map((value) => String(value).padStart(9)).join('');
    console.log(
      `${verdict.scenario.padEnd(width)}  ${marks[`${verdict.held}`]} ${numbers}${String(verdict.duplicates).padStart(12)}`,
    );
    console.log(`${' '.repeat(width)}  ${verdict.promise}`);
    console.log(`${' '.repeat(width)}  ${verdict.detail}`);
  }
}

/** `.local/faults.json`; a run of some scenarios replaces their lines and keeps the others. */
export function writeVerdicts(verdicts: readonly Verdict[], isComplete: boolean): string {
  const file = localPath('faults.json');
  const fresh = new Set(verdicts.map(({ scenario }) => scenario));
  const kept = isComplete ? [] : readVerdicts(file).filter(({ scenario }) => !fresh.has(scenario));
  fs.writeFileSync(file, `${JSON.stringify([...kept, ...verdicts], null, 2)}\n`);
  return file;
}

function readVerdicts(file: string): Verdict[] {
  if (!fs.existsSync(file)) return [];
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Verdict[];
}
