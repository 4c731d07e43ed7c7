import { act, screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers } from '../../test/api';
import { openConsole } from '../../test/open-console';

const topics: Answers = { 'GET /topics': listOf([]) };
const open = (address: string) => act(() => window.history.pushState(null, '', `/console${address}`));
const navigation = () => screen.getByRole('navigation', { name: 'Main' });

/** The address of a page, what it reads first, and where the objects like it are listed. */
const pages = [
  ['/broadcasts/x', '/broadcasts/x', '/broadcasts'],
  ['/automations/x', '/automations/x', '/automations'],
  ['/templates/x', '/templates/x', '/templates'],
  ['/templates/x/versions', '/templates/x', '/templates'],
  ['/segments/x', '/segments/x', '/segments'],
  ['/contacts/x', '/contacts/x', '/contacts'],
  ['/contacts/imports/x', '/contacts/imports/x', '/contacts/imports'],
  ['/suppressions/imports/x', '/suppressions/imports/x', '/suppressions/imports'],
  ['/signup-forms/x', '/signup-forms/x', '/signup-forms'],
  ['/domains/x', '/domains/x', '/domains'],
  ['/webhooks/x', '/webhooks/x', '/webhooks'],
  ['/inbound/x', '/inbound/x', '/inbound'],
  ['/operator/reviews/x', '/operator/reviews/x', '/operator/reviews'],
  ['/operator/emails/x', '/operator/emails/x', '/operator/emails'],
  ['/operator/organizations/x', '/operator/organizations/x', '/operator/organizations'],
] as const;

describe('a page of an object', () => {
  it.each(pages)('%s keeps the page before, then says that it was deleted', async (address, path, list) => {
    const answer = Promise.withResolvers<unknown>();
    const { count } = openConsole('/topics', { ...topics, [`GET ${path}`]: () => answer.promise });
    await screen.findByRole('heading', { name: 'No topics' });
    open(address);
    await waitFor(() => expect(count(`GET ${path}`)).toBe(1));
    screen.getByRole('heading', { name: 'No topics' });
    answer.resolve(new Refusal(404, 'not_found'));
    await screen.findByRole('heading', { name: 'Not found', level: 1 });
    navigation();
    const back = screen.getByRole('link', { name: 'Back to the list' });
    expect(back.getAttribute('href')).toBe(`/console${list}`);
    expect(document.title).toBe('Not found · Postrider');
  });
});

it.each([
  ['/overview', '/metrics'],
  ['/metrics?days=7&domain=d1', '/metrics'],
  ['/deliverability?domain=d1', '/deliverability'],
  ['/profile', '/profile'],
  ['/operator', '/operator/health'],
  ['/operator/dead-letters?queue=q', '/operator/dead-letters'],
  ['/operator/storage', '/operator/storage'],
])('%s keeps the page before until it has what it reads', async (address, path) => {
  const answer = Promise.withResolvers<unknown>();
  const { count, requests } = openConsole('/topics', {
    ...{ ...topics, 'GET /alert-rules': listOf([]), 'GET /domains': listOf([]) },
    [`GET ${path}`]: () => answer.promise,
  });
  await screen.findByRole('heading', { name: 'No topics' });
  open(address);
  await waitFor(() => expect(count(`GET ${path}`)).toBe(1));
  screen.getByRole('heading', { name: 'No topics' });
  answer.resolve(new Refusal(403, 'forbidden'));
  await screen.findByText('Refused: forbidden');
  // The page asks for the same.
  const asked = requests.filter((request) => request.path === path).map(({ query }) => String(query));
  expect(new Set(asked).size).toBe(1);
});

it.each([
  ['/nowhere', 'Go to the overview', '/overview'],
  ['/operator/nowhere', 'Go to the health of the platform', '/operator'],
])('%s is no page, and leads to one', async (address, label, to) => {
  openConsole(address, {});
  await screen.findByRole('heading', { name: 'Page not found', level: 1 });
  navigation();
  const content = within(document.getElementById('content') ?? document.body);
  expect(content.getByRole('link', { name: label }).getAttribute('href')).toBe(`/console${to}`);
});
