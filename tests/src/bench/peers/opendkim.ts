import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@postrider/testkit';
import { findProgram, needInstalled } from './installed-program';

export interface OpenDkim {
  readonly pid: number | undefined;
  /** As Postfix names it in `smtpd_milters`. */
  readonly milter: string;
  stop(): Promise<void>;
}

/**
 * OpenDKIM as a milter that signs what comes from this machine, relaxed/relaxed as the product does.
 *
 * @throws SkippedLine where it is not installed and cannot be
 */
export async function startOpenDkim(key: {
  readonly domain: string;
  readonly selector: string;
  readonly privateKeyPem: string;
}): Promise<OpenDkim> {
  needInstalled({ name: 'OpenDKIM', program: 'opendkim' });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-opendkim-'));
  // Postfix's own user opens the socket.
  fs.chmodSync(folder, 0o755);
  const [keyFile, socket, config] = ['key.pem', 'socket', 'opendkim.conf'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  fs.writeFileSync(keyFile, key.privateKeyPem, { mode: 0o600 });
  const settings = {
    Domain: key.domain,
    Selector: key.selector,
    KeyFile: keyFile,
    Mode: 's',
    Canonicalization: 'relaxed/relaxed',
    InternalHosts: '127.0.0.0/8',
    Socket: `local:${socket}`,
    UMask: '000',
    // It looks at each folder above the key, and the one for temporary files is everybody's.
    RequireSafeKeys: 'no',
    Syslog: 'no',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  fs.writeFileSync(config, lines.join(''));
  const child = spawn(findProgram('opendkim') ?? 'opendkim', ['-f', '-x', config], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(() => fs.existsSync(socket), { what: 'OpenDKIM' });
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid, milter: `unix:${socket}`, stop };
}
