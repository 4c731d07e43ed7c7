/** What was typed and not saved, kept in the browser for this tab: a reload returns it. */
export interface KeptDraft<Fields> {
  readonly draft: Fields;
  /** The saved draft that it began with. */
  readonly base: Fields;
  readonly etag: string | null;
}

const prefix = 'postrider-unsaved:';

/** Null: nothing is kept, or what is kept is of another release. */
export function keptDraft<Fields extends object>(key: string, like: Fields): KeptDraft<Fields> | null {
  const stored = sessionStorage.getItem(prefix + key);
  if (stored === null) return null;
  try {
    const kept = JSON.parse(stored) as Partial<KeptDraft<Fields>>;
    const { draft, base, etag = null } = kept;
    if (!hasFieldsOf(draft, like) || !hasFieldsOf(base, like)) return null;
    return { draft, base, etag };
  } catch {
    return null;
  }
}

/** @returns false when the browser has no room for it */
export function keepDraft<Fields extends object>(key: string, kept: KeptDraft<Fields>): boolean {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function dropKeptDraft(key: string): void {
  sessionStorage.removeItem(prefix + key);
}

/** When someone signs out, nothing of theirs stays in the tab. */
export function dropAllKeptDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

function hasFieldsOf<Fields extends object>(stored: unknown, like: Fields): stored is Fields {
  if (typeof stored !== 'object' || stored === null) return false;
  return Object.keys(like).every((name) => name in stored);
}
