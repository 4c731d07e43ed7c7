import { EngineError } from '../engines/engine';
import { prepareTestEngines } from './prepare-test-engines';

/** Progress goes to stderr; the engines, as one line of JSON, to stdout. */
prepareTestEngines((line) => process.stderr.write(`  ${line}\n`)).then(
  (engines) => process.stdout.write(`${JSON.stringify(engines)}\n`),
  (error: unknown) => {
    console.error(error instanceof EngineError ? error.message : error);
    process.exitCode = 1;
  },
);
