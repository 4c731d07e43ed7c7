import { EngineError } from '../engines/engine';
import { beginTestRun } from './engines-for-tests';

/** Progress goes to stderr; the run's environment variables, as one line of JSON, to stdout. */
beginTestRun((line) => process.stderr.write(`  ${line}\n`)).then(
  (variables) => process.stdout.write(`${JSON.stringify(variables)}\n`),
  (error: unknown) => {
    console.error(error instanceof EngineError ? error.message : error);
    process.exitCode = 1;
  },
);
