import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** Who listens on a port; the operating system shows it to root and to the process's own user. */
export interface PortOwner {
  readonly pid: number;
  /** Name of the program, without its arguments. */
  readonly program: string;
  readonly folder: string | undefined;
}

/** On loopback nothing is lost; on a busy machine it may take a while. */
const connectTimeoutMs = 10_000;
/** The state LISTEN in /proc/net/tcp. */
const listening = '0A';

/** Whether something takes connections on that port of loopback. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', timeout: connectTimeoutMs });
    const settle = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', settle(true)).on('error', settle(false)).on('timeout', settle(false));
  });
}

/** For a person: `another process`, with what can be known of it. */
export function describePortOwner(port: number): string {
  const owner = portOwner(port);
  if (!owner) return 'another process';
  const place = owner.folder === undefined ? '' : `, in ${owner.folder}`;
  return `process ${owner.pid} (${owner.program}${place})`;
}

/** Undefined without /proc, and where the process belongs to another user. */
export function portOwner(port: number): PortOwner | undefined {
  const sockets = new Set(listeningSockets(port).map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return undefined;
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const pid = pids.find((name) => openFilesOf(name).some((file) => sockets.has(file)));
  if (pid === undefined) return undefined;
  // Some programs write a whole title there.
  const [title = ''] = readOr('', `/proc/${pid}/cmdline`).split('\0');
  const [program = ''] = title.split(' ');
  return { pid: Number(pid), program: path.basename(program), folder: linkOf(`/proc/${pid}/cwd`) };
}

/** Inodes of the sockets that listen on the port, at any address. */
function listeningSockets(port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((table) => readOr('', table).split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(suffix) && state === listening)
    .map((fields) => fields[9] ?? '');
}

function openFilesOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return fs.readdirSync(folder).map((name) => linkOf(path.join(folder, name)) ?? '');
  } catch {
    return [];
  }
}

function linkOf(file: string): string | undefined {
  try {
    return fs.readlinkSync(file);
  } catch {
    return undefined;
  }
}

function readOr(otherwise: string, file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
