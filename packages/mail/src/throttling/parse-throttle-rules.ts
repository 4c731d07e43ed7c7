import { z } from 'zod';
import type { FailureClass } from '../outcomes/failure-class';
import { defaultThrottleRules } from './default-throttle-rules';
import type { ThrottleAction, ThrottleRule } from './throttle-rule';

/** A file of rules that cannot be used; the message names each entry that is wrong. */
export class ThrottleRulesError extends Error {
  override readonly name = 'ThrottleRulesError';
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
const suspensionMaxMs = 24 * unitMs.h; // a bulk message lives no longer
const perUnitMs = { s: 1_000, sec: 1_000, min: 60_000, h: 3_600_000, hour: 3_600_000 } as const;
const rulesMax = 500;
const classes = [
  ...(['recipient', 'domain', 'inactive', 'full', 'no_answer', 'routing', 'auth', 'policy'] as const),
  ...(['block', 'rate', 'content', 'size', 'system', 'platform', 'other'] as const),
] satisfies FailureClass[];

const duration = z
  .string()
  .regex(/^\d{1,5}[smh]$/, 'must be a duration such as 90s, 30m or 2h')
  .transform((text) => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs])
  .refine((ms) => ms > 0 && ms <= suspensionMaxMs, 'must be more than zero and at most 24h');

const rate = z
  .string()
  .regex(/^[1-9]\d{0,5}\/(?:s|sec|min|h|hour)$/, 'must be a rate such as 10/min, 5/s or 100/h')
  .transform((text) => {
    const [count = '', unit = ''] = text.split('/');
    return (Number(count) * 1_000) / perUnitMs[unit as keyof typeof perUnitMs];
  });

/** One, or a list of those of which one is enough. */
const oneOrMore = <T extends z.ZodType>(item: T) =>
  z
    .union([item, z.array(item).min(1).max(100)])
    .transform((value) => (Array.isArray(value) ? value : [value]));

const words = z
  .string()
  .min(3)
  .max(200)
  .refine(
    (text) => text.split('*').some((part) => part.trim().length >= 3),
    'must have at least three characters',
  );

const match = z
  .strictObject({
    provider: oneOrMore(z.string().min(1).max(253)),
    site: oneOrMore(z.string().min(1).max(300)),
    code: oneOrMore(
      z
        .union([z.number().int(), z.string()])
        .transform(String)
        .refine((code) => /^(?:[45]xx|[45]\d\d)$/.test(code), 'must be a code such as 421 or 4xx'),
    ),
    enhanced: z
      .string()
      .regex(
        /^(?:[45]\.)?\d{1,3}\.\d{1,3}(?:-\d{1,3})?(?: (?:[45]\.)?\d{1,3}\.\d{1,3}(?:-\d{1,3})?){0,30}$/,
        'must be codes such as 7.28, 4.7.0 or 7.606-649, separated by spaces',
      ),
    text: oneOrMore(words),
    class: oneOrMore(z.enum(classes)),
    stage: oneOrMore(z.enum(['connect', 'auth', 'mail', 'rcpt', 'data'])),
    failuresInARow: z.number().int().min(1).max(1_000_000),
  })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'must have at least one condition')
  .refine(
    ({ failuresInARow, code, enhanced, text, class: failureClass, stage }) =>
      failuresInARow === undefined ||
      [code, enhanced, text, failureClass, stage].every((each) => each === undefined),
    'failuresInARow does not apply to replies: combine it only with provider and site',
  );

const action = z.union(
  [
    z
      .strictObject({ suspend: duration })
      .transform(({ suspend }): ThrottleAction => ({ kind: 'suspend', forMs: suspend })),
    z
      .strictObject({
        rate: rate.optional(),
        connections: z.number().int().min(1).max(1_000).optional(),
        for: duration,
      })
      .refine((given) => given.rate !== undefined || given.connections !== undefined)
      .transform(({ rate: perSecond = null, connections = null, for: forMs }): ThrottleAction => ({
        ...{ kind: 'limit', forMs, connections, perSecond },
      })),
    z.enum(['back-off', 'none']).transform((kind): ThrottleAction => ({ kind })),
  ],
  {
    error:
      'must be {"suspend": "2h"}, {"rate": "10/min", "connections": 1, "for": "30m"}, "back-off" or "none"',
  },
);

const rule = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must consist of lowercase letters, digits and -'),
    match,
    after: z
      .strictObject({ replies: z.number().int().min(1).max(10_000), within: duration })
      .default({ replies: 1, within: unitMs.h }),
    action,
    reason: z.string().max(300).default(''),
  })
  .transform(({ name, match: given, after, action: taken, reason }): ThrottleRule => {
    const { provider, site, code, class: failureClass, stage, ...others } = given;
    return {
      name,
      match: {
        ...others,
        ...(provider && { providers: provider }),
        ...(site && { sites: site }),
        ...(code && { codes: code }),
        ...(failureClass && { classes: failureClass }),
        ...(stage && { stages: stage }),
      },
      after: { replies: after.replies, withinMs: after.within },
      action: taken,
      reason,
    };
  });

const file = z.strictObject({
  rules: z.array(rule).max(rulesMax).default([]),
  /** Names of default rules that do not apply. */
  without: z.array(z.string()).max(rulesMax).default([]),
});

/**
 * The rules of a file (JSON), in front of the defaults; one with the name of a default takes its place in the order of the file.
 * @throws ThrottleRulesError
 */
export function parseThrottleRules(text: string): readonly ThrottleRule[] {
  const parsed = file.safeParse(readJson(text));
  if (!parsed.success) {
    throw new ThrottleRulesError(parsed.error.issues.map((issue) => lineOf(issue, text)).join('\n'));
  }
  const { rules, without } = parsed.data;
  const names = new Set<string>();
  for (const { name } of rules) {
    if (names.has(name)) throw new ThrottleRulesError(`rule ${name}: the name is used twice`);
    names.add(name);
  }
  const unknown = without.find((name) => !defaultThrottleRules.some((each) => each.name === name));
  if (unknown !== undefined) throw new ThrottleRulesError(`without: there is no default rule ${unknown}`);
  const replaced = new Set([...names, ...without]);
  return [...rules, ...defaultThrottleRules.filter(({ name }) => !replaced.has(name))];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ThrottleRulesError(
      `is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** `rule 3 (yahoo-tss04), action: must be …` */
function lineOf({ path, message }: z.core.$ZodIssue, text: string): string {
  const [list, index, ...within] = path;
  if (list !== 'rules' || typeof index !== 'number') return `${path.join('.') || 'file'}: ${message}`;
  const { rules } = readJson(text) as { rules: readonly ({ readonly name?: unknown } | null)[] };
  const name = rules[index]?.name;
  const title = `rule ${index + 1}${typeof name === 'string' ? ` (${name.slice(0, 64)})` : ''}`;
  return [title, within.join('.')].filter((part) => part !== '').join(', ') + `: ${message}`;
}
