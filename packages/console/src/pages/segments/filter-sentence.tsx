import { useConditionNames } from './condition-names';
import { filterSentence, type EditedFilter } from './segment-conditions';

/** The conditions of a segment in words, with the names of what they refer to. */
export function FilterSentence({ filter }: { readonly filter: EditedFilter }) {
  return filterSentence(filter, useConditionNames([...filter.all, ...filter.any]));
}
