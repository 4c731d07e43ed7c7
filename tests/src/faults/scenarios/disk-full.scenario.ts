import type { Scenario } from '../scenario';
import { prepareFullDisk } from '../tools/full-disk';
import { lasting } from '../tools/pause';

export const diskFull: Scenario = {
  name: 'disk-full',
  promise: 'PostgreSQL answers “disk full” for 10 s: 503 meanwhile, nothing half-written, nothing sent twice',
  clientErrors: 'allowed',
  strike: async ({ load, system }) => {
    const disk = await prepareFullDisk(system.pool);
    await load.reaches(0.3);
    await disk.fill();
    await lasting(10_000);
    await disk.free();
    return undefined;
  },
};
