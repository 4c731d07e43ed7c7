import { z } from 'zod';
import { list } from './list';
import {
  conditionsMax,
  propertyName,
  propertyText,
  segmentConditions,
  type SegmentCondition,
} from './segment';

const eventProperty = {
  event_property: propertyName.meta({
    description: 'Name of a property of the event that began the run.',
    examples: ['total'],
  }),
} as const;
const scalar = z.union([propertyText, z.number(), z.boolean()]);

/** About the event that began the run; as those of segments about properties of the contact. */
const eventConditions = [
  z
    .strictObject({
      ...eventProperty,
      op: z.enum(['eq', 'neq']).meta({ description: 'Equal, or not equal.' }),
      value: scalar.meta({ description: 'What it is compared with.', examples: ['gold', 42, true] }),
    })
    .meta({ id: 'EventEqualCondition', description: 'A property of the event equals a value, or does not.' }),
  z
    .strictObject({
      ...eventProperty,
      op: z.literal('contains').meta({ description: 'A text has it as a part, a list as an item.' }),
      value: propertyText.min(1, 'required').meta({ description: 'What is looked for.', examples: ['gold'] }),
    })
    .meta({ id: 'EventContainsCondition', description: 'A property of the event contains a text.' }),
  z
    .strictObject({
      ...eventProperty,
      op: z.enum(['gt', 'lt']).meta({ description: 'Greater, or less.' }),
      value: z
        .union([propertyText, z.number()])
        .meta({ description: 'What it is compared with.', examples: [100] }),
    })
    .meta({
      id: 'EventOrderCondition',
      description: 'A property of the event is greater or less than a value.',
    }),
  z
    .strictObject({
      ...eventProperty,
      op: z.literal('exists').meta({ description: 'Whether it has the property.' }),
      value: z.boolean().default(true).meta({ description: 'False: it has not.' }),
    })
    .meta({ id: 'EventExistsCondition', description: 'The event has a property, or has not.' }),
] as const;

/** How the run's last `wait_until` for an event ended; without one before it, neither holds. */
const waitCondition = z
  .strictObject({
    waited: z
      .enum(['event', 'timeout'])
      .meta({ description: 'Whether the event came, or its time ran out.' }),
  })
  .meta({ id: 'WaitCondition', description: 'How the last `wait_until` for an event ended.' });

export type EventCondition = z.output<(typeof eventConditions)[number]>;
export type WaitCondition = z.output<typeof waitCondition>;
export type AutomationCondition = SegmentCondition | EventCondition | WaitCondition;

const automationCondition = z.union([...segmentConditions, ...eventConditions, waitCondition], {
  error:
    'neither a condition of segments, nor {event_property, op, value} with values that they allow, nor {waited}',
});

/** Strict, as a segment's: a key too many would lead other people another way than was meant. */
export const automationFilter = z
  .strictObject({
    all: list(automationCondition, conditionsMax).meta({
      description: 'Up to 20 conditions, all of which must hold.',
    }),
  })
  .meta({
    id: 'AutomationFilter',
    description: 'Holds when every condition does.',
    examples: [{ all: [{ waited: 'timeout' }] }],
  });
