import { connectionTimes, phaseDurations } from './attempt-phases';

test('each phase counts from the one before, and those that there were not are left out', () => {
  const times = { claimedMs: 1_000, connectedMs: 1_030.4, tlsMs: 1_080, dataMs: 1_100, endedMs: 1_400 };
  expect(phaseDurations(times)).toEqual([30, 50, 20, 300]);
  expect(phaseDurations({ ...times, tlsMs: null })).toEqual([30, null, 70, 300]);
  expect(phaseDurations({ ...times, tlsMs: null, dataMs: null })).toEqual([30, null, null, 370]);
  expect(phaseDurations({ ...times, connectedMs: null, tlsMs: null, dataMs: null })).toEqual([
    ...[null, null, null, 400],
  ]);
});

test('a new connection has its own times, and one that was used before is there when it is lent', () => {
  const opened = { connectedMs: 1_010, tlsMs: 1_020 };
  const lent = { claimedMs: 1_000, sinceMs: 1_040 };
  expect(connectionTimes({ opened, used: () => 0 }, lent)).toEqual(opened);
  const reused = { connectedMs: 1_040, tlsMs: null };
  expect(connectionTimes({ opened, used: () => 3 }, lent)).toEqual(reused);
  // It was opened for another message, which did not use it.
  expect(connectionTimes({ opened, used: () => 0 }, { ...lent, claimedMs: 1_030 })).toEqual(reused);
  expect(connectionTimes({ used: () => 0 }, lent)).toEqual({ connectedMs: null, tlsMs: null });
});
