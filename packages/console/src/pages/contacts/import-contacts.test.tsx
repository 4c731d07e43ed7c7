import { screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type ApiRequest, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const csv =
  'Email Address,First Name,CONFIRM_TIME,MEMBER_RATING,TAGS\nada@example.com,Ada,2024-03-04,2,"vip"\n';
const columns = [
  { name: 'Email Address', read_as: 'email' },
  { name: 'First Name', read_as: 'first_name' },
  { name: 'CONFIRM_TIME', read_as: 'consent' },
  { name: 'MEMBER_RATING', read_as: 'ignored' },
  { name: 'TAGS', read_as: 'property', property: 'TAGS', type: 'list' },
];
const dryRun = {
  ...{ object: 'contact_import', id: 'i1', status: 'finished', format: 'mailchimp', dry_run: true, columns },
  ...{ bytes: 100, bytes_read: 100, rows_read: 500, rows_added: 400, rows_updated: 90 },
  ...{ rows_unsubscribed: 40, kept_unsubscribed: 12, rows_suppressed: 7, rows_refused: 3 },
  created_at: '2026-11-20T10:00:00.000Z',
};
const answers = (): Answers => ({
  'GET /topics': listOf([]),
  'POST /contacts/import': { ...dryRun, status: 'queued', rows_read: 0 },
  'GET /contacts/imports/i1': dryRun,
  'GET /contacts/imports/i1/refused': 'row,email\n1,x\n',
});
afterEach(() => localStorage.clear());

async function chooseFile(given: Answers = answers()) {
  const opened = openConsole('/contacts/import', given);
  await screen.findByText('1. File');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('a file can be chosen');
  await opened.user.upload(input, new File([csv], 'list.csv', { type: 'text/csv' }));
  await screen.findByText('2. Columns');
  return opened;
}
const readingOf = (column: string): string =>
  screen.getByRole<HTMLInputElement>('combobox', { name: `Read as: ${column}` }).value;

/** Lists of options stay in the document: the one of this field is meant. */
async function choose(user: Awaited<ReturnType<typeof chooseFile>>['user'], field: string, option: string) {
  const combobox = screen.getByRole('combobox', { name: field });
  await user.click(combobox);
  const list = await waitFor(() => {
    const found = document.getElementById(combobox.getAttribute('aria-controls') ?? '');
    if (found === null) throw new Error('the list is closed');
    return found;
  });
  await user.click(within(list).getByRole('option', { name: option }));
}

it('shows how each column is read, whose export it is, and what the import will do', async () => {
  const { requests } = await chooseFile();
  await screen.findByText(/This is an export of Mailchimp/);
  expect(columns.map(({ name }) => readingOf(name))).toEqual([
    'Email (recognized)',
    'First name (recognized)',
    'Consent time or IP address (recognized)',
    'Not imported (recognized)',
    'Property TAGS (list) (recognized)',
  ]);
  const table = within(await screen.findByRole('table', { name: '3. What the import will do' }));
  const rows = table.getAllByRole('row').map((row) => row.textContent?.slice(0, 15));
  expect(rows).toEqual([
    expect.stringMatching(/^Subscribed438/),
    expect.stringMatching(/^Unsubscribed52/),
    expect.stringMatching(/^Suppressed7/),
    expect.stringMatching(/^Refused3/),
  ]);
  const uploads = requests.filter(({ method }) => method === 'POST');
  expect(uploads.map(({ query }) => query.get('dry_run'))).toEqual(['true']);
});

it('creates the first topic in place, and subscribes the contacts to it', async () => {
  const topic = { object: 'topic', slug: 'news', name: 'News', description: null };
  const given = answers();
  given['POST /topics'] = { ...topic, default_opt_in: false, visibility: 'public' };
  const { user, requests } = await chooseFile(given);
  await choose(user, 'Topics', 'Create topic …');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create topic' }));
  await user.type(dialog.getByLabelText(/^Name/), 'News');
  given['GET /topics'] = listOf([topic]);
  await user.click(dialog.getByRole('button', { name: 'Create topic' }));
  await screen.findByText('Topic created');
  await user.click(screen.getByRole('button', { name: 'Start import' }));
  await waitFor(() =>
    expect(
      requests.flatMap(({ method, query }) => (method === 'POST' ? (query.get('topics') ?? []) : [])),
    ).toEqual(['news']),
  );
});

it('checks the file again after a column is changed', async () => {
  const { user, requests } = await chooseFile();
  await screen.findByText(/This is an export of Mailchimp/);
  await choose(user, 'Read as: MEMBER_RATING', 'Property');
  await waitFor(() =>
    expect(
      requests.filter(({ method }) => method === 'POST').map(({ query }) => query.get('columns')),
    ).toEqual([null, '{"MEMBER_RATING":"properties.member_rating"}']),
  );
});

it('shows why a file is refused, and checks it when its columns are mapped', async () => {
  const given = answers();
  given['POST /contacts/import'] = ({ query }: ApiRequest) =>
    query.get('columns') === null ? new Refusal(422, 'validation_error') : dryRun;
  const { user } = await chooseFile(given);
  await screen.findByText('Refused: validation_error');
  await choose(user, 'Read as: TAGS', 'Do not import');
  await screen.findByRole('table', { name: '3. What the import will do' });
});
