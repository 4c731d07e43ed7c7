import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const preview = (count: number, emails: readonly string[] = []) => ({
  ...{ object: 'segment_preview', contact_count: count, counted_at: '2026-11-20T10:00:00.000Z' },
  samples: emails.map((email) => ({ email })),
});
const answersWith = (answer: object): Answers => ({
  'POST /segments/preview': answer,
  'GET /topics': listOf([{ slug: 'news', name: 'Monthly news' }]),
  'GET /contacts': listOf([
    { email: 'ada@example.com', properties: { 'Phone Number': '12', TAGS: ['vip', 'beta'] } },
    { email: 'bo@example.com', properties: { TAGS: ['vip'] } },
  ]),
  'POST /segments': { id: 'segment-1' },
});
const previews = 'POST /segments/preview';

it('a condition that is incomplete asks for no preview, and known properties are offered with values', async () => {
  const { user, requests, count } = openConsole('/segments/new', answersWith(preview(2)));
  await waitFor(() => expect(count(previews)).toBe(1));
  const all = within(await screen.findByRole('group', { name: /meet all/ }));
  await user.click(all.getByRole('combobox', { name: 'Condition' }));
  await user.click(await screen.findByRole('option', { name: 'Property' }));
  const panel = within(screen.getByRole('heading', { name: 'Preview' }).closest('section') as HTMLElement);
  await panel.findByText(/Complete the conditions/);
  await user.click(all.getByRole('combobox', { name: 'Property' }));
  await user.click(await screen.findByRole('option', { name: /TAGS.*For example: beta, vip/ }));
  await user.click(all.getByRole('combobox', { name: 'Comparison' }));
  await user.click(await screen.findByRole('option', { name: 'contains (any case)' }));
  expect(count(previews)).toBe(1);
  await user.click(all.getByRole('combobox', { name: 'Value' }));
  await user.click(await screen.findByRole('option', { name: 'vip' }));
  await waitFor(() => expect(count(previews)).toBe(2));
  expect(requests.findLast(({ path }) => path === '/segments/preview')?.body).toEqual({
    filter: { all: [{ property: 'TAGS', op: 'contains', value: 'vip' }] },
  });
});

it('a condition about the address is written without knowing names of fields', async () => {
  const { user, requests } = openConsole('/segments/new', answersWith(preview(0)));
  const all = within(await screen.findByRole('group', { name: /meet all/ }));
  await user.click(all.getByRole('combobox', { name: 'Condition' }));
  await user.click(await screen.findByRole('option', { name: 'Name or address' }));
  await user.type(all.getByRole('textbox', { name: 'Value' }), 'acme.example');
  await screen.findByText(/email domain is “acme.example”/);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Acme');
  await user.click(screen.getByRole('button', { name: 'Save segment' }));
  await waitFor(() =>
    expect(requests.find(({ method, path }) => `${method} ${path}` === 'POST /segments')?.body).toEqual({
      name: 'Acme',
      filter: { all: [{ field: 'email_domain', op: 'eq', value: 'acme.example' }] },
    }),
  );
});

it.each([
  [preview(495), 'Contacts that match: 495', /None of them is among your newest 2,000 contacts/],
  [preview(0), 'Contacts that match: 0', 'No contact matches.'],
  [preview(1, ['ada@example.com']), 'Contacts that match: 1', 'Examples: ada@example.com'],
])('the examples agree with the count: %#', async (answer, counted, examples) => {
  openConsole('/segments/new', answersWith(answer));
  await screen.findByText(counted);
  await screen.findByText(examples);
});
