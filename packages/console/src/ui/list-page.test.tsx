import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers } from '../../test/api';
import { chooseAction } from '../../test/choose-action';
import { openConsole, session } from '../../test/open-console';

const answers: Answers = {
  ...{ 'GET /automations': listOf([]), 'GET /broadcasts': listOf([]), 'GET /contacts': listOf([]) },
  ...{ 'GET /segments': listOf([]), 'GET /templates': listOf([]), 'GET /topics': listOf([]) },
  ...{ 'GET /domains': listOf([]), 'GET /signup-forms': listOf([]), 'GET /webhooks': listOf([]) },
};
const startWith = async () => within(await screen.findByRole('list', { name: 'Start with' }));

describe('an empty list', () => {
  it.each([
    ['/segments', 'No segments', 'Create segment'],
    ['/topics', 'No topics', 'Create topic'],
    ['/signup-forms', 'No signup forms', 'Create form'],
    ['/broadcasts', 'No broadcasts', 'Create broadcast'],
  ])('of %s begins the task, without a request of the API', async (address, title, action) => {
    openConsole(address, answers);
    const heading = await screen.findByRole('heading', { name: title });
    const empty = within(heading.parentElement as HTMLElement);
    empty.getByText(action);
    expect(screen.queryByText(/curl/)).toBeNull();
  });

  it('has the request that adds to it in the menu of the page', async () => {
    const { user } = openConsole('/segments', answers);
    await screen.findByRole('heading', { name: 'No segments' });
    await chooseAction(user, 'API request');
    const dialog = within(await screen.findByRole('dialog', { name: 'Same request with the API' }));
    await dialog.findByRole('region', { name: 'GET /segments' });
    await dialog.findByRole('region', { name: 'POST /segments' });
  });

  it('shows developers that request', async () => {
    openConsole('/webhooks', answers);
    await screen.findByRole('heading', { name: 'No webhook endpoints' });
    await screen.findByText(/curl -X POST/);
  });

  it('offers those who may not create anything no way to begin', async () => {
    const [organization] = session.organizations;
    const viewer = { ...session, organizations: [{ ...organization, role: 'viewer' }] };
    openConsole('/automations', { ...answers, 'GET /session': viewer });
    await screen.findByRole('heading', { name: 'No automations' });
    expect(screen.queryByRole('list', { name: 'Start with' })).toBeNull();
    expect(screen.queryByText('Create automation')).toBeNull();
  });

  it('leads to the other ways to get contacts', async () => {
    const { user } = openConsole('/contacts', answers);
    await user.click((await startWith()).getByRole('link', { name: /^Import a file/ }));
    await screen.findByRole('heading', { name: 'Import contacts', level: 1 });
  });
});

it('a list whose filters match nothing says so, and clears them', async () => {
  const { user } = openConsole('/broadcasts?status=sent&search=may', answers);
  const heading = await screen.findByRole('heading', { name: 'No broadcasts found' });
  const empty = within(heading.parentElement as HTMLElement);
  await user.click(empty.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(window.location.search).toBe(''));
  await screen.findByRole('heading', { name: 'No broadcasts' });
});

describe('a recipe', () => {
  it('creates a welcome series as a draft, with emails to be edited', async () => {
    const { user, requests } = openConsole('/automations', {
      ...answers,
      'GET /domains': listOf([
        { id: 'd1', name: 'news.example.com', status: 'verified', stream: 'bulk', records: [] },
      ]),
      'POST /automations': { id: 'a1', name: 'Welcome series' },
    });
    await user.click((await startWith()).getByRole('button', { name: /^Welcome series/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create automation' }));
    await waitFor(() => expect(requests.some(({ path }) => path === '/domains')).toBe(true));
    await user.click(dialog.getByRole('button', { name: 'Create automation' }));
    await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
    const { body } = requests.find(({ method }) => method === 'POST') ?? {};
    expect(body).toMatchObject({
      ...{ name: 'Welcome series', status: 'paused', steps: [] },
      draft: {
        trigger: { event: 'contact.subscribed' },
        steps: [
          { type: 'send', from: 'Acme <news@news.example.com>', subject: 'Welcome' },
          { type: 'wait', duration: '2d' },
          { type: 'send', subject: 'Where to begin' },
          { type: 'wait', duration: '3d' },
          { type: 'send', subject: 'Do you have a question?' },
        ],
      },
    });
  });

  it('begins a newsletter with its name and subject', async () => {
    const { user } = openConsole('/broadcasts', answers);
    await user.click((await startWith()).getByRole('link', { name: /^Newsletter/ }));
    await screen.findByRole('heading', { name: 'New broadcast', level: 1 });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Newsletter');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('What is new');
    // There is nothing to choose from yet.
    await screen.findByRole('link', { name: 'Create the first segment' });
    await screen.findByRole('link', { name: 'Create the first topic' });
  });

  it('begins a template with what was chosen, and an empty one after that', async () => {
    const { user } = openConsole('/templates', answers);
    const slug = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Slug' });
    await user.click((await startWith()).getByRole('button', { name: /^Receipt/ }));
    expect((await slug()).value).toBe('receipt');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getAllByRole('button', { name: 'Create template' })[0] as HTMLElement);
    expect((await slug()).value).toBe('');
  });

  it('begins a template with blocks, variables and a subject', async () => {
    const { user, requests } = openConsole('/templates', { ...answers, 'POST /templates': { id: 't1' } });
    await user.click((await startWith()).getByRole('button', { name: /^Password reset/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create template' }));
    await user.click(dialog.getByRole('button', { name: 'Create template' }));
    await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
    const { body } = requests.find(({ method }) => method === 'POST') ?? {};
    expect(body).toMatchObject({
      slug: 'password-reset',
      subject: 'Reset your password',
      document: { blocks: expect.arrayContaining([expect.objectContaining({ link: '{{ reset_url }}' })]) },
      variables: [{ key: 'reset_url' }, { key: 'valid_for', fallback: 'one hour' }],
    });
  });
});
