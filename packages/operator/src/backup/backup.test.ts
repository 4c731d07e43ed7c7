import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { archiveCommand } from './pgbackrest';
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

it('archives with Docker by the command that `backup init` expects', () => {
  const file = path.join(projectRoot(), 'deploy', 'compose', 'backup.yaml');
  expect(fs.readFileSync(file, 'utf8')).toContain(
    `archive_command='${archiveCommand('/etc/postrider-backup')}'`,
  );
});
