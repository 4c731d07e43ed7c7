import { existsSync } from 'node:fs';
import { initBackups } from '../../backup/init-backups';
import { runProgram, tryProgram } from '../run-program';
import type { Step } from '../step';

const configuration = '/etc/postrider-backup';
const timer = 'postrider-backup.timer';
/** Of PostgreSQL in Debian. */
const server = { socket: '/var/run/postgresql', port: '5432', role: 'postgres' };
const keepDays = 7;

/** The nightly backup and the archive of the write-ahead log: docs/recovery.md. @param folder null: none are wanted */
export function backupStep(folder: string | null): Step {
  return {
    title: 'Backups',
    changes: async () => {
      if (folder === null) return [];
      if (!(await hasPgbackrest())) {
        return ['not turned on: apt-get install pgbackrest, and run setup again'];
      }
      const { code } = await tryProgram('systemctl', ['is-enabled', '--quiet', timer]);
      if (existsSync(`${configuration}/pgbackrest.conf`) && code === 0) return [];
      return [`back up to ${folder}, and restart PostgreSQL, which archives its log from then on`];
    },
    apply: async () => {
      if (folder === null || !(await hasPgbackrest())) return [];
      const options = { config: configuration, directory: folder, keepDays, passphraseFile: undefined };
      const { passphrase } = await initBackups({ ...options, ...server });
      await runProgram('systemctl', ['restart', 'postgresql']);
      await runProgram('systemctl', ['enable', '--now', timer]);
      if (passphrase === null) return [];
      return [
        `Passphrase: ${passphrase}`,
        'It is shown once. Keep it where your passwords are: without it no backup can be opened.',
      ];
    },
  };
}

async function hasPgbackrest(): Promise<boolean> {
  return (await tryProgram('pgbackrest', ['version'])).code === 0;
}
