import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@postrider/testkit';
import { tryToConnect } from './connect-to';
import type { Pair } from './certificates';

export interface Postfix {
  readonly port: number;
  stop(): void;
}

/** Why there is no Postfix to speak to, or null. */
export function postfixMissing(): string | null {
  if (process.getuid?.() !== 0) return 'Postfix can only be started by root';
  return fs.existsSync('/usr/sbin/postfix') ? null : 'Postfix is not installed';
}

/** With configuration, queue and port of its own; it hands on what it takes to the relay. */
export async function startPostfix(options: {
  readonly relayPort: number;
  readonly tls: Pair;
}): Promise<Postfix> {
  const port = await freePort();
  // Not below the checkout: Postfix's own user must be able to reach it.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-postfix-'));
  fs.chmodSync(folder, 0o755);
  const config = path.join(folder, 'etc');
  for (const name of ['etc', 'queue', 'data']) fs.mkdirSync(path.join(folder, name));
  fs.writeFileSync(path.join(config, 'server.pem'), `${options.tls.key}\n${options.tls.cert}`, {
    mode: 0o600,
  });
  fs.writeFileSync(path.join(config, 'main.cf'), mainSettings(folder, options.relayPort));
  fs.writeFileSync(path.join(config, 'master.cf'), masterTable(port));
  execFileSync('chown', ['postfix', path.join(folder, 'data')]);
  const postfix = (command: string): void =>
    void execFileSync('/usr/sbin/postfix', ['-c', config, command], { stdio: 'ignore', timeout: 30_000 });
  postfix('start');
  await eventually(async () => {
    const result = await tryToConnect(port);
    if (result.kind === 'open') result.session.quit();
    return result.kind === 'open';
  });
  return {
    port,
    stop: () => {
      postfix('stop');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function mainSettings(folder: string, relayPort: number): string {
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
    relayhost: `[127.0.0.1]:${relayPort}`,
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtpd_recipient_restrictions: 'check_recipient_access inline:{{nobody@x.test = REJECT}}, permit',
    smtpd_peername_lookup: 'no',
    smtpd_tls_security_level: 'may',
    smtpd_tls_chain_files: path.join(folder, 'etc', 'server.pem'),
    smtputf8_enable: 'yes',
    message_size_limit: '1000000',
    mailbox_size_limit: '1000000',
  };
  return `${Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n')}\n`;
}

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
    'proxymap unix - - n - - proxymap',
    'smtp unix - - n - - smtp',
    'relay unix - - n - - smtp',
    'showq unix n - n - - showq',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
  ];
  return `${services.join('\n')}\n`;
}
