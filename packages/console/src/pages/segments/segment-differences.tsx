import type { Differences, Sides } from '../../saving/differences';
import { TextDifference } from '../../saving/text-difference';
import { segmentTexts } from '../../texts/segments';
import { useConditionNames } from './condition-names';
import { sentenceOf, type ConditionItem } from './segment-conditions';

/** Of a segment that was changed in two places. */
export const segmentDifferences: Differences<Record<'all' | 'any', readonly ConditionItem[]>> = {
  all: (sides) => <ConditionsDifference {...sides} label={segmentTexts.draftFields.all} />,
  any: (sides) => <ConditionsDifference {...sides} label={segmentTexts.draftFields.any} />,
};

function ConditionsDifference({
  before,
  after,
  label,
}: Sides<readonly ConditionItem[]> & { readonly label: string }) {
  const names = useConditionNames([...before, ...after]);
  const textOf = (items: readonly ConditionItem[]) => items.map((item) => sentenceOf(item, names)).join('\n');
  return <TextDifference label={label} before={textOf(before)} after={textOf(after)} language="text" />;
}
