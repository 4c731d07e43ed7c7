import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Resolver } from 'node:dns/promises';
import { eventually, freePort } from '@postrider/testkit';

const program = '/usr/sbin/unbound';

/** A real validating resolver that knows the given zones. `trustAnchor`: null for an unsigned zone. */
export async function startUnbound(
  zones: readonly { readonly name: string; readonly port: number; readonly trustAnchor: string | null }[],
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'unbound-'));
  const port = await freePort();
  const lines = [
    'server:',
    ...[
      `directory: "${folder}"`,
      'chroot: ""',
      'username: ""',
      'pidfile: ""',
      'use-syslog: no',
      'logfile: ""',
    ],
    ...[
      'interface: 127.0.0.1',
      `port: ${port}`,
      'do-not-query-localhost: no',
      'do-ip6: no',
      'num-threads: 1',
    ],
    ...[
      'module-config: "validator iterator"',
      'local-zone: "test." nodefault',
      'so-sndbuf: 0',
      'so-rcvbuf: 0',
    ],
    ...zones.map(({ name, trustAnchor }) =>
      trustAnchor === null ? `domain-insecure: "${name}"` : `trust-anchor: "${trustAnchor}"`,
    ),
    'remote-control:',
    'control-enable: no',
    ...zones.flatMap(({ name, port: zonePort }) => [
      ...['stub-zone:', `name: "${name}"`, `stub-addr: 127.0.0.1@${zonePort}`],
    ]),
  ];
  const file = path.join(folder, 'unbound.conf');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const child = spawn(program, ['-d', '-c', file], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  await eventually(async () => {
    const code = await resolver.resolve4('localhost').then(() => 'answered', String);
    return code === 'answered';
  });
  return {
    address: `127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
