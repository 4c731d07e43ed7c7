import { spawnSync } from 'node:child_process';

/** Whether the program is on this machine and can do what the tests want of it. */
export function isUsable(program: string): boolean {
  // Without the Perl module that its package only recommends, swaks starts but cannot speak TLS.
  if (program === 'swaks') return String(spawnSync('swaks', ['--support']).stdout).includes('TLS supported');
  // OpenSSL has commands, not options.
  return spawnSync(program, [program === 'openssl' ? 'version' : '--version']).status === 0;
}
