import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { archiveCommand, type StoredBackup } from './pgbackrest';
import { targetOf } from './restore-backup';
import { isDue } from './run-backup';

const time = (text: string): Date => new Date(`2026-11-${text}Z`);

it.each([
  ['28T02:29:00', '27T02:30:30', false],
  ['28T02:30:00', '27T02:30:30', true],
  ['28T02:30:00', '28T02:30:00', false],
  ['28T14:00:00', null, true],
])('at %s, after a base backup of %s, one is due: %s', (now, made, due) => {
  const last = made === null ? null : time(made);
  expect(isDue({ made: last, tried: last }, time(now))).toBe(due);
});

it('a failed backup is not tried again within the hour', () => {
  const made = time('26T02:30:00');
  expect(isDue({ made, tried: time('28T02:30:00') }, time('28T03:29:00'))).toBe(false);
  expect(isDue({ made, tried: time('28T02:30:00') }, time('28T03:30:00'))).toBe(true);
});

it('a base backup is restored to the second after its end, or later', () => {
  const stop = time('27T02:30:30').getTime() / 1000;
  const backup: StoredBackup = {
    ...{ label: '20261127-023000F', type: 'full', info: { size: 1, repository: {} } },
    timestamp: { start: stop - 30, stop },
  };
  expect(() => targetOf(time('27T02:30:30.999'), backup)).toThrow(
    'can be restored to 2026-11-27T02:30:31.000Z or later, not to 2026-11-27T02:30:30.999Z',
  );
  expect(targetOf(time('27T02:30:31'), backup)).toContain('--target=2026-11-27 02:30:31.000+00');
  expect(() => targetOf(new Date(Date.now() + 60_000), backup)).toThrow('is in the future');
  expect(targetOf(null, backup)).toEqual([]);
});

it('archives with Docker by the command that `backup init` expects', () => {
  const file = path.join(projectRoot(), 'deploy', 'compose', 'backup.yaml');
  expect(fs.readFileSync(file, 'utf8')).toContain(
    `archive_command='${archiveCommand('/etc/postrider-backup')}'`,
  );
});
