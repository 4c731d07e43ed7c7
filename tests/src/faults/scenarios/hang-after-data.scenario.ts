import type { Scenario } from '../scenario';
import { lasting } from '../tools/pause';

export const hangAfterData: Scenario = {
  name: 'hang-after-data',
  promise:
    'a smart host that falls silent after the final dot: those outcomes are unknown, and never sent again',
  clientErrors: 'none',
  strike: async ({ load, mailServer }) => {
    let hung = 0;
    await load.reaches(0.3);
    mailServer(({ moment }) => {
      if (moment !== 'end-of-data') return { kind: 'accept' };
      hung += 1;
      return { kind: 'hang', at: 'end-of-data' };
    });
    await lasting(8_000);
    mailServer({ kind: 'accept' });
    return { unconfirmedMax: hung, detail: `${hung} hung` };
  },
};
