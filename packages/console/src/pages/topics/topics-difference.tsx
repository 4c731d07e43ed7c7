import type { Sides } from '../../saving/differences';
import { TextDifference } from '../../saving/text-difference';
import { topicTexts as words } from '../../texts/contacts';
import { useTopicName } from './topic-select';

/** Topics of two versions by their names. */
export function TopicsDifference({ before, after }: Sides<readonly string[]>) {
  const nameOf = useTopicName();
  const textOf = (slugs: readonly string[]) => slugs.map(nameOf).join('\n');
  return <TextDifference label={words.title} before={textOf(before)} after={textOf(after)} language="text" />;
}
