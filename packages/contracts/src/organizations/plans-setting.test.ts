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

const noObject = 'must be a JSON object such as {"free": {"daily_cap": 200}}';
const noNumber = 'free.daily_cap must be a whole number of at least 0, or null for no cap';

it.each([
  ['{', noObject],
  ['7', noObject],
  ['[]', noObject],
  ['{"gold": {}}', expect.stringMatching(/^"gold" is not a plan; plans are free, /)],
  ['{"free": 7}', 'free must be an object such as {"daily_cap": 200}'],
  [
    '{"free": {"daily_caps": 1}}',
    expect.stringMatching(/^free has no "daily_caps"; its keys are .*daily_cap, contacts/),
  ],
  ['{"free": {"daily_cap": -1}}', noNumber],
  ['{"free": {"daily_cap": 1.5}}', noNumber],
  ['{"free": {"daily_cap": "1"}}', noNumber],
  [
    '{"free": {"requests_per_second": 0}}',
    'free.requests_per_second must be a whole number of at least 1, or null for no cap',
  ],
  [
    '{"internal": {"webhook_endpoints": null}}',
    'internal.webhook_endpoints must be a whole number from 0 to 100',
  ],
  ['{"free": {"monthly_allowance": 4000}}', 'free: monthly_allowance is above monthly_limit'],
])('refuses %s in one sentence', (text, sentence) => {
  expect(read(text).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

it('gives an unknown plan the smallest of its table', () => {
  expect(planNamed('gold', { ...plans, free: { ...plans.free, dailyCap: 1 } }).dailyCap).toBe(1);
});
