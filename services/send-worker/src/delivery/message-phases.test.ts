import { createMessagePhases } from './message-phases';

let nowMs = 0;
const phases = () => {
  nowMs = 0;
  return createMessagePhases(() => nowMs);
};
const dns = { kind: 'dns', site: null } as const;
const site = { kind: 'site', site: 'example.net' } as const;

test('what is over soon is not reported', () => {
  const made = phases();
  const leave = made.enter('one', dns);
  nowMs = 200;
  expect(made.longest()).toEqual([]);
  nowMs = 400;
  expect(made.longest()).toEqual([{ emailId: 'one', ...dns, forMs: 400 }]);
  leave();
  expect(made.longest()).toEqual([]);
});

test('of a message that waits twice, the longer wait is reported', () => {
  const made = phases();
  const leave = made.enter('one', dns);
  nowMs = 100;
  made.enter('one', site);
  nowMs = 1_000;
  expect(made.longest()).toEqual([{ emailId: 'one', ...dns, forMs: 1_000 }]);
  leave();
  leave();
  expect(made.longest()).toEqual([{ emailId: 'one', ...site, forMs: 900 }]);
});

test('a report has five hundred at most, the longest', () => {
  const made = phases();
  for (let n = 0; n < 800; n += 1) {
    nowMs = n;
    made.enter(`message ${n}`, site);
  }
  nowMs = 10_000;
  expect(made.longest()).toHaveLength(500);
  expect(made.longest()[0]).toMatchObject({ emailId: 'message 0' });
});
