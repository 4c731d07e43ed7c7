import type { Versioned } from '../api/client';
import { hasCode, RequestError, type LastChange } from '../api/request-error';
import type { AutosaveOptions, AutosaveState } from './autosave-state';
import { dropKeptDraft, keepDraft, keptDraft } from './kept-drafts';
import { changedFields, isSameDraft, mergeDrafts, pickFields } from './merge-drafts';

const defaultWaitMs = 1_500;
/** While someone types without a pause. */
const waitMsMax = 10_000;
/** Between two copies of the draft in the browser's storage, which may have a megabyte. */
const keepMs = 500;
const retryMs = 1_000;
const retryMsMax = 30_000;
/** Browsers refuse larger bodies of requests that outlive their page. */
const keepaliveBytesMax = 60_000;
/** Of saves that can be undone. A draft may have a megabyte. */
const undoMax = 20;
/** Another change between reading and writing comes from a program in a loop. */
const attemptsMax = 5;

/**
 * Saves a draft while it is edited. One request is under way at a time; it has the changed fields and names the version that they are
 * changes of. Changes of others are merged in unless they are of the same field. States: `saved` → change → `changed` → (pause, or flush) → `saving` →
 * `saved`, or `failed` (tried again if it may succeed), or `conflict` (until it is resolved).
 */
export class Autosave<Fields extends object, Body extends object, Stored> {
  readonly #options: AutosaveOptions<Fields, Body, Stored>;
  readonly #listeners = new Set<() => void>();
  #state: AutosaveState<Fields>;
  /** The draft as it was last sent or read. */
  #base: Fields;
  /** The same as the API shows it, which may have trimmed it. */
  #shown: Fields;
  #etag: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstChangeAt: number | null = null;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #keptAt = 0;
  #running: Promise<void> | null = null;
  #failures = 0;
  #undo: Partial<Fields>[] = [];
  #isUndoing = false;

  constructor(options: AutosaveOptions<Fields, Body, Stored>) {
    this.#options = options;
    const base = options.draftOf(options.stored);
    this.#base = base;
    this.#shown = base;
    this.#state = {
      ...{ draft: base, phase: 'saved', savedAt: null, error: null },
      ...{ conflict: null, isRestored: false, canUndo: false },
    };
    this.#restore();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): AutosaveState<Fields> => this.#state;

  /** Whether something would be lost if the page ended now. */
  get isUnsaved(): boolean {
    return !isSameDraft(this.#state.draft, this.#base);
  }

  change(changed: Partial<Fields>): void {
    const draft = { ...this.#state.draft, ...changed };
    if (this.#options.canChange === false || isSameDraft(draft, this.#state.draft)) return;
    const phase = this.#state.conflict ? 'conflict' : this.#running ? 'saving' : 'changed';
    this.#set({ draft, phase, error: null });
    this.#keepSoon();
    this.#schedule();
  }

  /** Learns the version of what is shown, so that a save can name it. */
  async learnVersion(): Promise<void> {
    const found = await this.#options.read().catch(() => null);
    if (found === null || this.#running || this.#etag !== null) return;
    if (isSameDraft(this.#options.draftOf(found.object), this.#shown)) this.#etag = found.etag;
  }

  /** What a page has read again. A draft that is being edited stays: its save finds the change. */
  refresh(stored: Stored): void {
    const draft = this.#options.draftOf(stored);
    if (this.#running || this.isUnsaved || isSameDraft(draft, this.#shown)) return;
    this.#base = draft;
    this.#shown = draft;
    this.#etag = null;
    this.#undo = [];
    this.#set({ draft, canUndo: false });
    void this.learnVersion();
  }

  /** Saves now what is not saved. @returns whether all is saved */
  async flush({ keepalive = true }: { readonly keepalive?: boolean } = {}): Promise<boolean> {
    this.#clearTimer();
    if (this.isUnsaved) this.#keep();
    while (this.#running) await this.#running;
    if (this.isUnsaved && this.#state.conflict === null) await this.#run(keepalive);
    return !this.isUnsaved;
  }

  /** Takes the last save back, which is saved like any change. */
  undo(): void {
    const before = this.#undo.pop();
    if (before === undefined || this.isUnsaved) return;
    this.change(before);
    this.#isUndoing = this.isUnsaved;
    this.#set({ canUndo: this.#undo.length > 0, isRestored: false });
    void this.flush();
  }

  /** Gives up what is not saved. */
  discard(): void {
    this.#clearTimer();
    dropKeptDraft(this.#options.key);
    this.#failures = 0;
    this.#base = this.#shown;
    this.#set({ draft: this.#shown, phase: 'saved', error: null, conflict: null, isRestored: false });
  }

  resolve(choice: 'mine' | 'theirs'): void {
    const { conflict, draft } = this.#state;
    if (conflict === null) return;
    const chosen = choice === 'mine' ? {} : pickFields(conflict.theirs, conflict.fields);
    this.#set({ draft: { ...draft, ...chosen }, conflict: null });
    this.#settle();
    void this.flush();
  }

  /** The timers end. */
  dispose(): void {
    clearTimeout(this.#keepTimer);
    this.#clearTimer();
  }

  #restore(): void {
    const kept = keptDraft(this.#options.key, this.#base);
    if (kept === null) return;
    if (isSameDraft(kept.draft, this.#base)) {
      dropKeptDraft(this.#options.key);
      return;
    }
    const merged = mergeDrafts(kept.base, kept.draft, this.#base);
    if (merged.conflicts.length === 0) {
      this.#set({ draft: merged.draft, isRestored: !isSameDraft(merged.draft, this.#base) });
      if (isSameDraft(kept.base, this.#base)) this.#etag = kept.etag;
    } else {
      // Its version is old: the save learns who has changed it.
      this.#base = kept.base;
      this.#shown = kept.base;
      this.#etag = kept.etag;
      this.#set({ draft: kept.draft, isRestored: true });
    }
    this.#settle();
  }

  #schedule(delayMs = this.#options.waitMs ?? defaultWaitMs): void {
    if (this.#running || this.#state.conflict) return;
    this.#firstChangeAt ??= Date.now();
    const latest = this.#firstChangeAt + Math.max(waitMsMax, delayMs);
    clearTimeout(this.#timer);
    if (delayMs === Infinity) return;
    this.#timer = setTimeout(() => void this.flush(), Math.max(0, Math.min(delayMs, latest - Date.now())));
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#firstChangeAt = null;
  }

  async #run(keepalive: boolean): Promise<void> {
    const run = this.#save(keepalive).finally(() => {
      this.#running = null;
    });
    this.#running = run;
    await run;
    this.#settle();
  }

  /** Never rejects: a failure is in the state. */
  async #save(keepalive: boolean): Promise<void> {
    const problem = this.#options.problemOf?.(this.#state.draft) ?? null;
    if (problem !== null) return this.#set({ error: new IncompleteDraft(problem) });
    this.#set({ phase: 'saving' });
    try {
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        if (this.#etag === null && !this.#take(await this.#options.read(), null)) return;
        if (!this.isUnsaved || (await this.#send(keepalive))) return;
      }
      throw new Error('The object is being changed by a program.');
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @returns false when another version was found: it is merged in, and the rest is to be sent again */
  async #send(keepalive: boolean): Promise<boolean> {
    const { write, bodyOf, draftOf } = this.#options;
    const sent = this.#state.draft;
    const body = bodyOf(sent);
    const changed = pickFields(body, changedFields(bodyOf(this.#base), body));
    if (Object.keys(changed).length === 0) {
      this.#base = sent;
      this.#set({ error: null });
      return true;
    }
    const isSmall = JSON.stringify(changed).length < keepaliveBytesMax;
    try {
      const headers = this.#etag === null ? {} : { 'If-Match': this.#etag };
      const { object, etag } = await write(changed, { headers, keepalive: keepalive && isSmall });
      this.#note(sent);
      this.#base = sent;
      this.#shown = draftOf(object);
      this.#etag = etag;
      this.#failures = 0;
      this.#set({ savedAt: Date.now(), error: null, isRestored: false });
      this.#options.saved?.(object);
      return true;
    } catch (error) {
      if (!hasCode(error, 'version_conflict')) throw error;
      const { lastChange } = error as RequestError;
      return !this.#take(await this.#options.read(), lastChange);
    }
  }

  /** Merges another version in. @returns false when someone has to choose */
  #take({ object, etag }: Versioned<Stored>, lastChange: LastChange | null): boolean {
    const theirs = this.#options.draftOf(object);
    this.#etag = etag;
    if (isSameDraft(theirs, this.#shown)) return true;
    const edited = changedFields(this.#base, this.#state.draft);
    // What the API has only written differently, trimmed for example, is no change of mine.
    const mine = { ...this.#shown, ...pickFields(this.#state.draft, edited) };
    const { draft, conflicts } = mergeDrafts(this.#shown, mine, theirs);
    this.#base = theirs;
    this.#shown = theirs;
    this.#undo = [];
    const conflict = conflicts.length === 0 ? null : { fields: conflicts, mine, theirs, lastChange };
    this.#set({ draft, conflict, error: null, canUndo: false });
    return conflict === null;
  }

  /** What a save has changed, for undoing it. */
  #note(sent: Fields): void {
    if (!this.#isUndoing) {
      this.#undo.push(pickFields(this.#base, changedFields(this.#base, sent)));
      if (this.#undo.length > undoMax) this.#undo.shift();
    }
    this.#isUndoing = false;
    this.#set({ canUndo: this.#undo.length > 0 });
  }

  #fail(error: unknown): void {
    this.#isUndoing = false;
    this.#failures += 1;
    this.#set({ error });
  }

  /** After a save, or a change by someone else: what is shown, kept and tried again. */
  #settle(): void {
    const { error, conflict } = this.#state;
    if (!this.isUnsaved) {
      dropKeptDraft(this.#options.key);
      this.#clearTimer();
      this.#set({ phase: 'saved', error: null, isRestored: false });
      return;
    }
    this.#keep();
    if (conflict !== null) this.#set({ phase: 'conflict' });
    else if (error instanceof IncompleteDraft) this.#set({ phase: 'changed' });
    else if (error === null) {
      this.#set({ phase: 'changed' });
      this.#schedule();
    } else {
      this.#set({ phase: 'failed' });
      if (mayPass(error))
        this.#timer = setTimeout(
          () => void this.flush(),
          Math.min(retryMsMax, retryMs * 2 ** Math.min(this.#failures - 1, 5)),
        );
    }
  }

  /** At once, and while the typing goes on twice a second. */
  #keepSoon(): void {
    this.#keepTimer ??= setTimeout(() => {
      if (this.isUnsaved) this.#keep();
    }, keepMs);
    if (Date.now() - this.#keptAt >= keepMs) this.#keep();
  }

  #keep(): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    this.#keptAt = Date.now();
    keepDraft(this.#options.key, { draft: this.#state.draft, base: this.#base, etag: this.#etag });
  }

  #set(changed: Partial<AutosaveState<Fields>>): void {
    this.#state = { ...this.#state, ...changed };
    for (const listener of this.#listeners) listener();
  }
}

/** The draft cannot be saved before more is filled in. */
class IncompleteDraft extends Error {
  override readonly name = 'IncompleteDraft';
}

/** Whether the same request may succeed later. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  const { status } = error;
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
}
