import { MigrationError } from '@postrider/db';
import { Command } from 'commander';
import { runChecks } from '../checks/run-checks';
import { ExplainedError } from '../explained-error';
import { down, reset } from './down';
import { writeEnvExample } from './env-example';
import { logs } from './logs';
import { status } from './status';
import { publishDomain } from './publish-domain';
import { runSuite } from './suite';
import { up } from './up';
import { watch } from './watch';

/** The commands behind the Makefile. Each returns whether it went well. */
const commands: Record<string, { description: string; run: () => Promise<boolean> }> = {
  up: { description: 'start everything in the background', run: done(up) },
  dev: { description: 'start everything, restart services on change, until Ctrl-C', run: done(watch) },
  down: { description: 'stop everything, keep the data', run: done(down) },
  reset: { description: 'stop everything, delete the development data', run: done(reset) },
  logs: { description: 'logs of all services', run: done(() => logs()) },
  status: { description: 'health of each part', run: status },
  publish: {
    description: 'put the records of DOMAIN into the zone of the development DNS server',
    run: done(async () => process.stdout.write(await publishDomain())),
  },
  test: { description: 'all checks and tests', run: runChecks },
  bench: { description: 'benchmarks beside their floors; ONLY=name for one', run: () => runSuite('bench') },
  faults: {
    description: 'faults under load, with an audit; ONLY=name for one',
    run: () => runSuite('faults'),
  },
  'env-example': {
    description: 'write .env.example from the services’ settings',
    run: done(writeEnvExample),
  },
};

function done(work: () => unknown): () => Promise<boolean> {
  return async () => {
    await work();
    return true;
  };
}

const program = new Command('postrider').description('development commands of Postrider');
for (const [name, { description, run }] of Object.entries(commands)) {
  program
    .command(name)
    .description(description)
    .action(async () => {
      if (!(await run())) process.exitCode = 1;
    });
}

program.parseAsync().catch((error: unknown) => {
  const isExplained = error instanceof ExplainedError || error instanceof MigrationError;
  console.error(isExplained ? `\n${error.message}` : error);
  process.exitCode = 1;
});
