import type { SinkMoment, SinkScript } from '@postrider/testkit';
import type { Scenario } from '../scenario';

/** One in how many is cut at that point. */
const cutEvery: Record<SinkMoment, number> = { connect: 2, mail: 4, rcpt: 8, data: 16, 'end-of-data': 16 };

export const dropHalf: Scenario = {
  name: 'drop-half',
  promise: 'a network that cuts half the connections: only cuts within the body leave an outcome unknown',
  clientErrors: 'none',
  strike: async ({ load, mailServer }) => {
    let unknown = 0;
    const cut: SinkScript = ({ moment, ordinal }) => {
      if (ordinal % cutEvery[moment] !== 1) return { kind: 'accept' };
      if (moment === 'data' || moment === 'end-of-data') unknown += 1;
      return { kind: 'drop', at: moment };
    };
    await load.reaches(0.2);
    mailServer(cut);
    await load.reaches(0.6);
    mailServer({ kind: 'accept' });
    return { unconfirmedMax: unknown, detail: `${unknown} cut within the body` };
  },
};
