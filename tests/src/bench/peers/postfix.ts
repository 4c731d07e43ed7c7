import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@postrider/testkit';
import type { Environment } from '../measure/child-program';
import { openSmtpClient } from '../measure/smtp-client';
import { freePorts } from '../../system/free-ports';
import { needInstalled } from './installed-program';

export interface Postfix {
  readonly port: number;
  readonly pid: number;
  /** Whether everything taken has left; what is deferred has not. */
  isEmpty(): boolean;
  stop(): Promise<void>;
}

/**
 * A Postfix apart from the machine's own: configuration, queue and port of its own. It takes mail from anybody on
 * this machine, writes it to its queue as it always does (fsync before 250), and discards it from there, unless the
 * settings say otherwise.
 *
 * @param settings of `main.cf`, on top of those below
 * @throws SkippedLine where there is no Postfix
 */
export async function startPostfix(settings: Environment = {}): Promise<Postfix> {
  needInstalled({ name: 'Postfix', program: 'postfix' });
  const [port = 0] = await freePorts(1);
  // Not below the checkout: Postfix's own user must be able to reach it.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-postfix-'));
  fs.chmodSync(folder, 0o755);
  const config = path.join(folder, 'etc');
  for (const name of ['etc', 'queue', 'data']) fs.mkdirSync(path.join(folder, name));
  fs.writeFileSync(path.join(config, 'main.cf'), mainSettings(folder, settings));
  fs.writeFileSync(path.join(config, 'master.cf'), masterTable(port));
  execFileSync('chown', ['postfix', path.join(folder, 'data')]);
  const postfix = (command: string): void =>
    void execFileSync('postfix', ['-c', config, command], { stdio: 'ignore', timeout: 30_000 });
  postfix('start');
  await eventually(async () => (await openSmtpClient(port)).quit().then(() => true), { what: 'Postfix' });
  const pid = Number(fs.readFileSync(path.join(folder, 'queue', 'pid', 'master.pid'), 'utf8'));
  return {
    port,
    pid,
    isEmpty: () => queues.every((name) => isEmptyQueue(path.join(folder, 'queue', name))),
    stop: () => {
      postfix('stop');
      fs.rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

/** A message is a file in one of them until its last recipient has it. */
const queues = ['maildrop', 'incoming', 'active', 'deferred'] as const;

function isEmptyQueue(folder: string): boolean {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return !entries.some((entry) => entry.isFile());
}

function mainSettings(folder: string, more: Environment): string {
  const settings = {
    compatibility_level: '3.6',
    queue_directory: path.join(folder, 'queue'),
    data_directory: path.join(folder, 'data'),
    myhostname: 'postfix.bench.test',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    mydestination: '',
    alias_maps: '',
    alias_database: '',
    local_recipient_maps: '',
    default_transport: 'discard:',
    relay_transport: 'discard:',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtpd_peername_lookup: 'no',
    smtpd_tls_security_level: 'none',
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
