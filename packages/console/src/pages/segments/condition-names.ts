import { useRead } from '../../session/use-read';
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

const listMax = 100;
interface Enabled {
  readonly enabled?: boolean;
}

interface ListAnswer<Item> {
  readonly data: readonly Item[];
  readonly next_cursor?: string | undefined;
}

function namedObjects<Item extends { readonly id: string }>(
  answer: ListAnswer<Item> | undefined,
  nameOf: (item: Item) => string,
): NamedObjects {
  const items = (answer?.data ?? []).map((item) => ({ id: item.id, name: nameOf(item) }));
  return { items, isComplete: answer !== undefined && answer.next_cursor === undefined };
}

/** Broadcasts that have begun. */
export function useSentBroadcasts({ enabled = true }: Enabled = {}): NamedObjects {
  const { data } = useRead('/broadcasts', { query: { limit: listMax } }, { enabled });
  const { items, isComplete } = namedObjects(data, ({ name }) => name);
  const sent = new Set(data?.data.filter(({ sent_at: at }) => at !== null).map(({ id }) => id));
  return { items: items.filter(({ id }) => sent.has(id)), isComplete };
}

export function useForms({ enabled = true }: Enabled = {}): NamedObjects {
  const { data } = useRead('/signup-forms', { query: { limit: listMax } }, { enabled });
  return namedObjects(data, ({ name }) => name);
}

/** Imports whose contacts are known, named by their file, where it has a name, and time. */
export function useImports({ enabled = true }: Enabled = {}): NamedObjects {
  const { data } = useRead('/contacts/imports', { query: { limit: listMax } }, { enabled });
  const known = data && { ...data, data: data.data.filter(({ keeps_contacts: isKnown }) => isKnown) };
  return namedObjects(known, ({ filename, created_at: at, rows_read: rows }) =>
    [filename, words.importName(exactTime(at), words.importRows(rows))].filter(Boolean).join(', '),
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
