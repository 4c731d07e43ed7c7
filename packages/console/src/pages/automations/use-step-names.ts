import type { AutomationStep } from '../../api/types';
import { useConditionNames } from '../segments/condition-names';
import { usePublishedTemplates } from '../templates/use-published-templates';
import { positionsOf } from './step-positions';
import { conditionsOfContact, type StepNames } from './step-text';

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
