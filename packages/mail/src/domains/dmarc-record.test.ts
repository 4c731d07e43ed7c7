import { evaluateRecord } from './evaluate-record';
import { expectedRecords, type ExpectedRecord, type RecordResult } from './expected-records';
import { publishedDmarc, withDmarcPolicy, type DmarcSetting } from './dmarc-record';

const rua = 'rua=mailto:dmarc@mail.platform.example';
const enforced = (policy: DmarcSetting['policy']): DmarcSetting => ({ policy, testing: false });

function expected(chosen: DmarcSetting | null = null, name = 'shop.example'): ExpectedRecord {
  const records = expectedRecords({
    ...{ name, returnPathLabel: 'bounce', trackingLabel: 'links', replyLabel: 'reply', receives: false },
    ...{ keys: [], mtaStsId: null, platformHost: 'mail.platform.example' },
    ...{ dmarcPolicy: chosen?.policy ?? null, dmarcTesting: chosen?.testing ?? false },
  });
  const record = records.find((each) => each.record === 'DMARC');
  if (!record) throw new Error('no DMARC record');
  return record;
}
const evaluate = (value: string, chosen: DmarcSetting | null = null): RecordResult =>
  evaluateRecord(expected(chosen), [value]);

test('the proposed record refuses names that do not exist as soon as its policy protects the domain', () => {
  expect(expected().value).toBe(`v=DMARC1; p=none; ${rua}`);
  expect(expected(enforced('quarantine')).value).toBe(`v=DMARC1; p=quarantine; np=reject; ${rua}`);
  expect(expected({ policy: 'reject', testing: true }).value).toBe(
    `v=DMARC1; p=reject; np=reject; t=y; ${rua}`,
  );
  // Receivers read np of the organizational domain alone.
  expect(expected(enforced('reject'), 'news.shop.example').value).toBe(`v=DMARC1; p=reject; ${rua}`);
  for (const chosen of [null, enforced('quarantine'), enforced('reject')]) {
    expect(evaluate(expected(chosen).value, chosen)).toEqual({ status: 'verified' });
  }
});

test('a record of the owner will do; that its reports do not come to us is a hint', () => {
  const hint = expect.stringContaining('With mailto:dmarc@mail.platform.example in rua=') as string;
  for (const own of [
    'v=DMARC1;p=reject',
    'v=DMARC1;p=none;rua=mailto:d@shop.example,mailto:e@shop.example!10m',
  ]) {
    expect(evaluate(own)).toEqual({ status: 'verified', hint });
  }
  for (const addresses of [
    'rua=mailto:d@shop.example, mailto:dmarc@mail.platform.example',
    'rua=MAILTO:DMARC@mail.platform.example!50m',
  ]) {
    expect(evaluate(`v=DMARC1; p=quarantine; ${addresses}`)).toEqual({ status: 'verified' });
  }
});

test('a record with another policy than the chosen one will do; how to apply the chosen one is a hint', () => {
  const chosen = enforced('quarantine');
  expect(evaluate(`v=DMARC1; p=none; ${rua}`, chosen)).toEqual({
    status: 'verified',
    hint: 'The record has p=none. To apply the chosen policy, change it to p=quarantine.',
  });
  expect(evaluate(`v=DMARC1; p=reject; np=none; ${rua}`, { policy: 'reject', testing: true }).hint).toBe(
    'The record has p=reject. To apply the chosen policy, change it to p=reject; t=y.',
  );
});

test.each<[name: string, record: string, hint: string | RegExp]>([
  ['test mode', `v=DMARC1; p=reject; t=Y; ${rua}`, /test mode .* apply p=quarantine in place of p=reject\.$/],
  ['a missing p', `v=DMARC1; ${rua}`, 'The record has no p=, which receivers treat as p=none.'],
  [
    'an obsolete tag',
    `v=DMARC1; p=none; pct=50; ${rua}`,
    'RFC 9989 has removed pct: receivers ignore it. To test a policy, use t=y.',
  ],
  [
    'several obsolete tags',
    `v=DMARC1; p=none; ri=3600; rf=afrf; ${rua}`,
    'RFC 9989 has removed rf, ri: receivers ignore them.',
  ],
])('%s is a hint of a record that will do', (_, record, hint) => {
  const { status, hint: found } = evaluate(record);
  expect([status, found]).toEqual([
    'verified',
    typeof hint === 'string' ? hint : expect.stringMatching(hint),
  ]);
});

test('names that do not exist are a hint where the chosen policy protects them', () => {
  const hint = 'With np=reject, it also protects names below the domain that do not exist.';
  const chosen = enforced('reject');
  expect(evaluate(`v=DMARC1; p=reject; ${rua}`, chosen)).toEqual({ status: 'verified', hint });
  expect(evaluate(`v=DMARC1; p=reject; np=none; ${rua}`, chosen)).toEqual({ status: 'verified' });
});

test.each([
  ['v=DMARC1', /has neither p= nor rua=, so receivers ignore it/],
  ['v=DMARC1; rua=dmarc@shop.example', /has neither p= nor rua=/],
  [`v=DMARC1; p=rejct; ${rua}`, /has p=rejct: receivers treat it as p=none/],
  [`v=DMARC1; p=reject; sp=all; ${rua}`, /has sp=all:/],
  [`v=DMARC1; p=reject; np=; ${rua}`, /has np=:/],
])('%s is an error', (record, error) => {
  expect(evaluate(record)).toEqual({
    status: 'mismatch',
    error: expect.stringMatching(error) as string,
  });
});

test('what is published is what receivers apply (RFC 9989 §4.10.1)', () => {
  const published = (...values: string[]) => publishedDmarc(values);
  expect(published('google-site-verification=x', 'v=DMARC1; sp=none; P = Reject')).toBeNull();
  expect(published('v=DMARC1; sp=none; p = Reject')).toEqual(enforced('reject'));
  expect(published('v=DMARC1; p=reject; t=y')).toEqual({ policy: 'reject', testing: true });
  expect(published(`v=DMARC1; ${rua}`)).toEqual(enforced('none'));
  expect(published(`v=DMARC1; p=reject; sp=all; ${rua}`)).toEqual(enforced('none'));
  expect(published('v=DMARC1; p=rejct')).toBeNull();
  expect(published()).toBeNull();
  expect(published('v=DMARC1; p=none', 'v=DMARC1; p=reject')).toBeNull();
});

test('a change of the policy leaves the other tags of the owner', () => {
  const own = 'v=DMARC1;sp=none;p=none;rua=mailto:a@b.example';
  expect(withDmarcPolicy(own, enforced('reject'))).toBe('v=DMARC1;sp=none;p=reject;rua=mailto:a@b.example');
  const testing = withDmarcPolicy(own, { policy: 'reject', testing: true });
  expect(testing).toBe('v=DMARC1;sp=none;p=reject; t=y;rua=mailto:a@b.example');
  expect(withDmarcPolicy(testing, { policy: 'reject', testing: true })).toBe(testing);
  expect(withDmarcPolicy(testing, enforced('none'))).toBe(own);
  expect(withDmarcPolicy('v=DMARC1; rua=mailto:a@b.example', enforced('none'))).toBe(
    'v=DMARC1; p=none; rua=mailto:a@b.example',
  );
});
