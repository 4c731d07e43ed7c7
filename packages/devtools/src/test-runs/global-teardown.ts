import { runScript } from './run-script';

const closers = Symbol.for('postrider.closers');

/**
 * Closes what test files shared, if they ran in this process, and drops what crashed ones and workers left behind. The engines stay up: the next run is then quick, and another
 * run may be using them; `make test` and `make down` stop them.
 */
export default async function globalTeardown(): Promise<void> {
  const shared = (process as { [closers]?: (() => Promise<void>)[] })[closers] ?? [];
  await Promise.all(shared.map((close) => close()));
  runScript('end-test-run.main.ts');
}
