import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { EngineError, type Engine } from '../engine';
import type { EngineSet } from '../engine-set';
import type { EngineBinaries } from './binaries';
import { createDaemon } from '../../processes/daemon';
import { dataDirectoryFor, engineDirectory, removeDataDirectory } from './data-directory';
import { createLocalEngine } from './local-engine';
import { postgresUser, type SystemUser } from '../../processes/system-user';

const run = promisify(execFile);
const role = 'postrider';

export function createPostgresEngine(set: EngineSet, binaries: EngineBinaries): Engine {
  const user = postgresUser();
  const directory = engineDirectory(set.name);
  const data = dataDirectoryFor(set.name, 'postgres', user);
  const url = `postgresql://${role}:${role}@127.0.0.1:${set.postgresPort}/${role}`;
  return createLocalEngine({
    name: 'postgres',
    url,
    port: set.postgresPort,
    daemon: createDaemon({
      command: binaries.postgres,
      args: ['-D', data, ...settings(set).flatMap((setting) => ['-c', setting])],
      environment: { PATH: process.env['PATH'], LC_ALL: systemLocale() },
      pidFile: path.join(directory, 'postgres.pid'),
      logFile: path.join(directory, 'postgres.log'),
      user,
    }),
    // SIGINT is Postgres's fast shutdown; SIGTERM would wait for every client to leave.
    stopSignal: 'SIGINT',
    stopGraceMs: 30_000,
    prepare: () => initialise(binaries, data, user),
    removeData: () => Promise.resolve(removeDataDirectory(set.name, 'postgres')),
  });
}

/** Databases of tests gain nothing from surviving a power cut; without all this, cloning one writes it twice and waits for the disk. */
const throwAway = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'];

function settings(set: EngineSet): string[] {
  return [
    `port=${set.postgresPort}`,
    'listen_addresses=127.0.0.1',
    // TCP only: a socket below a deep checkout would exceed the 107 bytes of a socket path.
    'unix_socket_directories=',
    'max_connections=300',
    'shared_buffers=256MB',
    'synchronous_commit=on',
    'max_wal_size=2GB',
    'wal_compression=on',
    ...(set.name === 'test' ? throwAway : ['fsync=on']),
  ];
}

/** Made aside and moved into place when it is whole: a start that was interrupted leaves nothing half made behind. */
async function initialise(
  binaries: EngineBinaries,
  data: string,
  user: SystemUser | undefined,
): Promise<void> {
  if (fs.existsSync(path.join(data, 'PG_VERSION'))) return;
  const workshop = `${data}.new`;
  const [cluster, passwordFile] = [path.join(workshop, 'data'), path.join(workshop, 'password')];
  fs.rmSync(workshop, { recursive: true, force: true });
  fs.mkdirSync(workshop, { mode: 0o700 });
  fs.writeFileSync(passwordFile, role, { mode: 0o600 });
  if (user) for (const each of [workshop, passwordFile]) fs.chownSync(each, user.uid, user.gid);
  const as = { cwd: '/', ...(user && { uid: user.uid, gid: user.gid }) };
  const authentication = ['--username', role, '--auth', 'scram-sha-256', '--pwfile', passwordFile];
  const locale = ['--encoding', 'UTF8', '--locale', systemLocale()];
  await run(binaries.initdb, ['-D', cluster, ...locale, ...authentication], as);
  // Single-user mode needs no running server, so the database is there before anybody can connect.
  const input = `CREATE DATABASE ${role};\n`;
  const { status, stderr } = spawnSync(binaries.postgres, ['--single', '-D', cluster, 'postgres'], {
    ...as,
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new EngineError(`PostgreSQL could not make its database:\n${stderr}`);
  fs.renameSync(cluster, data);
  fs.rmSync(workshop, { recursive: true });
}

/** macOS has no C.UTF-8. */
function systemLocale(): string {
  return process.platform === 'linux' ? 'C.UTF-8' : 'C';
}
