import { readFileSync } from 'node:fs';
import os from 'node:os';
import { lowerSigningThreads } from './signing-threads';

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('the threads that sign', () => {
  onLinux('yield to the event loop, which keeps its priority', async () => {
    const eventLoop = os.getPriority(process.pid);
    const ids = await lowerSigningThreads();
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) {
      expect(readFileSync(`/proc/self/task/${id}/comm`, 'utf8')).toBe('libuv-worker\n');
      expect(os.getPriority(id)).toBe(19);
    }
    expect(os.getPriority(process.pid)).toBe(eventLoop);
  });
});
