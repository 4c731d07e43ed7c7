import type { Versioned } from '../api/client';
import { RequestError } from '../api/request-error';
import { Autosave } from './autosave';
import type { AutosaveOptions } from './autosave-state';

interface Draft {
  readonly name: string;
  readonly html: string;
}
interface Stored extends Draft {
  readonly count: number;
}
type Options = AutosaveOptions<Draft, Draft, Stored>;

const grace = { at: '2027-01-01T10:00:00.000Z', by: { type: 'user', id: 'u2', name: 'Grace' } } as const;
const refusal = (status: number, code: string) =>
  new RequestError({ status, code, message: `refused: ${code}`, requestId: null, lastChange: grace });

/** The API with one object. */
class Server {
  object: Stored = { name: 'May', html: '<p>Hi</p>', count: 0 };
  version = 1;
  /** Thrown instead of answering a write. */
  failure: RequestError | null = null;
  readonly writes: { body: Partial<Draft>; ifMatch: string | undefined; keepalive: boolean }[] = [];
  /** Until when writes hang. */
  gate: Promise<void> = Promise.resolve();

  answer(): Versioned<Stored> {
    return { object: this.object, etag: `"${this.version}"` };
  }

  /** A change of someone else. */
  set(changed: Partial<Stored>): void {
    this.object = { ...this.object, ...changed };
    this.version += 1;
  }

  readonly read = () => Promise.resolve(this.answer());

  readonly write: Options['write'] = async (body, { headers, keepalive }) => {
    const ifMatch = headers['If-Match'];
    this.writes.push({ body, ifMatch, keepalive });
    await this.gate;
    if (this.failure) throw this.failure;
    if (ifMatch !== undefined && ifMatch !== `"${this.version}"`) throw refusal(412, 'version_conflict');
    this.set({ ...body, ...(body.name !== undefined && { name: body.name.trim() }) });
    return this.answer();
  };

  /** An editor of the object, as a page opens it. */
  async open(options: Partial<Options> = {}): Promise<Autosave<Draft, Draft, Stored>> {
    const autosave = new Autosave<Draft, Draft, Stored>({
      ...{ key: 'user:org:/things/1', stored: this.object, read: this.read, write: this.write },
      draftOf: ({ name, html }) => ({ name, html }),
      bodyOf: (draft) => draft,
      ...options,
    });
    await autosave.learnVersion();
    return autosave;
  }
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
let server: Server;

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  server = new Server();
});
afterEach(() => jest.useRealTimers());

it('saves the changed fields of the version that is shown, a moment after the last change', async () => {
  const autosave = await server.open();
  autosave.change({ html: 'a' });
  await pass(1_400);
  autosave.change({ html: 'ab' });
  await pass(1_400);
  expect([server.writes, autosave.state().phase]).toEqual([[], 'changed']);
  await pass(100);
  expect(server.writes).toEqual([{ body: { html: 'ab' }, ifMatch: '"1"', keepalive: true }]);
  expect(autosave.state()).toMatchObject({ phase: 'saved', savedAt: Date.now(), error: null });
  autosave.change({ name: 'June' });
  await pass(1_500);
  expect(server.writes.at(-1)).toMatchObject({ body: { name: 'June' }, ifMatch: '"2"' });
});

it('saves ten seconds after the first change while the typing goes on', async () => {
  const autosave = await server.open();
  for (let second = 0; second < 10; second += 1) {
    autosave.change({ html: `${second}` });
    await pass(1_000);
  }
  expect(server.writes).toHaveLength(1);
});

it('one request is under way at a time, and what is typed meanwhile is sent after it', async () => {
  const autosave = await server.open();
  let open = (): void => undefined;
  server.gate = new Promise((resolve) => (open = resolve));
  autosave.change({ html: 'a' });
  await pass(1_500);
  autosave.change({ html: 'ab' });
  void autosave.flush();
  await pass(20_000);
  expect(server.writes).toHaveLength(1);
  open();
  await pass(0);
  expect(server.writes.map(({ body }) => body)).toEqual([{ html: 'a' }, { html: 'ab' }]);
  expect(autosave.state().phase).toBe('saved');
});

it('a body that is too large to outlive its page is sent like any other', async () => {
  const autosave = await server.open();
  autosave.change({ html: 'x'.repeat(70_000) });
  await pass(1_500);
  expect(server.writes[0]?.keepalive).toBe(false);
});

it('tries again by itself after a lost connection, with growing waits', async () => {
  const autosave = await server.open();
  server.failure = refusal(0, 'no_connection');
  autosave.change({ html: 'a' });
  await pass(1_500);
  expect(autosave.state()).toMatchObject({ phase: 'failed', draft: { html: 'a' } });
  await pass(1_000 + 2_000 + 4_000);
  expect(server.writes).toHaveLength(4);
  expect(await autosave.flush()).toBe(false);
  server.failure = null;
  await pass(30_000);
  expect([server.object.html, autosave.state().phase]).toEqual(['a', 'saved']);
});

it('does not repeat what was refused, but sends the next change', async () => {
  const autosave = await server.open();
  server.failure = refusal(422, 'validation_error');
  autosave.change({ name: '' });
  await pass(120_000);
  expect([server.writes.length, autosave.state().phase]).toEqual([1, 'failed']);
  server.failure = null;
  autosave.change({ name: 'June' });
  await pass(1_500);
  expect([server.object.name, autosave.state().phase]).toEqual(['June', 'saved']);
});

it('a draft that lacks something is not sent before it is complete', async () => {
  const autosave = await server.open({ problemOf: ({ name }) => (name === '' ? 'a name is needed' : null) });
  autosave.change({ name: '' });
  await pass(60_000);
  expect([server.writes, autosave.state().phase]).toEqual([[], 'changed']);
  expect(autosave.state().error).toMatchObject({ message: 'a name is needed' });
  expect(await autosave.flush()).toBe(false);
  autosave.change({ name: 'June' });
  await pass(1_500);
  expect(server.object.name).toBe('June');
});

it('what the API trims is neither sent again nor taken for a change of someone else', async () => {
  const autosave = await server.open();
  autosave.change({ name: 'June ' });
  await pass(60_000);
  expect([server.writes.length, server.object.name, autosave.state().draft.name]).toEqual([
    1,
    'June',
    'June ',
  ]);
  server.set({ name: 'July' });
  autosave.change({ html: 'a' });
  await pass(1_500);
  expect(autosave.state()).toMatchObject({ phase: 'saved', conflict: null, draft: { name: 'July' } });
});

describe('when someone else has changed the object', () => {
  it('changes of other fields are merged without asking', async () => {
    const autosave = await server.open();
    server.set({ html: '<p>Theirs</p>' });
    autosave.change({ name: 'June' });
    await pass(1_500);
    expect(server.object).toMatchObject({ name: 'June', html: '<p>Theirs</p>' });
    expect(autosave.state()).toMatchObject({
      phase: 'saved',
      draft: { name: 'June', html: '<p>Theirs</p>' },
    });
  });

  it('the same value is no conflict', async () => {
    const autosave = await server.open();
    server.set({ html: 'same' });
    autosave.change({ html: 'same' });
    await pass(1_500);
    expect(autosave.state()).toMatchObject({ phase: 'saved', conflict: null });
  });

  it.each([
    ['mine', '<p>Mine</p>'],
    ['theirs', '<p>Theirs</p>'],
  ] as const)('a field that both have changed waits for a choice: %s', async (choice, html) => {
    const autosave = await server.open();
    server.set({ html: '<p>Theirs</p>' });
    autosave.change({ html: '<p>Mine</p>', name: 'June' });
    await pass(60_000);
    expect(server.object).toMatchObject({ html: '<p>Theirs</p>', name: 'May' });
    expect(autosave.state()).toMatchObject({
      phase: 'conflict',
      conflict: {
        ...{ fields: ['html'], lastChange: grace },
        ...{ mine: { html: '<p>Mine</p>' }, theirs: { html: '<p>Theirs</p>' } },
      },
    });
    expect(await autosave.flush()).toBe(false);
    autosave.resolve(choice);
    await pass(0);
    expect(server.object).toMatchObject({ html, name: 'June' });
    expect(autosave.state()).toMatchObject({ phase: 'saved', conflict: null, draft: { html } });
  });

  it('a page that edits nothing shows the change, and one that edits keeps its text', async () => {
    const [idle, editing] = [await server.open(), await server.open({ key: 'other' })];
    editing.change({ name: 'June' });
    server.set({ name: 'Theirs' });
    for (const each of [idle, editing]) each.refresh(server.object);
    expect([idle.state().draft.name, editing.state().draft.name]).toEqual(['Theirs', 'June']);
    await pass(0);
    idle.change({ html: 'a' });
    await pass(1_500);
    expect(server.writes.at(-1)).toMatchObject({ body: { html: 'a' }, ifMatch: '"2"' });
  });
});

describe('a page that is opened again', () => {
  it('returns what was not saved, and saves it', async () => {
    server.failure = refusal(0, 'no_connection');
    (await server.open()).change({ html: 'typed' });
    server.failure = null;
    const again = await server.open();
    expect(again.state()).toMatchObject({ isRestored: true, draft: { html: 'typed' } });
    await pass(1_500);
    expect([server.object.html, again.state().isRestored]).toEqual(['typed', false]);
    expect((await server.open()).state().isRestored).toBe(false);
  });

  it('asks when the same field was changed meanwhile', async () => {
    (await server.open()).change({ html: 'mine' });
    jest.clearAllTimers();
    server.set({ html: 'theirs' });
    const again = await server.open();
    await pass(1_500);
    expect(again.state()).toMatchObject({
      phase: 'conflict',
      conflict: { fields: ['html'], lastChange: grace },
    });
    expect(server.object.html).toBe('theirs');
  });

  it('begins with what is saved when the rest is discarded', async () => {
    (await server.open()).change({ html: 'typed' });
    jest.clearAllTimers();
    const again = await server.open();
    again.discard();
    await pass(60_000);
    expect([again.state().draft.html, server.writes]).toEqual(['<p>Hi</p>', []]);
    expect((await server.open()).state().isRestored).toBe(false);
  });

  it('leaves alone what another user has typed, and what cannot be read', async () => {
    (await server.open()).change({ html: 'typed' });
    jest.clearAllTimers();
    expect((await server.open({ key: 'another' })).state().isRestored).toBe(false);
    for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, '{"draft":{"name":"x"}}');
    expect((await server.open()).state()).toMatchObject({ isRestored: false, draft: { name: 'May' } });
  });
});

it('takes the last saves back, one after the other', async () => {
  const autosave = await server.open();
  for (const html of ['a', 'b']) {
    autosave.change({ html });
    await pass(1_500);
  }
  const saved: string[] = [];
  for (let time = 1; time <= 2; time += 1) {
    autosave.undo();
    await pass(0);
    saved.push(server.object.html);
  }
  expect(saved).toEqual(['a', '<p>Hi</p>']);
  expect(autosave.state()).toMatchObject({ phase: 'saved', canUndo: false });
});

it('a draft whose object a program changes all the time is given up', async () => {
  const autosave = await server.open();
  autosave.change({ name: 'June' });
  server.failure = refusal(412, 'version_conflict');
  await pass(1_500);
  expect([server.writes.length, autosave.state().phase]).toEqual([5, 'failed']);
});
