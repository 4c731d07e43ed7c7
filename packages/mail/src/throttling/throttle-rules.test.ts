import { readFileSync } from 'node:fs';
import path from 'node:path';
import { classifySmtpReply } from '../outcomes/smtp-reply';
import { defaultThrottleRules } from './default-throttle-rules';
import { parseThrottleRules, ThrottleRulesError } from './parse-throttle-rules';
import { effectiveLimits, recoveredAt, recoveryStepMs } from './recovery';
import { ruleForFailures, ruleForReply, type ThrottledReply } from './throttle-rule';

function reply(line: string, overrides: Partial<ThrottledReply> = {}): ThrottledReply {
  const [code, text] = [Number(line.slice(0, 3)), line.slice(4)];
  const provider = overrides.provider ?? 'other.example';
  const classification = classifySmtpReply({ code, text, stage: 'mail', provider });
  return {
    ...{ site: provider, provider, throttlesAsOne: true, code, text, stage: 'mail' },
    class: classification.class,
    ...overrides,
  };
}

const file = (rule: object) =>
  JSON.stringify({ rules: [{ name: 'own', action: 'none', match: {}, ...rule }] });

describe('default rules', () => {
  it.each([
    [
      'yahoo',
      '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints',
      { kind: 'suspend', forMs: 7_200_000 },
    ],
    [
      'yahoo',
      '421 4.7.0 [TSS05] Messages temporarily deferred due to user complaints',
      { kind: 'suspend', forMs: 14_400_000 },
    ],
    [
      'yahoo',
      '421 4.7.0 [TS02] Messages temporarily deferred',
      { kind: 'limit', connections: null, perSecond: 1 / 60, forMs: 1_800_000 },
    ],
    [
      'google',
      '421 4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address',
      { kind: 'limit', connections: null, perSecond: 10 / 60, forMs: 1_800_000 },
    ],
    [
      'google',
      '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
      { kind: 'none' },
    ],
    [
      'microsoft',
      "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Part of their network is on our block list (S3140)",
      { kind: 'suspend', forMs: 7_200_000 },
    ],
    [
      'other.example',
      '451 4.7.1 rate limited due to IP reputation',
      { kind: 'limit', connections: 1, perSecond: 1 / 60, forMs: 5_400_000 },
    ],
    ['other.example', '421 4.7.0 too many messages, slow down', { kind: 'back-off' }],
    ['other.example', '450 4.2.0 Greylisted, temporarily deferred due to policy', { kind: 'none' }],
  ])('of %s know what "%s" asks for', (provider, line, action) => {
    expect(ruleForReply(defaultThrottleRules, reply(line, { provider }))?.action).toEqual(action);
  });

  it('see nothing about the site in what is about a recipient', () => {
    expect(ruleForReply(defaultThrottleRules, reply('550 5.1.1 no such user'))).toBeNull();
  });

  it('leave a site alone that could not be reached a hundred times in a row', () => {
    const failed = { site: 'dead.example', provider: 'dead.example' };
    expect(ruleForFailures(defaultThrottleRules, { ...failed, inARow: 99 })).toBeNull();
    expect(ruleForFailures(defaultThrottleRules, { ...failed, inARow: 100 })?.name).toBe('unreachable');
  });
});

describe('a rule', () => {
  it('about replies of a smart host has to name it', () => {
    const said = reply('421 4.7.0 too many messages', { site: 'relay:25', throttlesAsOne: false });
    expect(ruleForReply(defaultThrottleRules, said)).toBeNull();
    const [own] = parseThrottleRules(
      file({ match: { site: 'relay:25', code: '4xx' }, action: { suspend: '5m' } }),
    );
    expect(own && ruleForReply([own], said)?.name).toBe('own');
  });

  it.each([
    [{ code: [421, '45x'] }, undefined],
    [{ code: 421 }, true],
    [{ code: 422 }, false],
    [{ enhanced: '7.20-29' }, true],
    [{ enhanced: '5.7.28' }, false],
    [{ stage: ['rcpt', 'mail'] }, true],
    [{ stage: 'data' }, false],
    [{ class: 'rate' }, true],
    [{ text: 'TOO MANY*mails' }, true],
    [{ text: 'mails*too many' }, false],
    [{ text: ['nothing', 'too many'] }, true],
    [{ text: 'too many', provider: 'google' }, false],
  ])('asks for all of %j', (match, expected) => {
    if (expected === undefined)
      return void expect(() => parseThrottleRules(file({ match }))).toThrow(/rule 1 \(own\)/);
    const rules = parseThrottleRules(file({ match })).slice(0, 1);
    expect(ruleForReply(rules, reply('421 4.7.28 too many   mails from you')) !== null).toBe(expected);
  });

  it('looks through a hostile reply once', () => {
    const rules = parseThrottleRules(
      file({ match: { text: Array.from({ length: 50 }, () => 'aaa*aab*aac*aad') } }),
    );
    const text = `${'a'.repeat(500_000)}b`;
    const begun = process.threadCpuUsage();
    ruleForReply(rules, reply('421 x', { text }));
    expect(process.threadCpuUsage(begun).user).toBeLessThan(20_000_000);
  });
});

describe('a file of rules', () => {
  it('is as the documentation shows it, and its table names the built-in ones', () => {
    const text = readFileSync(path.resolve(__dirname, '../../../../docs/delivery/throttling.md'), 'utf8');
    const [, example = ''] = /```json\n([^]*?)```/.exec(text) ?? [];
    expect(parseThrottleRules(example)).toHaveLength(defaultThrottleRules.length + 1);
    const [, table = ''] = /\| Rule ([^]*?)\n\n/.exec(text) ?? [];
    const names = [...table.matchAll(/^\| `([a-z0-9-]+)`/gm)].map(([, name]) => name);
    expect(names).toEqual(defaultThrottleRules.map(({ name }) => name));
  });

  it('comes before the defaults, and replaces the one with the same name', () => {
    const own = {
      name: 'yahoo-tss04',
      match: { provider: 'yahoo', text: 'TSS04' },
      action: { suspend: '10m' },
    };
    const rules = parseThrottleRules(JSON.stringify({ rules: [own], without: ['blocked'] }));
    expect(rules[0]).toMatchObject({ name: 'yahoo-tss04', action: { kind: 'suspend', forMs: 600_000 } });
    expect(rules.map(({ name }) => name)).not.toContain('blocked');
    expect(rules.length).toBe(defaultThrottleRules.length - 1);
    expect(parseThrottleRules('{}')).toEqual(defaultThrottleRules);
  });

  it.each([
    ['{', 'is not valid JSON'],
    [file({ match: {} }), 'rule 1 (own), match: must have at least one condition'],
    [file({ match: { text: '*a*' } }), 'rule 1 (own), match.text'],
    [file({ match: { code: 250 } }), 'rule 1 (own), match.code'],
    [file({ match: { code: 421 }, action: { rate: '10' } }), 'rule 1 (own), action: must be'],
    [file({ match: { code: 421 }, action: { for: '1h' } }), 'rule 1 (own), action: must be'],
    [file({ match: { code: 421 }, action: { suspend: '25h' } }), 'rule 1 (own), action'],
    [file({ match: { code: 421, regexp: '(a+)+' } }), 'rule 1 (own), match'],
    [JSON.stringify({ without: ['unknown'] }), 'no default rule unknown'],
    [
      JSON.stringify({ rules: [1, 2].map(() => ({ name: 'x', match: { code: 421 }, action: 'none' })) }),
      'the name is used twice',
    ],
  ])('%s is refused with the entry', (text, message) => {
    expect(() => parseThrottleRules(text)).toThrow(ThrottleRulesError);
    expect(() => parseThrottleRules(text)).toThrow(message);
  });
});

describe('after a limit', () => {
  const normal = { connections: 10, perSecond: 100 };
  const until = new Date('2026-11-22T10:00:00Z');
  const limit = { connections: 1, perSecond: 1 / 60, until };
  const after = (steps: number) => new Date(until.getTime() + steps * recoveryStepMs);

  it('what is allowed doubles with each step, up to the normal', () => {
    expect(effectiveLimits(normal, limit, after(-1))).toEqual({ connections: 1, perSecond: 1 / 60 });
    expect(effectiveLimits(normal, limit, after(0))).toEqual({ connections: 2, perSecond: 2 / 60 });
    expect(effectiveLimits(normal, limit, after(1))).toEqual({ connections: 4, perSecond: 4 / 60 });
    expect(effectiveLimits(normal, limit, after(4))).toEqual({ connections: 10, perSecond: 32 / 60 });
    expect(effectiveLimits(normal, limit, after(11)).perSecond).toBeLessThan(100);
    expect(effectiveLimits(normal, limit, after(12))).toEqual(normal);
    expect(recoveredAt(normal, limit)).toEqual(after(12));
  });

  it('what was not limited stays as it is', () => {
    const slow = { connections: null, perSecond: 1, until };
    expect(effectiveLimits({ connections: 20, perSecond: Infinity }, slow, after(0))).toEqual({
      connections: 20,
      perSecond: 2,
    });
    expect(effectiveLimits(normal, null, after(0))).toBe(normal);
  });
});
