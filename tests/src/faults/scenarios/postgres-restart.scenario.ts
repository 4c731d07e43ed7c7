import type { Scenario } from '../scenario';

export const postgresRestart: Scenario = {
  name: 'postgres-restart',
  promise:
    'PostgreSQL restarted, then killed, under load: nothing half-written, nothing lost, nothing sent twice',
  clientErrors: 'allowed',
  strike: async ({ load, engines }) => {
    await load.reaches(0.2);
    await engines.postgres.restart();
    await load.reaches(0.5);
    await engines.postgres.kill();
    await engines.postgres.start();
    return undefined;
  },
};
