import type { SinkBehaviour, SinkTransaction } from '@postrider/testkit';
import type { Scenario } from '../scenario';
import { lasting } from '../tools/pause';

/** Refuses whatever is asked, each in turn at another point of the dialogue. */
function storm({ moment, ordinal }: SinkTransaction): SinkBehaviour {
  const refuse: SinkBehaviour = {
    kind: 'reject',
    at: moment,
    code: 421,
    text: '4.7.0 too much mail, come back later',
  };
  return moment === 'end-of-data' || ordinal % 3 > 0 ? refuse : { kind: 'accept' };
}

export const storm421: Scenario = {
  name: 'storm-421',
  promise: 'a smart host that answers 421 to everything for 20 s: all delayed, then delivered once',
  clientErrors: 'none',
  strike: async ({ load, mailServer }) => {
    await load.reaches(0.2);
    mailServer(storm);
    await lasting(20_000);
    mailServer({ kind: 'accept' });
    return undefined;
  },
};
