import { useRead } from '../../session/use-read';
import type { AutomationStep } from '../../api/types';
import { useConditionNames } from '../segments/condition-names';
import { positionsOf } from './step-positions';
import { conditionsOfContact, type StepNames } from './step-text';

/** The first hundred published templates. */
export function usePublishedTemplates() {
  const { data } = useRead('/templates', { query: { status: 'published', limit: 100 } });
  return data?.data ?? [];
}

/** Names of what steps refer to; an id or a slug where the name is not known. */
export function useStepNames(steps: readonly AutomationStep[]): StepNames {
  const templates = usePublishedTemplates();
  const conditions = positionsOf(steps).flatMap(([, step]) => conditionsOfContact(step));
  return {
    ...useConditionNames(conditions),
    template: (named) => {
      const found = templates.find(({ id, slug }) => id === named || slug === named);
      return found === undefined || found.name === '' ? (found?.slug ?? named) : found.name;
    },
  };
}
