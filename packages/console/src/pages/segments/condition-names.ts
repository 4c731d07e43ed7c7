import { itemsMax } from '../../api/reads';
import { useAll } from '../../session/use-read';
import { segmentTexts as words } from '../../texts/segments';
import { exactTime } from '../../ui/time';
import { useTopicName } from '../topics/topic-select';
import { isGroup, type Condition, type ConditionItem, type ConditionNames } from './segment-conditions';

interface NamedObject {
  readonly id: string;
  readonly name: string;
}

/** Objects of a kind that conditions can name, newest first. */
export interface NamedObjects {
  readonly items: readonly NamedObject[];
  /** Whether no others exist. */
  readonly isComplete: boolean;
}

interface Enabled {
  readonly enabled?: boolean;
}

/** @param list undefined while it is loaded */
function namedObjects<Item extends { readonly id: string }>(
  list: readonly Item[] | undefined,
  nameOf: (item: Item) => string,
  isListed: (item: Item) => boolean = () => true,
): NamedObjects {
  const items = (list ?? []).filter(isListed).map((item) => ({ id: item.id, name: nameOf(item) }));
  return { items, isComplete: list !== undefined && list.length < itemsMax };
}

/** Broadcasts that have begun. */
export function useSentBroadcasts({ enabled = true }: Enabled = {}): NamedObjects {
  const { data } = useAll('/broadcasts', { enabled });
  return namedObjects(
    data,
    ({ name }) => name,
    ({ sent_at: at }) => at !== null,
  );
}

export function useForms({ enabled = true }: Enabled = {}): NamedObjects {
  const { data } = useAll('/signup-forms', { enabled });
  return namedObjects(data, ({ name }) => name);
}

/** Imports whose contacts are known, named by their file, where it has a name, and time. */
export function useImports({ enabled = true }: Enabled = {}): NamedObjects {
  const { data } = useAll('/contacts/imports', { enabled });
  return namedObjects(
    data,
    ({ filename, created_at: at, rows_read: rows }) =>
      [filename, words.importName(exactTime(at), words.importRows(rows))].filter(Boolean).join(', '),
    ({ keeps_contacts: isKnown }) => isKnown,
  );
}

/** Names of what the conditions refer to. Lists are read only where a condition needs one. */
export function useConditionNames(items: readonly ConditionItem[]): ConditionNames {
  const conditions = items.flatMap((item): readonly Condition[] =>
    isGroup(item) ? ('all' in item ? item.all : item.any) : [item],
  );
  const names = (field: 'broadcast' | 'form' | 'import') => ({
    enabled: conditions.some((condition) => field in condition),
  });
  const topic = useTopicName();
  const [broadcasts, forms] = [useSentBroadcasts(names('broadcast')), useForms(names('form'))];
  const imports = useImports(names('import'));
  return {
    topic,
    broadcast: (id) => nameIn(broadcasts, id) ?? id,
    form: (id) => nameIn(forms, id) ?? (forms.isComplete ? words.deletedObject.form : id),
    import: (id) => nameIn(imports, id) ?? (imports.isComplete ? words.deletedObject.import : id),
  };
}

export function nameIn({ items }: NamedObjects, id: string): string | undefined {
  return items.find((item) => item.id === id)?.name;
}
