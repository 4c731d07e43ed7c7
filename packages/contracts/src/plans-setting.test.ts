import { planNamed, plans } from './plans';
import { plansSetting } from './plans-setting';

const read = (text?: string) => plansSetting().safeParse(text);

it.each([undefined, '', ' ', '{}'])('%j leaves every plan as it is', (text) => {
  expect(read(text).data).toEqual(plans);
});

it('changes the numbers that it names, and takes null for no cap', () => {
  const { data } = read('{"free": {"daily_cap": 200}, "scale": {"monthly_limit": null}}');
  expect(data).toEqual({
    ...plans,
    free: { ...plans.free, dailyCap: 200 },
    scale: { ...plans.scale, monthlyLimit: null },
  });
});

it('can stop a plan with a limit of 0', () => {
  expect(read('{"free": {"monthly_limit": 0}}').data?.free.monthlyLimit).toBe(0);
});

it.each([
  '{',
  '7',
  '[]',
  '{"gold": {}}',
  '{"free": {"daily_caps": 1}}',
  '{"free": {"daily_cap": -1}}',
  '{"free": {"daily_cap": 1.5}}',
  '{"free": {"daily_cap": "1"}}',
  '{"free": {"monthly_allowance": 4000}}',
])('refuses %s', (text) => {
  expect(read(text).success).toBe(false);
});

it('gives an unknown plan the smallest of its table', () => {
  expect(planNamed('gold', { ...plans, free: { ...plans.free, dailyCap: 1 } }).dailyCap).toBe(1);
});
