import { randomBytes } from 'node:crypto';

/** What the contexts of a run are made on. */
export interface TestEngines {
  /** Of the PostgreSQL server's maintenance database. */
  readonly adminUrl: string;
  readonly redisUrl: string;
  readonly amqpUrl: string;
  readonly amqpManagementUrl: string;
  readonly templateDatabase: string;
}

const enginesVariable = 'POSTRIDER_TEST_ENGINES';
const nameVariable = 'POSTRIDER_TEST_RUN';
const pattern = /^test_(\d{13})_/;
/** A killed run leaves its databases and virtual hosts; no run takes this long. */
const abandonedAfterMs = 3_600_000;

/** A new run as environment variables, for every process that takes part in it. */
export function describeTestRun(engines: TestEngines): Record<string, string> {
  const name = `test_${Date.now()}_${randomBytes(3).toString('hex')}`;
  return { [enginesVariable]: JSON.stringify(engines), [nameVariable]: name };
}

export function testEngines(): TestEngines {
  return JSON.parse(ofRunInForce(enginesVariable)) as TestEngines;
}

export function nameForRun(): string {
  return ofRunInForce(nameVariable);
}

function ofRunInForce(variable: string): string {
  const text = process.env[variable];
  if (text) return text;
  throw new Error('No test run: name the file *.int.test.ts and run jest with --selectProjects integration');
}

export function ofRun(name: string): boolean {
  return name.startsWith(nameForRun());
}

export function isAbandoned(name: string): boolean {
  const begunAt = Number(pattern.exec(name)?.[1] ?? Infinity);
  return Date.now() - begunAt > abandonedAfterMs;
}
