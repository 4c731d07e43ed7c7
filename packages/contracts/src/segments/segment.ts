import { z } from 'zod';
import { countOrNull, createdAt, line, objectName, timeOrNull } from '../fields/fields';
import { list } from '../fields/list';
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

export const segmentConditions = [
  ...[statusCondition, topicCondition],
  ...propertyConditions,
  fieldCondition,
  ...dateConditions,
  ...broadcastConditions,
  activityCondition,
] as const;
const segmentCondition = z.union(segmentConditions, { error: faultOf(segmentConditions) });
export type SegmentCondition = z.output<typeof segmentCondition>;

const groupItems = list(segmentCondition, conditionsMax).refine(
  ({ length }) => length > 0,
  'must have at least one condition',
);
const groups = [
  z
    .strictObject({
      any: groupItems.meta({ description: 'Conditions. The contact meets at least one.' }),
    })
    .meta({ id: 'AnyGroup', description: 'At least one condition is met.' }),
  z
    .strictObject({
      all: groupItems.meta({ description: 'Conditions. The contact meets each one.' }),
    })
    .meta({ id: 'AllGroup', description: 'Every condition is met.' }),
] as const;
const filterItems = [...segmentConditions, ...groups] as const;
const filterItem = z.union(filterItems, { error: faultOf(filterItems) });
export type SegmentFilterItem = z.output<typeof filterItem>;

export const filterExample = {
  all: [
    { status: 'SUBSCRIBED' },
    { topic: 'news', state: 'SUBSCRIBED' },
    {
      any: [
        { property: 'city', op: 'eq', value: 'London' },
        { date: 'created_at', op: 'within_days', value: 30 },
      ],
    },
  ],
};

/** Contacts of a segment: those that meet `all` and, where it is given, `any`; without conditions all of them. */
export const segmentFilter = z
  .strictObject({
    all: list(filterItem, conditionsMax).meta({
      description: 'Conditions and groups. The contact meets each one; empty: every contact does.',
    }),
    any: list(filterItem, conditionsMax)
      .refine(({ length }) => length > 0, 'must have at least one condition')
      .optional()
      .meta({ description: 'Conditions and groups. The contact meets at least one.' }),
  })
  .refine(
    (filter) => conditionsOf(filter).length <= conditionsMax,
    `must have at most ${conditionsMax} conditions`,
  )
  .meta({
    id: 'SegmentFilter',
    description:
      'The filter of a segment: contacts that meet `all` and `any`. At most 20 conditions, including those in groups. Groups cannot be nested.',
    examples: [filterExample],
  });
export type SegmentFilter = z.output<typeof segmentFilter>;

interface FilterItems {
  readonly all: readonly SegmentFilterItem[];
  readonly any?: readonly SegmentFilterItem[] | undefined;
}

/** Those of groups, too. */
export function conditionsOf({ all, any = [] }: FilterItems): SegmentCondition[] {
  return [...all, ...any].flatMap((item) => ('any' in item ? item.any : 'all' in item ? item.all : [item]));
}

/** Names what is wrong with the kind of condition that was meant, which its first field says. */
function faultOf(options: readonly z.ZodObject[]): z.core.$ZodErrorMap {
  const keys = options.map(({ shape }) => Object.keys(shape)[0] ?? '');
  return ({ input, errors }: z.core.$ZodRawIssue & { readonly errors?: readonly z.core.$ZodIssue[][] }) => {
    const has = (key: string): boolean => typeof input === 'object' && input !== null && key in input;
    const meant = (errors ?? []).filter((_faults, index) => has(keys[index] ?? ''));
    const [fault] = meant.toSorted((one, other) => one.length - other.length)[0] ?? [];
    if (fault === undefined) return `must have one of the fields ${[...new Set(keys)].join(', ')}`;
    return [z.core.toDotPath(fault.path), fault.message].filter((part) => part !== '').join(': ');
  };
}

const name = lineOfText()
  .trim()
  .min(1, 'required')
  .max(120)
  .meta({ description: 'Name, 1 to 120 characters.', examples: ['Readers in London'] });

export const createSegmentRequest = z.object({ name, filter: segmentFilter }).meta({
  id: 'CreateSegmentRequest',
  description: 'A segment to create.',
  examples: [{ name: 'Readers in London', filter: filterExample }],
});

/** Absent fields do not change. */
export const updateSegmentRequest = z
  .object({ name: name.optional(), filter: segmentFilter.optional() })
  .meta({
    id: 'UpdateSegmentRequest',
    description: 'Fields to change. Missing fields keep their values.',
    examples: [{ name: 'Readers in Greater London' }],
  });

export const segmentResource = z
  .object({
    object: objectName('segment'),
    id: line('Id of the segment.', sample.segmentId),
    name: line('Name of the segment.', 'Readers in London'),
    /** As it was stored, also when this version would not take it any more. */
    filter: z
      .object({
        all: z.array(z.unknown()).meta({
          description: 'Conditions and groups. The contact meets each one.',
          examples: [filterExample.all],
        }),
        any: z
          .array(z.unknown())
          .optional()
          .meta({
            description: 'Conditions and groups. The contact meets at least one.',
            examples: [filterExample.all.slice(0, 2)],
          }),
      })
      .meta({ id: 'StoredSegmentFilter', description: 'Stored filter.' }),
    contact_count: countOrNull(
      'Number of contacts in the segment at `counted_at`. Null until a large segment has been counted for the first time.',
      412,
    ),
    counted_at: timeOrNull('When `contact_count` was counted. Null until then.', sample.acceptedAt),
    created_at: createdAt('it was created'),
  })
  .meta({ id: 'Segment', description: 'A saved filter over contacts. It is evaluated whenever it is used.' });
export type SegmentResource = z.infer<typeof segmentResource>;
