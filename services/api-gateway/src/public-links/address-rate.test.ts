import { createAddressRate } from './address-rate';

function rateOf(perMinuteMax: number) {
  let nowMs = 1_800_000_000_000;
  const exceeds = createAddressRate({ perMinuteMax, clock: { now: () => new Date(nowMs) } });
  return { exceeds, pass: (ms: number) => (nowMs += ms) };
}

it('lets an address have so many requests a minute', () => {
  const { exceeds, pass } = rateOf(2);
  expect([1, 2, 3].map(() => exceeds('192.0.2.1'))).toEqual([false, false, true]);
  expect(exceeds('192.0.2.2')).toBe(false);
  pass(60_000);
  expect(exceeds('192.0.2.1')).toBe(false);
});

it('counts an IPv6 network as one client, and mapped IPv4 addresses each', () => {
  const { exceeds } = rateOf(1);
  expect(exceeds('2001:db8:1:2::1')).toBe(false);
  expect(exceeds('2001:db8:1:2:3:4:5:6')).toBe(true);
  expect(exceeds('2001:db8:1:3::1')).toBe(false);
  expect(exceeds('2001:db8::1')).toBe(false);
  expect(exceeds('2001:db8:0:0:1::')).toBe(true);
  expect(exceeds('::ffff:192.0.2.1')).toBe(false);
  expect(exceeds('::ffff:192.0.2.2')).toBe(false);
});
