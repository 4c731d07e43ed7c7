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
  'GET /segments': listOf([{ id: 's1', name: 'All', contact_count: 1 }]),
  'GET /topics': listOf([{ id: 't1', slug: 'news', name: 'News' }]),
  'GET /automations': listOf([]),
  'POST /automations': { id: 'a1' },
});
afterEach(() => localStorage.clear());

async function createAutomation(given: Answers = answers()) {
  const opened = openConsole('/automations', given);
  const [create] = await screen.findAllByRole('button', { name: 'Create automation' });
  if (create === undefined) throw new Error('an automation can be created');
  await opened.user.click(create);
  const dialog = within(await screen.findByRole('dialog'));
  return { ...opened, dialog, from: within(await dialog.findByRole('group', { name: 'From' })) };
}
const valueOf = (field: HTMLElement): string => (field as HTMLInputElement).value;

it('begins with an address that can send: of a verified domain of the stream', async () => {
  const { from, user } = await createAutomation();
  await waitFor(() => expect(valueOf(from.getByLabelText('Domain'))).toBe('news.acme.example'));
  expect(valueOf(from.getByLabelText('Sender name'))).toBe('Acme');
  expect(valueOf(from.getByLabelText('Address before the @'))).toBe('news');
  await user.click(from.getByLabelText('Domain'));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['news.acme.example', 'shop.acme.example']);
});

it('sends one header, and remembers the sender for the next form', async () => {
  const { from, dialog, user, requests } = await createAutomation();
  await waitFor(() => expect(valueOf(from.getByLabelText('Domain'))).toBe('news.acme.example'));
  const name = from.getByLabelText('Sender name');
  await user.clear(name);
  await user.type(name, 'Acme, Inc.');
  await user.type(dialog.getByLabelText(/^Name/), 'Été');
  await user.type(dialog.getByLabelText(/^Event/), 'user.created');
  await user.click(dialog.getByRole('button', { name: 'Create automation' }));
  await waitFor(() =>
    expect(requests.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      slug: 'ete',
      steps: [{ from: '"Acme, Inc." <news@news.acme.example>' }],
    }),
  );
  expect(Object.values(localStorage)).toContain('"Acme, Inc." <news@news.acme.example>');
});

it('without such a domain says so, with the way to one', async () => {
  const { from } = await createAutomation(answers(domains.slice(0, 2)));
  await from.findByText(/Broadcasts and automations need a verified domain/);
  expect(from.getByRole('link', { name: 'Add a domain' }).getAttribute('href')).toMatch(/\/domains$/);
});

it('a slug that was written by hand is kept', async () => {
  const { dialog, user } = await createAutomation();
  const slug = dialog.getByLabelText(/^Slug/);
  await user.type(dialog.getByLabelText(/^Name/), 'Welcome');
  expect(valueOf(slug)).toBe('welcome');
  await user.clear(slug);
  await user.type(slug, 'hello');
  await user.type(dialog.getByLabelText(/^Name/), ' back');
  expect(valueOf(slug)).toBe('hello');
});
