import { readListeners } from './listening-ports';
import { judgeDisk, judgeMemory } from './resources';

it('finds the program that listens at a public address', () => {
  const listeners = readListeners(
    [
      'LISTEN 0      511          0.0.0.0:80         0.0.0.0:*    users:(("nginx",pid=812,fd=6),("nginx",pid=811,fd=6))',
      'LISTEN 0      100             [::]:25            [::]:*    users:(("master",pid=901,fd=14))',
      'LISTEN 0      244        127.0.0.1:5432       0.0.0.0:*    users:(("postgres",pid=640,fd=6))',
      'LISTEN 0      128                *:443               *:*',
    ].join('\n'),
  );
  expect([...listeners]).toEqual([
    [80, 'nginx'],
    [25, 'master'],
    [443, 'another program'],
  ]);
});

it.each([
  ['1.0 GB', judgeMemory(1), 'failed'],
  ['1.9 GB', judgeMemory(1.9), 'warning'],
  ['3.8 GB', judgeMemory(3.8), 'ok'],
  ['3 GB free', judgeDisk(3), 'failed'],
  ['12 GB free', judgeDisk(12), 'warning'],
  ['35 GB free', judgeDisk(35), 'ok'],
])('%s: %j', (detail, finding, state) => {
  expect(finding).toMatchObject({ detail, state });
  expect(finding.advice === undefined).toBe(state === 'ok');
});
