import { createDatabase } from '@postrider/db';
import { isLoopback } from '@postrider/runtime';
import { runProgram } from '../run-program';
import type { Step } from '../step';

const connectTimeoutMs = 10_000;

/** Role and database of `url`, in the PostgreSQL of this machine. */
export function postgresqlStep(url: string): Step {
  const { hostname, username, password, pathname } = new URL(url);
  return {
    title: 'PostgreSQL',
    changes: async () => {
      if (!isLoopback(hostname) || (await answers(url))) return [];
      return [`create the role and the database ${username}`];
    },
    apply: async () => {
      await runProgram('systemctl', ['enable', '--now', 'postgresql']);
      const sql = roleSql({ role: username, password, database: pathname.slice(1) });
      // The password is not among the arguments, which every user of the machine can read.
      await runProgram(
        'runuser',
        ['-u', 'postgres', '--', 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', 'postgres'],
        { input: sql },
      );
      return undefined;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const database = createDatabase({
    ...{ url, applicationName: 'operator', poolSize: 1, statementTimeoutMs: connectTimeoutMs },
    onConnectionError: () => undefined,
  });
  try {
    await database.pool.query('SELECT');
    return true;
  } catch {
    return false;
  } finally {
    await database.close();
  }
}

function roleSql({ role, password, database }: { role: string; password: string; database: string }): string {
  const [name, owned] = [role, database].map((text) => `"${text.replaceAll('"', '""')}"`);
  const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  return `
SELECT 'CREATE ROLE ${name} LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${literal(role)}) \\gexec
ALTER ROLE ${name} PASSWORD ${literal(password)};
SELECT 'CREATE DATABASE ${owned} OWNER ${name}' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = ${literal(database)}) \\gexec
`;
}
