import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers } from '../../test/api';
import { openConsole } from '../../test/open-console';

const domain = (name: string, stream: string, status = 'verified') => ({ id: name, name, stream, status });
const domains = [
  domain('new.example', 'bulk', 'pending'),
  domain('mail.acme.example', 'transactional'),
  domain('news.acme.example', 'bulk'),
  domain('shop.acme.example', 'bulk'),
];
const answers = (known: readonly object[] = domains): Answers => ({
  'GET /domains': listOf(known),
  'GET /segments': listOf([{ id: 's1', name: 'All', contact_count: 1, filter: { all: [] } }]),
  'GET /topics': listOf([{ id: 't1', slug: 'news', name: 'News' }]),
  'GET /automations': listOf([]),
  'POST /broadcasts': { id: 'b1' },
});
afterEach(() => localStorage.clear());

async function createBroadcast(given: Answers = answers()) {
  const opened = openConsole('/broadcasts/new', given);
  return { ...opened, from: within(await screen.findByRole('group', { name: 'From' })) };
}
const valueOf = (field: HTMLElement): string => (field as HTMLInputElement).value;

it('begins with an address that can send: of a verified domain of the stream', async () => {
  const { from, user } = await createBroadcast();
  await waitFor(() => expect(valueOf(from.getByLabelText('Domain'))).toBe('news.acme.example'));
  expect(valueOf(from.getByLabelText('Sender name'))).toBe('Acme');
  expect(valueOf(from.getByLabelText('Address before the @'))).toBe('news');
  await user.click(from.getByLabelText('Domain'));
  const list = document.getElementById(from.getByLabelText('Domain').getAttribute('aria-controls') ?? '');
  const options = await within(list ?? document.body).findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['news.acme.example', 'shop.acme.example']);
});

it('sends one header, and remembers the sender for the next form', async () => {
  const { from, user, requests } = await createBroadcast();
  await waitFor(() => expect(valueOf(from.getByLabelText('Domain'))).toBe('news.acme.example'));
  const name = from.getByLabelText('Sender name');
  await user.clear(name);
  await user.type(name, 'Acme, Inc.');
  await user.type(screen.getByLabelText(/^Name/), 'May');
  await user.type(screen.getByLabelText(/^Subject/), 'News');
  for (const [label, option] of [
    ['Segment', /^All/],
    ['Topic', 'News'],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  }
  await user.click(screen.getByRole('button', { name: 'Create broadcast' }));
  await waitFor(() =>
    expect(requests.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      from: '"Acme, Inc." <news@news.acme.example>',
    }),
  );
  expect(Object.values(localStorage)).toContain('"Acme, Inc." <news@news.acme.example>');
});

it('without such a domain says so, with the way to one', async () => {
  const { from } = await createBroadcast(answers(domains.slice(0, 2)));
  await from.findByText(/Broadcasts and automations need a verified domain/);
  expect(from.getByRole('link', { name: 'Add a domain' }).getAttribute('href')).toMatch(/\/domains$/);
});

it('a slug that was written by hand is kept', async () => {
  const { user } = openConsole('/automations', answers());
  const [create] = await screen.findAllByRole('button', { name: 'Create automation' });
  if (create === undefined) throw new Error('an automation can be created');
  await user.click(create);
  const dialog = within(await screen.findByRole('dialog'));
  const slug = dialog.getByLabelText(/^Slug/);
  await user.type(dialog.getByLabelText(/^Name/), 'Welcome');
  expect(valueOf(slug)).toBe('welcome');
  await user.clear(slug);
  await user.type(slug, 'hello');
  await user.type(dialog.getByLabelText(/^Name/), ' back');
  expect(valueOf(slug)).toBe('hello');
});
