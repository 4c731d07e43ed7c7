import { Postrider } from '../postrider';
import { FakePostrider } from '../testing';

const fake = new FakePostrider();
const client = new Postrider(fake.options);

beforeAll(async () => {
  for (let n = 0; n < 7; n++)
    await client.emails.send({ from: 'a@example.com', to: 'b@example.com', subject: `no. ${n}`, text: '.' });
});

test('a list is read page by page, as far as it is needed', async () => {
  const subjects: string[] = [];
  for await (const { subject } of client.emails.list({ limit: 3 })) subjects.push(subject);
  expect(subjects).toEqual(['no. 6', 'no. 5', 'no. 4', 'no. 3', 'no. 2', 'no. 1', 'no. 0']);
  expect(
    (await client.emails.list({ limit: 2 }).toArray({ limit: 3 })).map(({ subject }) => subject),
  ).toEqual(['no. 6', 'no. 5', 'no. 4']);
  expect(await client.emails.list().toArray({ limit: 0 })).toEqual([]);
});

test('a page says where the next one begins', async () => {
  const first = await client.emails.list({ limit: 4 }).page();
  expect(first.data).toHaveLength(4);
  const second = await client.emails.list({ limit: 4, cursor: first.next_cursor ?? '' }).page();
  expect([second.data.length, second.next_cursor]).toEqual([3, undefined]);
});

test('an empty page with a cursor is not the end', async () => {
  const pages = [{ data: [], next_cursor: 'x' }, { data: [{ id: 'em_1' }] }];
  const empty = new Postrider({
    ...fake.options,
    fetch: () => Promise.resolve(Response.json(pages.shift())),
  });
  expect(await empty.emails.list().toArray({ limit: 9 })).toEqual([{ id: 'em_1' }]);
});
