import { createProgress } from './progress';
import { build } from './build';
import { projectRoot } from '@postrider/testkit';
import path from 'node:path';
import { MigrationError } from '@postrider/db';
import { Command, Option } from 'commander';
import { runChecks } from '../checks/run-checks';
import { ExplainedError } from '../explained-error';
import { writeAlertRules } from '../deployment/alert-rules';
import { writeDashboards } from '../deployment/dashboards';
import { down, reset } from './down';
import { writeChartSchema } from './chart-schema';
import { writeEnvExample } from './env-example';
import { levels } from './log-lines';
import { logs, type LogOptions } from './logs';
import { status } from './status';
import { publishDomain } from './publish-domain';
import { createRun } from '../processes/run';
import { stopStartedEngines } from '../test-runs/stop-started-engines';
import { release } from '../release/release';
import { setVersion } from '../release/versions';
import { up } from './up';
import { watch } from './watch';

/** The commands behind the Makefile. Each returns whether it went well. */
const commands: Record<string, { description: string; run: () => Promise<boolean> }> = {
  up: { description: 'start everything in the background', run: done(up) },
  dev: { description: 'start everything, restart services on change, until Ctrl-C', run: done(watch) },
  down: { description: 'stop everything, keep the data', run: done(down) },
  reset: { description: 'stop everything, delete the development data', run: done(reset) },
  status: { description: 'health of each part', run: status },
  publish: {
    description: 'put the records of DOMAIN into the zone of the development DNS server',
    run: done(async () => process.stdout.write(await publishDomain())),
  },
  test: {
    description: 'checks and tests of every promise, each once',
    run: () => runChecks({ isExhaustive: false }),
  },
  'test-all': {
    description:
      'the same in all languages and color schemes, and what checks artefacts with programs of others',
    run: () => runChecks({ isExhaustive: true }),
  },
  bench: { description: 'benchmarks beside their floors; ONLY=name for one', run: () => runSuite('bench') },
  faults: {
    description: 'faults under load, with an audit; ONLY=name for one',
    run: () => runSuite('faults'),
  },
  release: {
    description: 'make what a release publishes, without publishing; TAG=v1.2.0 refuses what is no release',
    run: done(() => release(createProgress(process.stdout))),
  },
  version: {
    description: 'write VERSION into all manifests, the chart and the changelog',
    run: done(() => setVersion(projectRoot(), process.env['VERSION'] ?? '', new Date())),
  },
  'env-example': {
    description: 'write .env.example from the services’ settings',
    run: done(writeEnvExample),
  },
  'chart-schema': {
    description: 'write what the Helm chart knows of the services’ settings, and its README',
    run: done(writeChartSchema),
  },
  'alert-rules': {
    description: 'write the alert rules for Prometheus',
    run: done(writeAlertRules),
  },
  dashboards: {
    description: 'write the dashboards of the Helm chart',
    run: done(writeDashboards),
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

program
  .command('logs')
  .description(
    'logs of all services; ARGS="--email <id>", "--service send-worker --level warn --text timeout"',
  )
  .option('--email <id>', 'all that was said about one email')
  .option('--service <name>', 'of one service')
  .addOption(new Option('--level <level>', 'this level and worse').choices(levels))
  .option('--text <text>', 'lines that contain it')
  .option('--no-follow', 'end with what is there')
  .action(({ follow, ...options }: LogOptions) => logs({ ...options, ...(follow === false && { follow }) }));

program.parseAsync().catch((error: unknown) => {
  const isExplained = error instanceof ExplainedError || error instanceof MigrationError;
  console.error(isExplained ? `\n${error.message}` : error);
  process.exitCode = 1;
});

/** Runs `make bench` or `make faults`: the suite brings its own stack; ONLY is passed on by the environment. */
async function runSuite(name: 'bench' | 'faults'): Promise<boolean> {
  await createProgress().step('build', () => build());
  const main = path.join(projectRoot(), 'tests', 'src', name, 'main.ts');
  const { run, interruption } = createRun();
  const stopEngines = await stopStartedEngines(name);
  const { isOk } = await run([process.execPath, '--conditions=postrider-source', '--import', 'tsx', main]);
  // Otherwise they stay for the next run.
  if (interruption.aborted) await stopEngines();
  return isOk;
}
