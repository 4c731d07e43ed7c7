import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers, type ApiRequest } from '../../../test/api';
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
