import type { Differences, Sides } from '../../saving/differences';
import { TextDifference } from '../../saving/text-difference';
import { broadcastTexts } from '../../texts/broadcasts';
import { useSegments } from '../segments/segment-select';
import { usePublishedTemplates } from '../templates/use-published-templates';
import { TopicsDifference } from '../topics/topics-difference';
import type { BroadcastDraft } from './broadcast-draft';

const { draftFields: words } = broadcastTexts;

/** Of a broadcast that was changed in two places. */
export const broadcastDifferences: Differences<BroadcastDraft> = {
  segment: SegmentDifference,
  topic: ({ before, after }) => <TopicsDifference before={[before]} after={[after]} />,
  templateId: TemplateDifference,
};

function SegmentDifference(sides: Sides<string>) {
  return <NameDifference {...sides} label={words.segment} named={useSegments()} />;
}

function TemplateDifference(sides: Sides<string>) {
  return <NameDifference {...sides} label={words.templateId} named={usePublishedTemplates()} />;
}

function NameDifference({
  before,
  after,
  label,
  named,
}: Sides<string> & {
  readonly label: string;
  readonly named: readonly { readonly id: string; readonly name: string }[];
}) {
  const nameOf = (id: string) => named.find((each) => each.id === id)?.name ?? id;
  return <TextDifference label={label} before={nameOf(before)} after={nameOf(after)} language="text" />;
}
