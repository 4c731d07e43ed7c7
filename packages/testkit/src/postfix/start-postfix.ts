import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '../eventually';

export interface Postfix {
  readonly pid: number;
  /** With `main.cf`: `sendmail -C <folder>` hands mail to this one. */
  readonly configFolder: string;
  readonly queueFolder: string;
  stop(): void;
}

/**
 * A Postfix apart from the machine's own: configuration, queue and port of its own. Only root can start one.
 *
 * @param options.settings of `main.cf`, on top of those below
 */
export async function startPostfix(options: {
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
}): Promise<Postfix> {
  const { port } = options;
  // Not below the checkout: Postfix's own user must be able to reach it.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-postfix-'));
  fs.chmodSync(folder, 0o755);
  const [config, queueFolder] = [path.join(folder, 'etc'), path.join(folder, 'queue')];
  for (const name of ['etc', 'queue', 'data']) fs.mkdirSync(path.join(folder, name));
  fs.writeFileSync(path.join(config, 'main.cf'), mainSettings(folder, options.settings));
  fs.writeFileSync(path.join(config, 'master.cf'), masterTable(port));
  execFileSync('chown', ['postfix', path.join(folder, 'data')]);
  const postfix = (command: string): void =>
    void execFileSync('postfix', ['-c', config, command], {
      env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` },
      stdio: 'ignore',
      timeout: 30_000,
    });
  postfix('start');
  await eventually(() => greets(port), { what: 'Postfix' });
  return {
    pid: Number(fs.readFileSync(path.join(queueFolder, 'pid', 'master.pid'), 'utf8')),
    configFolder: config,
    queueFolder,
    stop: () => {
      postfix('stop');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('data', (greeting) => {
      socket.end('QUIT\r\n');
      resolve(greeting.toString().startsWith('220'));
    });
  });
}

function mainSettings(folder: string, more: Readonly<Record<string, string>>): string {
  const settings = {
    compatibility_level: '3.6',
    queue_directory: path.join(folder, 'queue'),
    data_directory: path.join(folder, 'data'),
    myhostname: 'postfix.test',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    mydestination: '',
    alias_maps: '',
    alias_database: '',
    local_recipient_maps: '',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtpd_peername_lookup: 'no',
    ...more,
  };
  return `${Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n')}\n`;
}

/** As Debian ships it, without chroot, without what is not needed, and without the port 25 of the machine's own. */
function masterTable(port: number): string {
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'verify unix - - n - 1 verify',
    'flush unix n - n 1000? 0 flush',
    'proxymap unix - - n - - proxymap',
    'proxywrite unix - - n - 1 proxymap',
    'smtp unix - - n - - smtp',
    'relay unix - - n - - smtp',
    'showq unix n - n - - showq',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'discard unix - - n - - discard',
    'local unix - n n - - local',
    'virtual unix - n n - - virtual',
    'lmtp unix - - n - - lmtp',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
  ];
  return `${services.join('\n')}\n`;
}
