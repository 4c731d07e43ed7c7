import type { Versioned } from '../api/client';
import type { LastChange } from '../api/request-error';

/** What is saved, and how. */
export interface AutosaveOptions<Fields extends object, Body extends object, Stored> {
  /** Names the object and the user in the browser's storage. */
  readonly key: string;
  readonly stored: Stored;
  readonly draftOf: (stored: Stored) => Fields;
  /** The fields of an update, of which the changed ones are sent. */
  readonly bodyOf: (draft: Fields) => Body;
  /** Why the draft cannot be saved as it is; null: it can. */
  readonly problemOf?: ((draft: Fields) => string | null) | undefined;
  readonly read: () => Promise<Versioned<Stored>>;
  readonly write: (
    body: Partial<Body>,
    request: { readonly headers: { readonly 'If-Match'?: string }; readonly keepalive: boolean },
  ) => Promise<Versioned<Stored>>;
  /** After each save. */
  readonly saved?: ((stored: Stored) => void) | undefined;
  /** Default: true. */
  readonly canChange?: boolean | undefined;
  /** How long after a change it is saved; Infinity: when asked to. */
  readonly waitMs?: number | undefined;
}

/** Fields that two people, or two tabs, have changed. */
export interface Conflict<Fields> {
  readonly fields: readonly (keyof Fields)[];
  readonly mine: Fields;
  readonly theirs: Fields;
  /** Null: the API does not say who it was. */
  readonly lastChange: LastChange | null;
}

/** Whose change a conflict is with: the user's own, from another tab or window, or that of someone else. */
export function conflictAuthor(
  { lastChange }: Pick<Conflict<object>, 'lastChange'>,
  userId: string,
): 'own' | 'other' | 'unknown' {
  if (lastChange === null) return 'unknown';
  const { type, id } = lastChange.by;
  return type === 'user' && id === userId ? 'own' : 'other';
}

export interface AutosaveState<Fields> {
  readonly draft: Fields;
  readonly phase: 'saved' | 'changed' | 'saving' | 'failed' | 'conflict';
  /** When this page last saved; null: it has not. */
  readonly savedAt: number | null;
  /** Of `failed`; or what the draft lacks to be saved. */
  readonly error: unknown;
  readonly conflict: Conflict<Fields> | null;
  /** The draft is what a reload found in the browser. */
  readonly isRestored: boolean;
  readonly canUndo: boolean;
}
