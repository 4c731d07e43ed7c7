import { z } from 'zod';
import { list } from '../fields/list';
import {
  conditionsMax,
  propertyName,
  propertyText,
  segmentConditions,
  type SegmentCondition,
} from '../segments/segment-condition';

const eventProperty = {
  event_property: propertyName.meta({
    description: 'Name of a property of the event that started the run.',
    examples: ['total'],
  }),
} as const;
const scalar = z.union([propertyText, z.number(), z.boolean()]);

/** About the event that began the run; as those of segments about properties of the contact. */
const eventConditions = [
  z
    .strictObject({
      ...eventProperty,
      op: z.enum(['eq', 'neq']).meta({ description: '`eq`: equal. `neq`: not equal.' }),
      value: scalar.meta({ description: 'Value to compare with.', examples: ['gold', 42, true] }),
    })
    .meta({ id: 'EventEqualCondition', description: 'Compares a property of the event with a value.' }),
  z
    .strictObject({
      ...eventProperty,
      op: z
        .literal('contains')
        .meta({ description: 'True if a string contains the value or a list has it as an item.' }),
      value: propertyText.min(1, 'required').meta({ description: 'String to look for.', examples: ['gold'] }),
    })
    .meta({
      id: 'EventContainsCondition',
      description: 'Checks whether a property of the event contains a string.',
    }),
  z
    .strictObject({
      ...eventProperty,
      op: z.enum(['gt', 'lt']).meta({ description: '`gt`: greater than. `lt`: less than.' }),
      value: z
        .union([propertyText, z.number()])
        .meta({ description: 'Value to compare with.', examples: [100] }),
    })
    .meta({
      id: 'EventOrderCondition',
      description: 'Checks whether a property of the event is greater or less than a value.',
    }),
  z
    .strictObject({
      ...eventProperty,
      op: z.literal('exists').meta({ description: 'Checks whether the property exists.' }),
      value: z
        .boolean()
        .default(true)
        .meta({ description: 'True: the property must exist. False: it must not. Default: true.' }),
    })
    .meta({ id: 'EventExistsCondition', description: 'Checks whether the event has a property.' }),
] as const;

/** How the run's last `wait_until` for an event ended; without one before it, neither holds. */
const waitCondition = z
  .strictObject({
    waited: z
      .enum(['event', 'timeout'])
      .meta({ description: '`event`: the event arrived. `timeout`: it did not arrive in time.' }),
  })
  .meta({ id: 'WaitCondition', description: 'How the last `wait_until` step for an event ended.' });

export const eventCondition = z.union(eventConditions, {
  error: 'not a valid condition: must be {event_property, op, value}',
});
export type EventCondition = z.output<(typeof eventConditions)[number]>;
export type WaitCondition = z.output<typeof waitCondition>;
export type AutomationCondition = SegmentCondition | EventCondition | WaitCondition;

const automationCondition = z.union([...segmentConditions, ...eventConditions, waitCondition], {
  error: 'not a valid condition: must be a segment condition, {event_property, op, value} or {waited}',
});

/** Strict, as a segment's: a key too many would lead other people another way than was meant. */
export const automationFilter = z
  .strictObject({
    all: list(automationCondition, conditionsMax).meta({
      description: 'Up to 20 conditions. All must be met.',
    }),
  })
  .meta({
    id: 'AutomationFilter',
    description: 'Conditions that must all be met.',
    examples: [{ all: [{ waited: 'timeout' }] }],
  });
