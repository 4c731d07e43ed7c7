import { useRead } from '../../session/use-read';
import { useTopicName } from '../../ui/topic-select';
import type { StepNames } from './step-text';

/** The first hundred published templates. */
export function usePublishedTemplates() {
  const { data } = useRead('/templates', { query: { status: 'published', limit: 100 } });
  return data?.data ?? [];
}

/** Names of what steps refer to; an id or a slug where the name is not known. */
export function useStepNames(): StepNames {
  const templates = usePublishedTemplates();
  return {
    topic: useTopicName(),
    template: (named) => {
      const found = templates.find(({ id, slug }) => id === named || slug === named);
      return found === undefined || found.name === '' ? (found?.slug ?? named) : found.name;
    },
  };
}
