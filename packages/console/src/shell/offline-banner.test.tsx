import { screen, waitFor, within } from '@testing-library/react';
import { listOf, noConnection, type Answers } from '../../test/api';
import { openConsole, session } from '../../test/open-console';

const topic = {
  ...{ slug: 'news', name: 'News', description: null, default_opt_in: false, visibility: 'public' },
  ...{ id: 'topic-1', created_at: '2026-11-20T10:00:00.000Z' },
};
const banner = /^No connection to the server/;
const words = 'The server did not answer. Check your connection, then try again.';

describe('a server that cannot be reached', () => {
  it('is said once above the page, which is read when the connection is back', async () => {
    const answers: Answers = { 'GET /topics': noConnection };
    openConsole('/topics', answers);
    await screen.findByText(words);
    expect(await screen.findAllByText(banner)).toHaveLength(1);
    // The banner asks by itself whether the server answers again.
    answers['GET /topics'] = listOf([topic]);
    await screen.findByRole('button', { name: 'News' });
    await waitFor(() => expect(screen.queryByText(banner)).toBeNull());
  });

  it('keeps what was typed when it cannot be saved, and saves it with the next try', async () => {
    const answers: Answers = {
      ...{ 'GET /topics': listOf([topic]), 'GET /topics/news': topic },
      'PATCH /topics/news': noConnection,
    };
    const { user, count } = openConsole('/topics', answers);
    await user.click(await screen.findByRole('button', { name: 'News' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit topic' }));
    const name = form.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await user.type(name, ' of today');
    answers['GET /session'] = noConnection;
    await user.click(form.getByRole('button', { name: 'Save changes' }));
    await form.findByText(words);
    expect(name.value).toBe('News of today');
    Object.assign(answers, { 'PATCH /topics/news': topic, 'GET /session': session });
    expect(count('PATCH /topics/news')).toBe(1);
    await user.click(form.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Topic saved');
    expect(count('PATCH /topics/news')).toBe(2);
  });
});
