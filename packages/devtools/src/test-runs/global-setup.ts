import { runScript } from './run-script';

/** Gives every test process the engines and the name of this run. */
export default function globalSetup(): void {
  const variables = runScript('begin-test-run.main.ts');
  Object.assign(process.env, JSON.parse(variables));
}
