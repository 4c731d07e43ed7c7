import fs from 'node:fs';
import { localPath } from '@postrider/testkit';
import { withFileLock } from './file-lock';

const name = `test-${process.pid}`;

test('one at a time, in whatever order they come', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside -= 1;
  };
  await Promise.all([withFileLock(name, work), withFileLock(name, work), withFileLock(name, work)]);
  expect(most).toBe(1);
});

test('a lock whose holder has died is taken over', async () => {
  fs.writeFileSync(localPath('locks', name), '999999999');
  expect(await withFileLock(name, () => Promise.resolve('mine'))).toBe('mine');
});

test('a file lock is let go when the work fails', async () => {
  await expect(withFileLock(name, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withFileLock(name, () => Promise.resolve('again'))).toBe('again');
});
