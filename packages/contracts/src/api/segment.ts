import { z } from 'zod';
import { countOrNull, createdAt, line, objectName, timeOrNull } from './fields';
import { list } from './list';
import { sample } from './sample';
import { lineOfText, text } from './text';

export const contactStatuses = ['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'] as const;
export const subscriptionStates = ['SUBSCRIBED', 'UNSUBSCRIBED'] as const;

export const conditionsMax = 20;

export const propertyName = lineOfText()
  .min(1, 'required')
  .max(100)
  .meta({ description: 'Name of the property.', examples: ['city'] });
export const propertyText = text().max(500);
const property = { property: propertyName } as const;

const scalarExamples = ['London', 3, true];
const compared = { description: 'What it is compared with.', examples: scalarExamples };

const statusCondition = z
  .strictObject({ status: z.enum(contactStatuses).meta({ description: 'The status that the contact has.' }) })
  .meta({ id: 'StatusCondition', description: 'The contact has this status.' });
/** Any text as slug: one that is none answers `unknown_topic`. */
const topicCondition = z
  .strictObject({
    topic: text()
      .max(200)
      .meta({ description: 'Slug of the topic.', examples: ['news'] }),
    state: z.enum(subscriptionStates).meta({ description: 'Whether it is subscribed.' }),
  })
  .meta({
    id: 'TopicCondition',
    description:
      'The contact is, or is not, subscribed to the topic; one that never chose, as `default_opt_in` says.',
  });
const propertyConditions = [
  z
    .strictObject({
      ...property,
      op: z.enum(['eq', 'neq']).meta({ description: 'Equal, or not equal; what is missing equals nothing.' }),
      value: z.union([propertyText, z.number(), z.boolean()]).meta(compared),
    })
    .meta({ id: 'EqualCondition', description: 'A property equals a value, or does not.' }),
  z
    .strictObject({
      ...property,
      op: z.literal('contains').meta({ description: 'A text has it as a part, a list as an item.' }),
      value: propertyText.min(1, 'required').meta({ description: 'What is looked for.', examples: ['Lon'] }),
    })
    .meta({ id: 'ContainsCondition', description: 'A property contains a text.' }),
  z
    .strictObject({
      ...property,
      op: z.enum(['gt', 'lt']).meta({ description: 'Greater, or less.' }),
      value: z.union([propertyText, z.number()]).meta({ ...compared, examples: [3, '2026-05-04'] }),
    })
    .meta({ id: 'OrderCondition', description: 'A property is greater or less than a value.' }),
  z
    .strictObject({
      ...property,
      op: z.literal('exists').meta({ description: 'Whether it has the property.' }),
      value: z.boolean().default(true).meta({ description: 'False: it has not.' }),
    })
    .meta({ id: 'ExistsCondition', description: 'The contact has a property, or has not.' }),
] as const;

export const segmentConditions = [statusCondition, topicCondition, ...propertyConditions] as const;
const segmentCondition = z.union(segmentConditions, {
  error: 'neither {status}, nor {topic, state}, nor {property, op, value} with values that they allow',
});
export type SegmentCondition = z.output<typeof segmentCondition>;

const filterExample = {
  all: [
    { status: 'SUBSCRIBED' },
    { topic: 'news', state: 'SUBSCRIBED' },
    { property: 'city', op: 'eq', value: 'London' },
  ],
};

/** Whom a segment holds: contacts that meet every condition; without conditions all of them. */
export const segmentFilter = z
  .strictObject({
    all: list(segmentCondition, conditionsMax).meta({
      description: 'Up to 20 conditions, each of which a contact has to meet; empty: every contact does.',
    }),
  })
  .meta({
    id: 'SegmentFilter',
    description: 'Whom a segment holds: the contacts that meet every condition.',
    examples: [filterExample],
  });
export type SegmentFilter = z.output<typeof segmentFilter>;

const name = lineOfText()
  .trim()
  .min(1, 'required')
  .max(120)
  .meta({ description: 'What you call it, 1 to 120 characters.', examples: ['Readers in London'] });

export const createSegmentRequest = z.object({ name, filter: segmentFilter }).meta({
  id: 'CreateSegmentRequest',
  description: 'A segment to add.',
  examples: [{ name: 'Readers in London', filter: filterExample }],
});

/** Fields left out stay. */
export const updateSegmentRequest = z
  .object({ name: name.optional(), filter: segmentFilter.optional() })
  .meta({
    id: 'UpdateSegmentRequest',
    description: 'What to change; what is left out stays.',
    examples: [{ name: 'Readers in Greater London' }],
  });

export const segmentResource = z
  .object({
    object: objectName('segment'),
    id: line('Id of the segment.', sample.segmentId),
    name: line('What you call it.', 'Readers in London'),
    /** As it was stored, also when this version would not take it any more. */
    filter: z
      .object({
        all: z.array(z.unknown()).meta({
          description: 'Its conditions, each of which a contact has to meet.',
          examples: [filterExample.all],
        }),
      })
      .meta({ id: 'StoredSegmentFilter', description: 'Whom it holds, as it was stored.' }),
    contact_count: countOrNull(
      'Number of contacts in the segment at `counted_at`. Null until a large segment has been counted for the first time.',
      412,
    ),
    counted_at: timeOrNull('When `contact_count` was counted. Null until then.', sample.acceptedAt),
    created_at: createdAt('it was added'),
  })
  .meta({ id: 'Segment', description: 'The contacts that meet a filter, whenever it is asked.' });
export type SegmentResource = z.infer<typeof segmentResource>;
