import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { eventually, freePorts, projectRoot } from '@postrider/testkit';

const deployed = path.join(projectRoot(), 'deploy', 'caddy');

/** Caddy with the Caddyfile of deployments, and certificates of its own authority. */
export interface Caddy {
  readonly httpsPort: number;
  /** PEM of the authority, for clients. */
  ca(): string;
  close(): Promise<void>;
}

interface CaddyOptions {
  /** For its store and its settings. */
  readonly folder: string;
  readonly gateway: string;
  readonly platformHost: string;
  readonly smtpName: string;
  readonly certificateSeconds: number;
}

export async function startCaddy(options: CaddyOptions): Promise<Caddy> {
  const { folder, certificateSeconds } = options;
  const [httpPort = 0, httpsPort = 0] = await freePorts(2);
  const settings = path.join(folder, 'settings');
  fs.mkdirSync(settings, { recursive: true });
  fs.writeFileSync(
    path.join(settings, 'test.options'),
    `admin off
http_port ${httpPort}
https_port ${httpsPort}
skip_install_trust
renew_interval 1s
cert_issuer internal {
	lifetime ${certificateSeconds}s
}
`,
  );
  const child = spawn(
    'caddy',
    ['run', '--adapter', 'caddyfile', '--config', path.join(deployed, 'Caddyfile')],
    {
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        XDG_DATA_HOME: folder,
        POSTRIDER_CADDY: settings,
        PLATFORM_HOST: options.platformHost,
        SMTP_NAME: options.smtpName,
        GATEWAY: options.gateway,
      },
      stdio: ['ignore', 'ignore', fs.openSync(path.join(folder, 'caddy.log'), 'a')],
    },
  );
  const root = path.join(caddyData(folder), 'pki', 'authorities', 'local', 'root.crt');
  const hasCertificates = () =>
    child.exitCode !== null ||
    [options.platformHost, options.smtpName].every((name) => certificateOf(folder, name) !== null);
  await eventually(hasCertificates, { what: 'certificates of Caddy' });
  if (child.exitCode !== null) throw new Error(fs.readFileSync(path.join(folder, 'caddy.log'), 'utf8'));
  return { httpsPort, ca: () => fs.readFileSync(root, 'utf8'), close: () => ended(child) };
}

function caddyData(folder: string): string {
  return path.join(folder, 'caddy');
}

/** PEM; null: there is none. */
export function certificateOf(folder: string, name: string): string | null {
  const file = path.join(caddyData(folder), 'certificates', 'local', name, `${name}.crt`);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}

/** What copies the certificate for smtp-relay on a machine. */
export function startCertificateCopy(
  folder: string,
  name: string,
  target: string,
): { close(): Promise<void> } {
  const script = path.join(deployed, 'copy-certificate.sh');
  const child = spawn('sh', [script, caddyData(folder), name, target], {
    env: { PATH: process.env['PATH'], COPY_EVERY_SECONDS: '1' },
    stdio: 'ignore',
  });
  return { close: () => ended(child) };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
