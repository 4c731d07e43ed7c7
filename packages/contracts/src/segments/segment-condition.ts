import { z } from 'zod';
import { sample } from '../fields/sample';
import { lineOfText, text, timestamp } from '../fields/text';
import { contactStatuses, subscriptionStates } from '../statuses/statuses';

export const contactActivities = ['received', 'opened', 'clicked'] as const;

export const conditionsMax = 20;
const withinDaysMax = 3_650;

export const propertyName = lineOfText()
  .min(1, 'required')
  .max(100)
  .meta({ description: 'Name of the property.', examples: ['city'] });
export const propertyText = text().max(500);
const property = { property: propertyName } as const;

const scalarExamples = ['London', 3, true];
const compared = { description: 'Value to compare with.', examples: scalarExamples };

const statusCondition = z
  .strictObject({ status: z.enum(contactStatuses).meta({ description: 'Status of the contact.' }) })
  .meta({ id: 'StatusCondition', description: 'Checks the status of the contact.' });
/** Any text as slug: one that is none answers `unknown_topic`. */
const topicCondition = z
  .strictObject({
    topic: text()
      .max(200)
      .meta({ description: 'Slug of the topic.', examples: ['news'] }),
    state: z.enum(subscriptionStates).meta({ description: 'Whether the contact is subscribed.' }),
  })
  .meta({
    id: 'TopicCondition',
    description:
      'Checks the subscription to a topic. If the contact has not chosen, `default_opt_in` applies.',
  });
const propertyConditions = [
  z
    .strictObject({
      ...property,
      op: z
        .enum(['eq', 'neq'])
        .meta({ description: '`eq`: equal. `neq`: not equal. A missing property equals nothing.' }),
      value: z.union([propertyText, z.number(), z.boolean()]).meta(compared),
    })
    .meta({ id: 'EqualCondition', description: 'Compares a property with a value.' }),
  z
    .strictObject({
      ...property,
      op: z
        .literal('contains')
        .meta({ description: 'True if a string contains the value or a list has it as an item.' }),
      value: propertyText.min(1, 'required').meta({ description: 'String to look for.', examples: ['Lon'] }),
    })
    .meta({ id: 'ContainsCondition', description: 'Checks whether a property contains a string.' }),
  z
    .strictObject({
      ...property,
      op: z.enum(['gt', 'lt']).meta({ description: '`gt`: greater than. `lt`: less than.' }),
      value: z.union([propertyText, z.number()]).meta({ ...compared, examples: [3, '2026-05-04'] }),
    })
    .meta({
      id: 'OrderCondition',
      description: 'Checks whether a property is greater or less than a value.',
    }),
  z
    .strictObject({
      ...property,
      op: z.literal('exists').meta({ description: 'Checks whether the property exists.' }),
      value: z
        .boolean()
        .default(true)
        .meta({ description: 'True: the property must exist. False: it must not. Default: true.' }),
    })
    .meta({ id: 'ExistsCondition', description: 'Checks whether the contact has a property.' }),
] as const;

const fieldCondition = z
  .strictObject({
    field: z.enum(['first_name', 'last_name', 'email', 'email_domain']).meta({
      description: 'Field of the contact. `email_domain`: the part of the address behind the `@`.',
      examples: ['email_domain'],
    }),
    op: z.enum(['eq', 'neq', 'contains']).meta({
      description: '`eq`: equal. `neq`: not equal, or missing. `contains`: has the value as a part.',
    }),
    value: propertyText
      .min(1, 'required')
      .meta({ description: 'Text to compare with. Case does not matter.', examples: ['acme.example'] }),
  })
  .meta({
    id: 'FieldCondition',
    description: 'Compares the name or the address of the contact with a text.',
  });

const dateField = {
  date: z
    .enum(['created_at', 'updated_at'])
    .meta({ description: 'Time of the contact.', examples: ['created_at'] }),
} as const;
const dateConditions = [
  z
    .strictObject({
      ...dateField,
      op: z.enum(['before', 'after']).meta({ description: 'Before, or after, a time.' }),
      value: timestamp().meta({ description: 'Time to compare with.', examples: [sample.acceptedAt] }),
    })
    .meta({
      id: 'DateCondition',
      description: 'The contact was added or last changed before or after a time.',
    }),
  z
    .strictObject({
      ...dateField,
      op: z.literal('within_days').meta({ description: 'Within the last days.' }),
      value: z
        .int()
        .min(1)
        .max(withinDaysMax)
        .meta({ description: 'Number of days of 24 hours up to now, 1 to 3,650.', examples: [30] }),
    })
    .meta({
      id: 'WithinDaysCondition',
      description: 'The contact was added or last changed within the last days.',
    }),
] as const;
const broadcastField = {
  broadcast: z
    .uuid('must be the id of a broadcast')
    .meta({ description: 'Id of the broadcast.', examples: [sample.broadcastId] }),
} as const;
const broadcastConditions = [
  z
    .strictObject({
      ...broadcastField,
      received: z.boolean().meta({
        description: 'True: an email of the broadcast was sent to the contact. False: none was.',
        examples: [true],
      }),
    })
    .meta({
      id: 'BroadcastCondition',
      description: 'The contact received a broadcast, or did not. A skipped or canceled recipient did not.',
    }),
  z
    .strictObject({
      ...broadcastField,
      opened: z.boolean().meta({
        description: 'True: the contact opened it. False: the contact did not, or did not receive it.',
        examples: [true],
      }),
    })
    .meta({
      id: 'BroadcastOpenedCondition',
      description: 'The contact opened a broadcast, or did not. Opens by machines do not count.',
    }),
  z
    .strictObject({
      ...broadcastField,
      clicked: z.boolean().meta({
        description:
          'True: the contact clicked a link in it. False: the contact did not, or did not receive it.',
        examples: [true],
      }),
    })
    .meta({
      id: 'BroadcastClickedCondition',
      description: 'The contact clicked a link in a broadcast, or did not. Clicks by machines do not count.',
    }),
] as const;

const activityCondition = z
  .strictObject({
    activity: z.enum(contactActivities).meta({
      description:
        'What the contact does with email. `received`: an email was sent to it. `opened`, `clicked`: the contact opened an email, or clicked a link in one.',
      examples: ['opened'],
    }),
    op: z.enum(['within_days', 'not_within_days']).meta({
      description:
        '`within_days`: at least once within the last days. `not_within_days`: not within them, or never.',
    }),
    value: z
      .int()
      .min(1)
      .max(withinDaysMax)
      .meta({ description: 'Number of days of 24 hours up to now, 1 to 3,650.', examples: [30] }),
  })
  .meta({
    id: 'ActivityCondition',
    description:
      'The contact received, opened or clicked any email within the last days, or did not. Opens and clicks by machines do not count.',
  });

const formField = {
  form: z
    .uuid('must be the id of a signup form')
    .meta({ description: 'Id of the signup form.', examples: [sample.formId] }),
} as const;
const importField = {
  import: z
    .uuid('must be the id of an import of contacts')
    .meta({ description: 'Id of the import of contacts.', examples: [sample.importId] }),
} as const;
const originConditions = [
  z
    .strictObject({
      ...formField,
      confirmed: z.boolean().meta({
        description: 'True: the contact confirmed a signup with the form. False: it did not.',
        examples: [true],
      }),
    })
    .meta({
      id: 'FormConfirmedCondition',
      description: 'The contact confirmed a signup with a form, or did not.',
    }),
  z
    .strictObject({
      ...formField,
      added: z.boolean().meta({
        description: 'True: the contact was added by confirming a signup with the form. False: it was not.',
        examples: [true],
      }),
    })
    .meta({ id: 'FormAddedCondition', description: 'A signup form added the contact, or did not.' }),
  z
    .strictObject({
      ...importField,
      included: z.boolean().meta({
        description: 'True: a row of the import was stored for the contact. False: none was.',
        examples: [true],
      }),
    })
    .meta({
      id: 'ImportIncludedCondition',
      description: 'An import included the contact, or did not. A contact keeps its newest 20 imports.',
    }),
  z
    .strictObject({
      ...importField,
      added: z.boolean().meta({
        description: 'True: the contact was added by the import. False: it was not.',
        examples: [true],
      }),
    })
    .meta({ id: 'ImportAddedCondition', description: 'An import added the contact, or did not.' }),
] as const;

export const segmentConditions = [
  ...[statusCondition, topicCondition],
  ...propertyConditions,
  fieldCondition,
  ...dateConditions,
  ...broadcastConditions,
  activityCondition,
  ...originConditions,
] as const;
export const segmentCondition = z.union(segmentConditions, { error: faultOf(segmentConditions) });
export type SegmentCondition = z.output<typeof segmentCondition>;

/** Names what is wrong with the kind of condition that was meant, which its first field says. */
export function faultOf(options: readonly z.ZodObject[]): z.core.$ZodErrorMap {
  const keys = options.map(({ shape }) => Object.keys(shape)[0] ?? '');
  return ({ input, errors }: z.core.$ZodRawIssue & { readonly errors?: readonly z.core.$ZodIssue[][] }) => {
    const has = (key: string): boolean => typeof input === 'object' && input !== null && key in input;
    const meant = (errors ?? []).filter((_faults, index) => has(keys[index] ?? ''));
    const [fault] = meant.toSorted((one, other) => one.length - other.length)[0] ?? [];
    if (fault === undefined) return `must have one of the fields ${[...new Set(keys)].join(', ')}`;
    return [z.core.toDotPath(fault.path), fault.message].filter((part) => part !== '').join(': ');
  };
}
