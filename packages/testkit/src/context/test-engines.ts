import { EngineError } from '../engines/engine';

/** What the global setup hands to every test process. */
export interface TestEngines {
  adminUrl: string;
  redisUrl: string;
  amqpUrl: string;
  amqpManagementUrl: string;
  templateDatabase: string;
}

const variable = 'POSTRIDER_TEST_ENGINES';

export function publishTestEngines(engines: TestEngines): void {
  process.env[variable] = JSON.stringify(engines);
}

/** @throws EngineError outside of jest's `integration` project */
export function testEngines(): TestEngines {
  const text = process.env[variable];
  if (!text) {
    throw new EngineError(
      'No test engines: name the file *.int.test.ts and run jest with --selectProjects integration',
    );
  }
  return JSON.parse(text) as TestEngines;
}
