import { z } from 'zod';
import { count, flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { alertKinds } from './alert-rules';

const kind = z.enum(alertKinds).meta({
  description:
    '`bounce`, `complaint`: rate of recipients. `provider_block`: replies that block or throttle. `delivery_silence`: emails that wait for their first delivery.',
  examples: ['bounce'],
});
const rate = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [example] });

const changedRate = (description: string, example: number) =>
  z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .meta({ description, examples: [example] });

export const alertResource = z
  .object({
    object: objectName('alert'),
    id: line('Id of the alert.', '019e1b7d-7390-7d2d-9302-5a1f7b044a12'),
    kind,
    level: z.enum(['warn', 'pause']).meta({
      description: '`warn`: a notice was sent. `pause`: sending was paused.',
      examples: ['warn'],
    }),
    value: z.number().meta({ description: 'Highest rate (0 to 1) or count so far.', examples: [0.031] }),
    warn_rate: rate('Warning threshold. Null for counts.', 0.02),
    pause_rate: rate('Rate that pauses sending. Null: nothing pauses.', 0.05),
    opened_at: time('When the alert began.'),
    closed_at: timeOrNull('When it ended. Null while it is open.', null),
  })
  .meta({ id: 'Alert', description: 'A time during which an alert rule was broken.' });
export type AlertResource = z.infer<typeof alertResource>;

export const listAlertsQuery = pageQuery.extend({
  status: z.enum(['open', 'closed']).optional().meta({ description: 'Only alerts with this status.' }),
});

export const alertRuleResource = z
  .object({
    object: objectName('alert_rule'),
    id: line('Id of the rule.', '019e1b7d-7390-7d2d-9302-5a1f7b044a13'),
    kind,
    enabled: flag('Whether the rule is evaluated.'),
    warn_rate: rate('Rate (0 to 1) that warns. Null for counts.', 0.02),
    pause_rate: rate('Rate (0 to 1) that pauses sending. Null: nothing pauses.', 0.05),
    minimum: count('Recipients that make a rate meaningful, or the count that warns.', 100),
    window_minutes: count('Minutes that are looked at.', 2_880),
  })
  .meta({ id: 'AlertRule', description: 'When an organization is warned or paused.' });
export type AlertRuleResource = z.infer<typeof alertRuleResource>;

export const alertRuleList = z
  .object({
    object: objectName('list'),
    data: z.array(alertRuleResource).meta({ description: 'Rules, one per kind.' }),
  })
  .meta({ id: 'AlertRuleList', description: 'The alert rules of the organization.' });

const alertRuleChange = z
  .object({
    kind,
    enabled: z.boolean().optional().meta({
      description:
        'Whether the rule is evaluated. `bounce` and `complaint` protect the addresses that all send from and stay enabled.',
    }),
    warn_rate: changedRate(
      'Warning threshold, for `bounce` and `complaint`. Must not exceed `pause_rate`.',
      0.01,
    ),
    pause_rate: changedRate(
      'Rate that pauses sending, for `bounce` and `complaint`. Must not exceed the platform default.',
      0.04,
    ),
    minimum: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({
        description:
          'Recipients that make a rate meaningful (at most 100), or the count that warns (at most 1,000,000).',
        examples: [50],
      }),
  })
  .meta({ id: 'AlertRuleChange', description: 'A rule to change. Missing fields keep their values.' });
export type AlertRuleChange = z.infer<typeof alertRuleChange>;

export const updateAlertRulesRequest = z
  .object({
    rules: z
      .array(alertRuleChange)
      .min(1)
      .max(alertKinds.length)
      .refine((rules) => new Set(rules.map((rule) => rule.kind)).size === rules.length, 'each kind once')
      .meta({ description: 'Rules to change, each kind once. Either all are changed or none.' }),
  })
  .meta({
    id: 'UpdateAlertRulesRequest',
    description: 'Alert rules to change.',
    examples: [{ rules: [{ kind: 'bounce', warn_rate: 0.01, pause_rate: 0.04 }] }],
  });

export const noticeResource = z
  .object({
    object: objectName('notice'),
    id: line('Id of the notice.', '019e1b7d-7390-7d2d-9302-5a1f7b044a14'),
    kind: line('What it is about.', 'alert_bounce'),
    recipient: line('Address that it is sent to.', 'ops@acme.example'),
    subject: line('Subject of the notice.', 'Bounce rate of Acme is 3.1 %'),
    text: line('Plain text of the notice.', 'The bounce rate of the last two days is 3.1 %.'),
    created_at: time('When it was written.'),
    sent_at: timeOrNull('When it was accepted for sending. Null if it was not.', sample.sentAt),
    email_id: lineOrNull(
      'Id of the email of the platform that carries it. Null if it was not sent.',
      sample.emailId,
    ),
  })
  .meta({ id: 'Notice', description: 'A notice of the platform to the organization.' });
export type NoticeResource = z.infer<typeof noticeResource>;
