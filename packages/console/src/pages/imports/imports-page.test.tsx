import { screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type ApiRequest } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const imported = {
  ...{ object: 'contact_import', id: 'i1', status: 'finished', format: 'mailchimp', dry_run: false },
  ...{ filename: 'customers.csv', rows_read: 1_208, rows_added: 1_100, rows_updated: 97, rows_refused: 11 },
  ...{ rows_unsubscribed: 0, rows_suppressed: 0, created_at: '2026-11-20T10:00:00.000Z' },
};
const unnamed = {
  ...imported,
  id: 'i2',
  filename: undefined,
  rows_added: 0,
  rows_updated: 0,
  rows_refused: 0,
};
const check = { ...imported, id: 'i3', filename: 'checked.csv', dry_run: true };

it('imports are listed by file with what they did, and checks of files only when asked for', async () => {
  const { user } = openConsole('/contacts/imports', {
    'GET /contacts/imports': ({ query }: ApiRequest) =>
      listOf(query.get('dry_run') === 'true' ? [check] : [imported, unnamed]),
  });
  await screen.findByRole('link', { name: 'customers.csv' });
  screen.getByText('1,100 added, 97 updated, 11 refused');
  screen.getByRole('link', { name: 'Import from Mailchimp' });
  screen.getByText('No rows');
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Checked files' }));
  await screen.findByRole('link', { name: 'checked.csv' });
  screen.getByText('Checked, not imported');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'customers.csv' })).toBeNull());
});

it.each([
  ['contacts', "row,value,code,reason,Email,Phone\n21,,invalid_email,No address.,,'+49 30 1\n", '+49 30 1'],
  [
    'suppressions',
    'row,value,code,reason\n21,anna at example,invalid_email,No address.\n',
    'anna at example',
  ],
])('a refused row of %s is shown with its reason and what the file had', async (of, file, shown) => {
  openConsole(`/${of}/imports/i1`, {
    [`GET /${of}/imports/i1`]: { ...imported, columns: [], bytes: 9, bytes_read: 9, rows_refused: 1 },
    [`GET /${of}/imports/i1/refused`]: () => new Response(file, { headers: { 'content-type': 'text/csv' } }),
  });
  await screen.findByRole('cell', { name: shown });
  screen.getByRole('cell', { name: 'No address.' });
  expect(screen.queryByText('invalid_email')).toBeNull();
});

it('the contacts of an import are saved as a segment', async () => {
  const file = { ...imported, keeps_contacts: true, columns: [], bytes: 9, bytes_read: 9, rows_refused: 0 };
  const { user, requests } = openConsole('/contacts/imports/i1', {
    'GET /contacts/imports/i1': file,
    'POST /segments': { id: 's1', name: 'customers.csv' },
    'GET /segments/s1': new Refusal(404, 'not_found'),
  });
  await user.click(await screen.findByRole('button', { name: 'Save as segment' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save as segment' }));
  await waitFor(() => expect(window.location.pathname).toBe('/console/segments/s1'));
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'customers.csv',
    filter: { all: [{ import: 'i1', included: true }] },
  });
});
