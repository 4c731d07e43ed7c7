import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually';
import { freePort } from './free-ports';

const run = promisify(execFile);
const versionsFolder = '/usr/lib/postgresql';

/** The newest PostgreSQL of this machine, or null. */
export function findPostgres(): string | null {
  if (!fs.existsSync(versionsFolder)) return null;
  const versions = fs.readdirSync(versionsFolder).toSorted((one, other) => Number(other) - Number(one));
  const bin = path.join(versionsFolder, versions[0] ?? '', 'bin');
  return fs.existsSync(path.join(bin, 'initdb')) ? bin : null;
}

/** Where programs are, for those that an operator's command runs. */
export const programPath = (): string => process.env['PATH'] ?? '';

/** A PostgreSQL server whose data a test may lose. */
export interface DatabaseServer {
  readonly port: number;
  readonly socket: string;
  readonly data: string;
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export async function createDatabaseServer(folder: string): Promise<DatabaseServer> {
  const bin = findPostgres() ?? '';
  const isRoot = process.getuid?.() === 0;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const as = { cwd: '/', ...(isRoot && { uid: id('-u'), gid: id('-g') }) };
  const [socket, data] = [path.join(folder, 'socket'), path.join(folder, 'cluster', 'main')];
  for (const each of [socket, path.dirname(data)]) {
    fs.mkdirSync(each);
    if (isRoot) fs.chownSync(each, id('-u'), id('-g'));
  }
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  await run(path.join(bin, 'initdb'), [`--pgdata=${data}`, '--no-sync', ...options], as);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socket}`,
    'fsync=off',
  ];
  let server: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = server;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
    ending.kill(signal);
    await exited;
  };
  const isReady = () =>
    spawnSync(path.join(bin, 'pg_isready'), [`--host=${socket}`, `--port=${port}`]).status === 0;
  return {
    ...{ port, socket, data, url: `postgresql://postgres@127.0.0.1:${port}/postrider` },
    start: async () => {
      const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
      server = spawn(path.join(bin, 'postgres'), args, { ...as, stdio: 'ignore' });
      await eventually(isReady, { timeoutMs: 60_000, what: 'PostgreSQL' });
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  };
}
