import { randomBytes } from 'node:crypto';

const variable = 'POSTRIDER_TEST_RUN';
const pattern = /^test_(\d{13})_/;
/** A killed run leaves its databases and virtual hosts; no run takes this long. */
const abandonedAfterMs = 3_600_000;

/** Begins a run: what its tests create carries its name, so that the end can drop what they left behind. */
export function beginTestRun(): void {
  process.env[variable] = `test_${Date.now()}_${randomBytes(3).toString('hex')}`;
}

export function nameForRun(): string {
  const name = process.env[variable];
  if (!name) throw new Error('no test run: jest --selectProjects integration begins one');
  return name;
}

export function ofRun(name: string): boolean {
  return name.startsWith(nameForRun());
}

export function isAbandoned(name: string): boolean {
  const begunAt = Number(pattern.exec(name)?.[1] ?? Infinity);
  return Date.now() - begunAt > abandonedAfterMs;
}
