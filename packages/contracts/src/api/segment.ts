import { z } from 'zod';
import { list } from './list';
import { lineOfText, text } from './text';

export const contactStatuses = ['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'] as const;
export const subscriptionStates = ['SUBSCRIBED', 'UNSUBSCRIBED'] as const;

export const conditionsMax = 20;

export const propertyName = lineOfText().min(1, 'required').max(100);
export const propertyText = text().max(500);
const property = { property: propertyName } as const;

const statusCondition = z.strictObject({ status: z.enum(contactStatuses) });
/** Any text as slug: one that is none answers `unknown_topic`. */
const topicCondition = z.strictObject({ topic: text().max(200), state: z.enum(subscriptionStates) });
const propertyConditions = [
  z.strictObject({
    ...property,
    op: z.enum(['eq', 'neq']),
    value: z.union([propertyText, z.number(), z.boolean()]),
  }),
  z.strictObject({ ...property, op: z.literal('contains'), value: propertyText.min(1, 'required') }),
  z.strictObject({ ...property, op: z.enum(['gt', 'lt']), value: z.union([propertyText, z.number()]) }),
  z.strictObject({ ...property, op: z.literal('exists'), value: z.boolean().default(true) }),
] as const;

export const segmentConditions = [statusCondition, topicCondition, ...propertyConditions] as const;
const segmentCondition = z.union(segmentConditions, {
  error: 'neither {status}, nor {topic, state}, nor {property, op, value} with values that they allow',
});
export type SegmentCondition = z.output<typeof segmentCondition>;

/** Whom a segment holds: contacts that meet every condition; without conditions all of them. */
export const segmentFilter = z
  .strictObject({ all: list(segmentCondition, conditionsMax) })
  .meta({ id: 'SegmentFilter' });
export type SegmentFilter = z.output<typeof segmentFilter>;

const name = lineOfText().trim().min(1, 'required').max(120);

export const createSegmentRequest = z.object({ name, filter: segmentFilter }).meta({
  id: 'CreateSegmentRequest',
  examples: [
    {
      name: 'Readers in Berlin',
      filter: {
        all: [
          { status: 'SUBSCRIBED' },
          { topic: 'news', state: 'SUBSCRIBED' },
          { property: 'city', op: 'eq', value: 'Berlin' },
        ],
      },
    },
  ],
});

/** Fields left out stay. */
export const updateSegmentRequest = z
  .object({ name: name.optional(), filter: segmentFilter.optional() })
  .meta({ id: 'UpdateSegmentRequest' });

export const segmentResource = z
  .object({
    object: z.literal('segment'),
    id: z.string(),
    name: z.string(),
    /** As it was stored, also when this version would not take it any more. */
    filter: z.object({ all: z.array(z.unknown()) }),
    contact_count: z.int().describe('Contacts that meet it now'),
    created_at: z.string(),
  })
  .meta({ id: 'Segment' });
export type SegmentResource = z.infer<typeof segmentResource>;
