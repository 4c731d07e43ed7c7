import fs from 'node:fs';
import path from 'node:path';

export interface EngineBinaries {
  initdb: string;
  postgres: string;
  redisServer: string;
  rabbitmqServer: string;
  rabbitmqctl: string;
  epmd: string;
}

/** Debian's scripts in /usr/sbin insist on being root or `rabbitmq`; those behind them do not. */
const rabbitmqFolders = ['/usr/lib/rabbitmq/bin', '/opt/homebrew/sbin', '/usr/local/sbin'];

/** The installed binaries, or the names of those that are missing. */
export function findBinaries(): { found: EngineBinaries } | { missing: string[] } {
  const places: Record<keyof EngineBinaries, string | undefined> = {
    initdb: find('initdb', postgresFolders()),
    postgres: find('postgres', postgresFolders()),
    redisServer: find('redis-server'),
    rabbitmqServer: find('rabbitmq-server', rabbitmqFolders),
    rabbitmqctl: find('rabbitmqctl', rabbitmqFolders),
    epmd: find('epmd', erlangFolders()),
  };
  const missing = Object.entries(places).filter(([, place]) => place === undefined);
  if (missing.length > 0) return { missing: missing.map(([name]) => name) };
  return { found: places as EngineBinaries };
}

function find(name: string, folders: readonly string[] = []): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(':').filter(Boolean);
  return [...folders, ...onPath, '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => path.join(folder, name))
    .find((file) => fs.existsSync(file));
}

/** Debian keeps each major apart and off the PATH; the newest wins. */
function postgresFolders(): string[] {
  return subfolders('/usr/lib/postgresql')
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`);
}

function erlangFolders(): string[] {
  return subfolders('/usr/lib/erlang')
    .filter((name) => name.startsWith('erts-'))
    .map((name) => `/usr/lib/erlang/${name}/bin`);
}

function subfolders(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}
