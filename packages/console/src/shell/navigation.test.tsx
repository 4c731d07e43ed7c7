import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers } from '../../test/api';
import { openConsole, session } from '../../test/open-console';

const topics = { 'GET /topics': listOf([]), 'GET /segments': listOf([]), 'GET /members': listOf([]) };
const navigation = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

describe('the navigation', () => {
  it('folds a group but for the page that is open, and remembers it', async () => {
    const { user } = openConsole('/topics', topics);
    const group = (await navigation()).getByRole('button', { name: 'Audience' });
    expect(group.getAttribute('aria-expanded')).toBe('true');
    await user.click(group);
    expect(group.getAttribute('aria-expanded')).toBe('false');
    const entries = within((await navigation()).getByRole('list', { name: 'Audience' }));
    expect(entries.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Topics']);
    expect(localStorage.getItem('postrider-folded-groups')).toBe('["Audience"]');
  });

  it('shows the settings as one entry, whose tabs are pages', async () => {
    openConsole('/members', { ...topics, 'GET /invitations': listOf([]) });
    const entry = (await navigation()).getByRole('link', { name: 'Settings' });
    expect(entry.getAttribute('aria-current')).toBe('page');
    const tabs = within(await screen.findByRole('navigation', { name: 'Settings pages' }));
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      ...['Organization', 'Branding', 'Members', 'Clients', 'Usage', 'Audit log'],
    ]);
    expect(tabs.getByRole('link', { name: 'Members' }).getAttribute('aria-current')).toBe('page');
    expect(tabs.getByRole('link', { name: 'Organization' }).getAttribute('aria-current')).toBeNull();
  });

  it('of operators leads back to the organization', async () => {
    const { user } = openConsole('/operator/users', {
      ...topics,
      'GET /operator/users': listOf([]),
    });
    const own = await navigation();
    await own.findByRole('button', { name: 'Infrastructure' });
    expect(own.queryByRole('button', { name: 'Audience' })).toBeNull();
    await user.click(own.getByRole('link', { name: 'Back to Acme' }));
    await (await navigation()).findByRole('button', { name: 'Audience' });
  });
});

describe('the command palette', () => {
  const contact = {
    ...{ id: 'c1', email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper' },
    ...{ status: 'SUBSCRIBED', created_at: '2026-11-20T10:00:00.000Z' },
  };
  const answers = (): Answers => ({
    ...topics,
    ...{ 'GET /broadcasts': listOf([{ id: 'b1', name: 'Grace period', subject: 'Until May' }]) },
    ...{ 'GET /automations': listOf([]), 'GET /templates': listOf([]), 'GET /domains': listOf([]) },
    'GET /contacts': listOf([contact]),
  });
  const type = async ({ user }: ReturnType<typeof openConsole>, text: string) => {
    await navigation();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('textbox', { name: /^Search pages/ }), text);
  };

  it('finds contacts and broadcasts by name', async () => {
    const opened = openConsole('/topics', answers());
    await type(opened, 'grace');
    await screen.findByRole('button', { name: /Grace period/ });
    await screen.findByRole('button', { name: /Grace Hopper.*grace@example.com/ });
    expect(opened.requests.find(({ path }) => path === '/contacts')?.query.get('search')).toBe('grace');
  });

  it('begins what the role allows, in the dialog of the page', async () => {
    const opened = openConsole('/topics', answers());
    await type(opened, 'add dom');
    await opened.user.click(await screen.findByRole('button', { name: 'Add a domain' }));
    await screen.findByRole('dialog', { name: 'Add a sending domain' });
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('offers a viewer nothing to create', async () => {
    const [organization] = session.organizations;
    const viewer = { ...session, organizations: [{ ...organization, role: 'viewer' }] };
    await type(openConsole('/topics', { ...answers(), 'GET /session': viewer }), 'create');
    await screen.findByRole('button', { name: /^Emails with subject/ });
    expect(screen.queryByRole('button', { name: 'Create broadcast' })).toBeNull();
  });
});

it('? lists the keys', async () => {
  const { user } = openConsole('/topics', topics);
  await navigation();
  await user.keyboard('{Shift>}?{/Shift}');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
});
