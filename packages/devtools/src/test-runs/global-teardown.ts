import { runScript } from './run-script';

/**
 * Drops what crashed test files left behind. The engines stay up: the next run is then quick, and another
 * run may be using them; `make test` and `make down` stop them.
 */
export default function globalTeardown(): void {
  runScript('end-test-run.main.ts');
}
