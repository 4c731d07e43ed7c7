import { z } from 'zod';
import { countOrNull, createdAt, line, objectName, timeOrNull } from '../fields/fields';
import { list } from '../fields/list';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import {
  conditionsMax,
  faultOf,
  segmentCondition,
  segmentConditions,
  type SegmentCondition,
} from './segment-condition';

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
