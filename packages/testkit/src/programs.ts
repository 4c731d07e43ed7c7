import { spawnSync } from 'node:child_process';

interface Program {
  /** Debian's packages that have it, with all that tests use of it. */
  readonly packages: string;
  /** A command that succeeds where it can do what tests use it for. */
  readonly probe: readonly [string, ...string[]];
  /** What the command prints then, if its exit code does not say. */
  readonly prints?: string;
  /** Only tests of `make test-all` use it. */
  readonly isExhaustive?: true;
}

/** Programs of others that tests run. */
const programs = {
  curl: { packages: 'curl', probe: ['curl', '--version'], prints: ' smtp ' },
  // Its package only recommends the Perl module for TLS.
  swaks: { packages: 'swaks libnet-ssleay-perl', probe: ['swaks', '--support'], prints: 'TLS supported' },
  python3: { packages: 'python3', probe: ['python3', '-c', 'import email, smtplib, ssl, urllib.request'] },
  openssl: { packages: 'openssl', probe: ['openssl', 'version'] },
  // Its package only recommends the modules with which it logs in to another server.
  postfix: {
    packages: 'postfix libsasl2-modules',
    probe: ['sh', '-c', '/usr/sbin/postconf -d mail_version && ls /usr/lib/*/sasl2/libplain.so'],
  },
  unbound: { packages: 'unbound', probe: ['/usr/sbin/unbound', '-V'] },
  // It renders as Chromium does, in four fifths of the processor time. Without a font, pages have no text to measure.
  'chromium-headless-shell': {
    packages: 'chromium-headless-shell fonts-liberation',
    probe: ['/usr/bin/chromium-headless-shell', '--version'],
  },
  msmtp: { packages: 'msmtp', probe: ['msmtp', '--version'], isExhaustive: true },
  php: {
    packages: 'php-cli php-curl',
    probe: ['php', '-r', "exit(function_exists('curl_init') ? 0 : 1);"],
    isExhaustive: true,
  },
  // Debian's package is for Debian's Python, which is not always the first in the path.
  django: {
    packages: 'python3-django',
    probe: ['/usr/bin/python3', '-c', 'import django'],
    isExhaustive: true,
  },
  // Debian's `rails` also wants a build of scripts for browsers.
  rails: {
    packages: 'ruby ruby-railties ruby-actionmailer',
    probe: ['ruby', '-e', "require 'rails'; require 'action_mailer/railtie'"],
    isExhaustive: true,
  },
  laravel: {
    packages: 'php-laravel-framework',
    probe: ['php', '-r', "exit(is_file('/usr/share/php/Illuminate/Foundation/Application.php') ? 0 : 1);"],
    isExhaustive: true,
  },
  go: { packages: 'golang-go', probe: ['go', 'version'], isExhaustive: true },
  caddy: { packages: 'caddy', probe: ['caddy', 'version'], isExhaustive: true },
  pgbackrest: { packages: 'pgbackrest', probe: ['pgbackrest', 'version'], isExhaustive: true },
  rclone: { packages: 'rclone', probe: ['rclone', 'version'], isExhaustive: true },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof programs;

/** Why tests cannot use one of these programs here; null: they can. */
export function missingProgram(...names: readonly ProgramName[]): string | null {
  const missing = names.find((name) => !isUsable(programs[name]));
  return missing === undefined
    ? null
    : `${missing} is not installed, or lacks what tests use of it (apt-get install ${programs[missing].packages})`;
}

/** Debian's packages of the programs that tests cannot use here. */
export function missingPackages({ isExhaustive }: { readonly isExhaustive: boolean }): string[] {
  return Object.values<Program>(programs)
    .filter((program) => isExhaustive || !program.isExhaustive)
    .filter((program) => !isUsable(program))
    .flatMap(({ packages }) => packages.split(' '));
}

function isUsable({ probe: [command, ...args], prints = '' }: Program): boolean {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 && stdout.includes(prints);
}
