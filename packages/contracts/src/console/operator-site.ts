import { z } from 'zod';
import { count, flag, line, lineOrNull, objectName, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { lineOfText, timestamp } from '../fields/text';
import { lanes } from '../statuses/statuses';

export const operatorSitesMax = 200;

export const listOperatorSitesQuery = z.object({
  state: z
    .enum(['throttled'])
    .optional()
    .meta({ description: 'Only sites that are suspended, limited or recovering.' }),
  search: lineOfText()
    .min(1)
    .max(120)
    .optional()
    .meta({ description: 'Only sites with this text in their name. Case-insensitive.', examples: ['yahoo'] }),
});

const rate = (description: string) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [100] });
const connections = (description: string) =>
  z
    .int()
    .nullable()
    .meta({ description, examples: [20] });

const operatorSite = z
  .object({
    site: line('Name of the site: a mailbox provider, a domain, or a smart host with its port.', 'yahoo'),
    source: lineOrNull(
      'Source address. Null: the operating system chooses, or all are suspended.',
      '192.0.2.7',
    ),
    state: z.enum(['suspended', 'limited', 'recovering', 'normal']).meta({
      description:
        'State. `recovering`: a limit is being raised, or the site was not reached since it was suspended.',
    }),
    suspended_until: timeOrNull(
      'When the suspension ends. Null: when the site is resumed, or it is not suspended.',
    ),
    limited_until: timeOrNull('When the limit begins to be raised. Null: it is not limited.', null),
    recovered_at: timeOrNull('When nothing of the limit is left.', null),
    reason: lineOrNull('Why it is or was suspended or limited.', 'rate: 421 4.7.0 [TSS04]'),
    operator: lineOrNull('Operator who suspended it. Null: none did.', null),
    rule: lineOrNull('Throttle rule that suspended or limited it. Null: none did.', 'yahoo-tss04'),
    suspensions_in_a_row: count('Suspensions since the last success.', 1),
    workers: count('Workers that hold connections to it or want some.', 2),
    connections: count('Open connections of all workers.', 3),
    waiting: flag('Whether workers have use for more connections.'),
    connections_max: connections('Connections that all workers may hold at present. Null: not known.'),
    messages_per_second_max: rate('Messages a second at present. Null: no limit, or not known.'),
    normal_connections_max: connections('Connections that all workers may hold normally. Null: not known.'),
    normal_messages_per_second_max: rate('Messages a second normally. Null: no limit, or not known.'),
    used_at: timeOrNull('When workers last used it. Null: not in the last two days.'),
  })
  .meta({ id: 'OperatorSite', description: 'A destination as all workers use it, from one source address.' });
export type OperatorSite = z.infer<typeof operatorSite>;

export const operatorSites = z
  .object({
    object: objectName('operator_sites'),
    sites: z.array(operatorSite).meta({
      description: `Up to ${operatorSitesMax} sites of the last two days: first those that workers have not used, then the last used first.`,
    }),
    cut: flag(`Whether there are more than ${operatorSitesMax}.`),
    redis_answers: flag('False: Redis does not answer, so only suspensions by operators are returned.'),
  })
  .meta({ id: 'OperatorSites', description: 'Destinations as all workers use them.' });

const given = {
  site: lineOfText()
    .min(1)
    .max(320)
    .meta({ description: 'Name of the site, as listed.', examples: ['yahoo'] }),
  source: lineOfText()
    .min(1)
    .max(64)
    .optional()
    .meta({
      description: 'Only for this source address. Default: for all.',
      examples: ['192.0.2.7'],
    }),
};

export const suspendSiteRequest = z
  .object({
    ...given,
    reason: lineOfText()
      .min(1)
      .max(200)
      .meta({ description: 'Shown with each waiting message.', examples: ['their maintenance'] }),
    minutes: z
      .int()
      .min(1)
      .max(43_200)
      .optional()
      .meta({ description: 'Duration in minutes. Default: until the site is resumed.', examples: [120] }),
  })
  .meta({
    id: 'SuspendSiteRequest',
    description: 'The site, why it is suspended, and for how long.',
    examples: [{ site: 'yahoo', reason: 'their maintenance', minutes: 120 }],
  });

export const siteSuspension = z
  .object({
    object: objectName('site_suspension'),
    site: line('Name of the site.', 'yahoo'),
    source: lineOrNull('Source address. Null: all.', null),
    reason: line('Why it is suspended.', 'their maintenance'),
    suspended_until: timeOrNull('When the suspension ends. Null: when the site is resumed.'),
  })
  .meta({ id: 'SiteSuspension', description: 'A suspension by an operator.' });

const duePosition = z
  .object({
    lane: z.enum(lanes).meta({ description: 'Lane of the mail.' }),
    due_at: timestamp()
      .nullable()
      .meta({ description: 'Due time up to which mail was looked at.', examples: [sample.createdAt] }),
  })
  .meta({ id: 'DuePosition', description: 'How far waiting mail was looked at.' });

/** Of requests that make waiting mail due, a part at a time. */
export const afterPosition = duePosition.optional().meta({
  description: '`next` of the last answer, to continue. Then only waiting mail is looked at.',
});

export const madeDue = {
  messages_due: count('Waiting messages that are due now.', 120),
  next: z
    .object({
      lane: z.enum(lanes).meta({ description: 'Lane of the mail.' }),
      due_at: timeOrNull('Due time up to which mail was looked at.'),
    })
    .meta({ id: 'NextDuePosition', description: 'How far waiting mail was looked at.' })
    .nullable()
    .meta({ description: 'Pass it as `after` to continue. Null: all waiting mail was looked at.' }),
};

export const resumeSiteRequest = z.object({ ...given, after: afterPosition }).meta({
  id: 'ResumeSiteRequest',
  description: 'The site that is resumed.',
  examples: [{ site: 'yahoo' }],
});

export const siteResumption = z
  .object({
    object: objectName('site_resumption'),
    suspensions_ended: count('Suspensions by operators that were ended.', 1),
    throttles_ended: count('Source addresses whose suspension, limit or back-off was ended.', 2),
    ...madeDue,
  })
  .meta({ id: 'SiteResumption', description: 'What was ended, and the mail that is due because of it.' });
