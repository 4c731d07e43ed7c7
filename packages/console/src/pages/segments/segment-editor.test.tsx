import { screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers, type ApiRequest } from '../../../test/api';
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
  // Tags are a list: none of them is all of it.
  expect(all.getByRole<HTMLInputElement>('combobox', { name: 'Comparison' }).value).toBe(
    'contains (any case)',
  );
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

describe('a condition about a signup form', () => {
  const form = '019e0a5c-7000-75a5-9b8a-d29fe38fc299';
  const answers = (forms: readonly object[], stored?: object): Answers => ({
    ...answersWith(preview(2)),
    'GET /signup-forms': listOf(forms),
    ...(stored && {
      'GET /segments/s1': { object: 'segment', id: 's1', name: 'Some', filter: stored, contact_count: 0 },
      'GET /segments/s1/contacts': listOf([]),
    }),
  });

  it('asks for no preview until the form is chosen, and names it', async () => {
    const { user, requests, count } = openConsole('/segments/new', answers([{ id: form, name: 'Footer' }]));
    await waitFor(() => expect(count(previews)).toBe(1));
    const all = within(await screen.findByRole('group', { name: /meet all/ }));
    await user.click(all.getByRole('combobox', { name: 'Condition' }));
    await user.click(await screen.findByRole('option', { name: 'Signup form' }));
    await screen.findAllByText(/Complete the conditions/);
    await user.click(all.getByRole('combobox', { name: 'Signup form' }));
    await user.click(await screen.findByRole('option', { name: 'Footer' }));
    await screen.findByText('Contacts in this segment: confirmed the signup form “Footer”.');
    await waitFor(() => expect(count(previews)).toBe(2));
    await user.click(all.getByRole('combobox', { name: 'Comparison' }));
    await user.click(await screen.findByRole('option', { name: 'was not added by' }));
    await waitFor(() =>
      expect(requests.findLast(({ path }) => path === '/segments/preview')?.body).toEqual({
        filter: { all: [{ form, added: false }] },
      }),
    );
  });

  it('says that its form was deleted', async () => {
    openConsole('/segments/s1', answers([], { all: [{ form, confirmed: true }] }));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /was deleted, so the condition matches no contact/,
    );
    await screen.findByText(/confirmed the signup form “Deleted signup form”/);
  });
});

it('a condition about an import names it by its file, time and rows', async () => {
  const one = { created_at: '2026-11-20T10:00:00.000Z', rows_read: 1_200 };
  const { user, requests } = openConsole('/segments/new', {
    ...answersWith(preview(2)),
    'GET /contacts/imports': listOf([
      { ...one, id: 'i1', keeps_contacts: true, filename: 'guests.csv' },
      { ...one, id: 'i2', keeps_contacts: false, rows_read: 7 },
    ]),
  });
  const all = within(await screen.findByRole('group', { name: /meet all/ }));
  await user.click(all.getByRole('combobox', { name: 'Condition' }));
  await user.click(await screen.findByRole('option', { name: 'Import' }));
  await user.click(all.getByRole('combobox', { name: 'Import' }));
  expect(screen.queryByRole('option', { name: /7 rows/ })).toBeNull();
  await user.click(await screen.findByRole('option', { name: /^guests.csv, Nov 20, 2026.*\(1,200 rows\)/ }));
  await screen.findByText(/was in the import of guests.csv, Nov 20, 2026.*\(1,200 rows\)/);
  await waitFor(() =>
    expect(requests.findLast(({ path }) => path === '/segments/preview')?.body).toEqual({
      filter: { all: [{ import: 'i1', included: true }] },
    }),
  );
});

it('conditions that were changed in two tabs are shown in words', async () => {
  const held = {
    filter: { all: [{ topic: 'news', state: 'SUBSCRIBED' }] } as object,
    etag: 1,
  };
  const segment = () =>
    Response.json(
      { ...{ id: 's1', name: 'Readers', contact_count: 2, counted_at: null }, filter: held.filter },
      { headers: { etag: `"${held.etag}"` } },
    );
  const { user } = openConsole('/segments/s1', {
    ...answersWith(preview(2)),
    'GET /segments/s1': segment,
    'GET /segments/s1/contacts': listOf([]),
    'PATCH /segments/s1': ({ headers }: ApiRequest) =>
      headers.get('if-match') === `"${held.etag}"` ? segment() : new Refusal(412, 'version_conflict'),
  });
  const all = within(await screen.findByRole('group', { name: /meet all/ }));
  held.filter = { all: [{ field: 'email_domain', op: 'eq', value: 'acme.example' }] };
  held.etag = 2;
  await user.click(all.getByRole('combobox', { name: 'State' }));
  await user.click(await screen.findByRole('option', { name: 'not subscribed' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() =>
    expect(dialog.textContent).toMatch(/email domain is “acme.example”.*not subscribed to “Monthly news”/s),
  );
});
