import { screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers, type ApiRequest } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const url = 'https://links.example.com/a/news-3f9c2a7be01d4c55';
const topic = {
  ...{ id: 'topic-1', slug: 'news', name: 'News', description: null, default_opt_in: false },
  ...{ visibility: 'public', archive: false, archive_url: null, created_at: '2026-11-20T10:00:00.000Z' },
};

it('an archive is turned on in the form of a topic, which then leads to it', async () => {
  const held: { topic: object } = { topic };
  const answers: Answers = {
    'GET /topics': () => listOf([held.topic]),
    'GET /topics/news': () => held.topic,
    'POST /segments/preview': { contact_count: 0, samples: [] },
    'PATCH /topics/news': ({ body }: ApiRequest) => {
      held.topic = { ...held.topic, ...(body as object), archive_url: url };
      return held.topic;
    },
  };
  const { user } = openConsole('/topics', answers);
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'News' }));
    return within(await screen.findByRole('dialog', { name: 'Edit topic' }));
  };
  const before = await open();
  expect(before.queryByRole('link', { name: 'Open archive page' })).toBeNull();
  await user.click(before.getByRole('checkbox', { name: 'Archive page' }));
  await user.click(before.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(held.topic).toMatchObject({ archive: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const after = await open();
  expect(after.getByRole('link', { name: 'Open archive page' }).getAttribute('href')).toBe(url);
  after.getByRole('button', { name: 'Copy address' });
});

it('the list counts the subscribers of one topic after the other', async () => {
  const counted: unknown[] = [];
  const held = Promise.withResolvers<object>();
  const answers: Answers = {
    'GET /topics': listOf([
      topic,
      { ...topic, id: 'topic-3', slug: 'gone', name: 'Gone' },
      { ...topic, id: 'topic-2', slug: 'offers', name: 'Offers' },
    ]),
    'POST /segments/preview': ({ body }: ApiRequest) => {
      counted.push(body);
      if (counted.length === 1) return held.promise;
      return counted.length === 2 ? new Refusal(422, 'unknown_topic') : { contact_count: 7, samples: [] };
    },
  };
  openConsole('/topics', answers);
  const cells = async (row: RegExp) =>
    within(await screen.findByRole('row', { name: row }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(await cells(/News/)).toContain('Counting…');
  await waitFor(() => expect(counted).toHaveLength(1));
  held.resolve({ contact_count: 1_204, samples: [] });
  await waitFor(async () => expect(await cells(/News/)).toContain('1,204'));
  await waitFor(async () => expect(await cells(/Offers/)).toContain('7'));
  expect(await cells(/Gone/)).toContain('–');
  expect(counted).toEqual(
    ['news', 'gone', 'offers'].map((slug) => ({
      filter: { all: [{ status: 'SUBSCRIBED' }, { topic: slug, state: 'SUBSCRIBED' }] },
    })),
  );
});

it('says how many contacts get a broadcast to the topic, and leads to them', async () => {
  const counts = [null, 1_204];
  const answers: Answers = {
    'GET /topics': listOf([topic]),
    'GET /contacts': listOf([]),
    'POST /segments/preview': () => ({ contact_count: counts.shift(), samples: [] }),
  };
  const { user, requests } = openConsole('/topics', answers);
  await user.click(await screen.findByRole('button', { name: 'News' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit topic' }));
  await dialog.findByText(/^Counting…/);
  await dialog.findByText(/^1,204 subscribers/);
  expect(requests.findLast(({ path }) => path === '/segments/preview')?.body).toEqual({
    filter: { all: [{ status: 'SUBSCRIBED' }, { topic: 'news', state: 'SUBSCRIBED' }] },
  });
  await user.click(dialog.getByRole('link', { name: 'View contacts' }));
  await screen.findByRole('heading', { name: 'Contacts' });
  const { query } = requests.findLast(({ path }) => path === '/contacts') ?? {};
  expect([query?.get('topic'), query?.get('status')]).toEqual(['news', 'SUBSCRIBED']);
});
