/** @jest-environment node */
import type { Principal } from '@postrider/contracts/access';
import { newId } from '@postrider/contracts/ids';
import { createMetrics } from '@postrider/runtime';
import type { Changes } from '../changes/follow-changes';
import { createEmailWaits } from './email-waits';

const caller = { actor: { type: 'key', id: newId() }, organization: { id: newId() } };

afterEach(() => jest.useRealTimers());

it('an email that becomes final between the first look and the change stream is not waited for', async () => {
  // No time passes, and nothing is published any more: only a look after `follow` can find it.
  jest.useFakeTimers();
  const calls: string[] = [];
  const changes: Changes = {
    follow: () => {
      calls.push('follow');
      return () => calls.push('unfollow');
    },
    close: () => undefined,
  };
  const waits = createEmailWaits({ changes, metrics: createMetrics() });
  await waits.until(
    () => {
      calls.push('look');
      return Promise.resolve(true);
    },
    {
      ...{ emailId: newId(), principal: caller as Principal, seconds: 60 },
      isConcerned: () => true,
      onceClosed: () => undefined,
    },
  );
  expect(calls).toEqual(['follow', 'look', 'unfollow']);
});
