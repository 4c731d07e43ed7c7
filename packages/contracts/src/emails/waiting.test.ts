import { failureClassNames } from '../outcomes/failure-classes';
import { adviseWaiting, waitingCauses, waitingOfEmail } from './waiting';

it.each(waitingCauses)('says who acts and what to do about %s, whatever failed', (cause) => {
  for (const failure of [null, ...failureClassNames]) {
    const { actor, advice } = adviseWaiting(cause, failure);
    expect(advice).toMatch(/^[A-Z].{20,}\.$/);
    const times = { since: '2026-05-12T09:30:00.000Z', next_attempt_at: null };
    expect(waitingOfEmail.parse({ cause, actor, advice, ...times, detail: null })).toBeTruthy();
    if (actor === 'none') expect(advice).toContain('No action needed');
  }
});

it('names the recipient where only the recipient can act', () => {
  expect(adviseWaiting('retry', 'full').actor).toBe('recipient');
  expect(adviseWaiting('dns', 'routing').actor).toBe('recipient');
});
