import pg from 'pg';
import type { Scenario } from '../scenario';
import { lasting } from '../tools/pause';

export const postgresRefuse: Scenario = {
  name: 'postgres-refuse',
  promise:
    'PostgreSQL cuts and refuses connections for 30 s: 503 meanwhile, nothing lost, nothing sent twice',
  clientErrors: 'allowed',
  strike: async ({ load, engines, system }) => {
    const database = new URL(system.context.databaseUrl).pathname.slice(1);
    const admin = new pg.Client({ connectionString: engines.postgres.url });
    await admin.connect();
    try {
      await load.reaches(0.2);
      await admin.query(`ALTER DATABASE "${database}" ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
        database,
      ]);
      await lasting(30_000);
    } finally {
      await admin.query(`ALTER DATABASE "${database}" ALLOW_CONNECTIONS true`);
      await admin.end();
    }
    return undefined;
  },
};
