import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers } from '../../test/api';
import { openConsole } from '../../test/open-console';

const contact = {
  ...{ id: 'c1', email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper', topics: [] },
  ...{ status: 'SUBSCRIBED', properties: { tags: ['a', 'b'] }, activity: null },
  ...{ created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' },
};
const topic = {
  ...{ id: 't1', slug: 'news', name: 'News', description: null, default_opt_in: false },
  ...{ visibility: 'public', created_at: '2026-11-20T10:00:00.000Z' },
};
const answers: Answers = {
  ...{ 'GET /topics': listOf([topic]), 'GET /contacts': listOf([contact]), 'GET /contacts/c1': contact },
  ...{ 'GET /contacts/c1/timeline': listOf([]), 'GET /contacts/c1/subscription-changes': listOf([]) },
  'GET /suppressions': listOf([]),
};
const importProgress = {
  ...{
    object: 'contact_import',
    status: 'finished',
    format: 'plain',
    rows_read: 1,
    rows_refused: 0,
    bytes: 9,
  },
  ...{ created_at: '2026-11-20T10:00:00.000Z', finished_at: '2026-11-20T10:00:00.000Z' },
};
const content = () => within(document.getElementById('content') ?? document.body);
const filtered = '?status=SUBSCRIBED';

describe('the way back to a list', () => {
  it('keeps its filters, by the link and with Escape', async () => {
    const { user } = openConsole(`/contacts${filtered}`, answers);
    for (const goBack of [
      () => user.click(content().getByRole('link', { name: 'Contacts' })),
      () => user.keyboard('{Escape}'),
    ]) {
      const table = within(await screen.findByRole('table', { name: 'Contacts' }));
      await user.click(await table.findByRole('link', { name: 'grace@example.com' }));
      await screen.findByRole('heading', { name: 'Grace Hopper', level: 1 });
      // A field that is closed covers nothing.
      await screen.findByRole('combobox', { name: 'Add a topic' });
      await goBack();
      await screen.findByRole('heading', { name: 'Contacts', level: 1 });
      await waitFor(() => expect(window.location.search).toBe(filtered));
    }
  });

  it('names each page above, and Escape opens the nearest', async () => {
    const progress = { ...importProgress, id: 'i1' };
    const { user } = openConsole('/contacts/imports/i1', {
      ...answers,
      ...{ 'GET /contacts/imports/i1': progress, 'GET /contacts/imports': listOf([progress]) },
    });
    const above = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
    expect(above.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Contacts', 'Imports']);
    await user.keyboard('{Escape}');
    await screen.findByRole('table', { name: 'Imports' });
    await user.click(content().getByRole('link', { name: 'Contacts' }));
    await screen.findByRole('table', { name: 'Contacts' });
  });

  it('is not taken by an Escape that closes a menu', async () => {
    const { user } = openConsole('/contacts/c1', answers);
    await screen.findByRole('heading', { name: 'Grace Hopper', level: 1 });
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    const [item] = await screen.findAllByRole('menuitem');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(item?.isConnected).toBe(false));
    expect(window.location.pathname).toMatch(/\/contacts\/c1$/);
  });
});
