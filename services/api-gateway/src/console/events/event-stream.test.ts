import { createEventStream, type EventStream } from './event-stream';

const reader = { sessionId: 's', organizationId: 'o', domainIds: null };
/** Later each time by more than a heartbeat. */
let nowMs = 0;
const later = (): number => (nowMs += 60_000);

const open = async (domainIds: readonly string[] | null = null) => {
  const stream = createEventStream({ ...reader, domainIds }, 0);
  const pieces = stream.pieces[Symbol.asyncIterator]();
  expect((await pieces.next()).value).toMatch(/^retry: /);
  return { stream, pieces };
};
const nextOf = async (pieces: AsyncIterator<string>, stream: EventStream): Promise<unknown> => {
  const next = pieces.next();
  stream.tick(later());
  const text = String((await next).value);
  return text.startsWith('data: ') ? JSON.parse(text.slice('data: '.length)) : text;
};

it('sends each change once however often it comes, and a comment when there is none', async () => {
  const { stream, pieces } = await open();
  for (let time = 0; time < 3; time += 1) stream.add(['email', 'a', 'd']);
  stream.add(['email', 'b', 'd']);
  expect(await nextOf(pieces, stream)).toEqual([
    { kind: 'email', id: 'a' },
    { kind: 'email', id: 'b' },
  ]);
  expect(await nextOf(pieces, stream)).toBe(': \n\n');
});

it('a browser that does not read holds no more than some ids', async () => {
  const { stream, pieces } = await open();
  for (let n = 0; n < 100_000; n += 1) stream.add(['email', `${n}`, 'd']);
  stream.tick(later());
  expect(await nextOf(pieces, stream)).toEqual([{ kind: 'email', id: null }]);
});

it('shows only changes of the domains that the reader may see, as they are now', async () => {
  const { stream, pieces } = await open(['one']);
  stream.add(['email', 'a', 'one']);
  stream.add(['email', 'b', 'other']);
  expect(await nextOf(pieces, stream)).toEqual([{ kind: 'email', id: 'a' }]);
  stream.limitTo(['other']);
  stream.add(['email', 'c', 'one']);
  expect(await nextOf(pieces, stream)).toBe(': \n\n');
});

it('a stream that waits for events can be ended', async () => {
  const { stream, pieces } = await open();
  const next = pieces.next();
  stream.end();
  expect(await next).toMatchObject({ done: true });
});
