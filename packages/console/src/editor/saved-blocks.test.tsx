import { screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers, type ApiRequest } from '../../test/api';
import { openConsole } from '../../test/open-console';

const at = '2026-11-20T10:00:00.000Z';
const paragraph = (text: string) => ({ type: 'paragraph', text: [{ type: 'text', text }] });
const template = {
  ...{ object: 'template', id: 't1', slug: 'news', name: 'News', status: 'draft', current_version: null },
  // Without a subject there is no preview, which needs a browser.
  ...{ subject: null, html: '', text: null, variables: [], published_at: null },
  ...{ document: { version: 1, blocks: [paragraph('Hello')] }, created_at: at, updated_at: at },
};
const summary = { object: 'saved_block', id: 's1', name: 'Shipping note', created_at: at, updated_at: at };
const answers = (): Answers => ({
  'GET /templates/t1': template,
  'GET /templates/t1/uses': {
    ...{ object: 'template_uses', automations: [], broadcasts: [], broadcasts_truncated: false },
  },
  'PATCH /templates/t1': ({ body }: ApiRequest) => ({ ...template, ...(body as object) }),
  'GET /domains': listOf([]),
  'GET /saved-blocks': listOf([summary]),
  'GET /saved-blocks/s1': { ...summary, blocks: [{ type: 'divider' }, paragraph('Free shipping')] },
  'POST /saved-blocks': { ...summary, blocks: [paragraph('Hello')] },
  'PATCH /saved-blocks/s1': { ...summary, name: 'Note', blocks: [] },
  'DELETE /saved-blocks/s1': null,
});
const bodyOf = (requests: readonly ApiRequest[], wanted: string) =>
  requests.findLast(({ method, path }) => `${method} ${path}` === wanted)?.body;

async function openEditor(given = answers()) {
  const opened = openConsole('/templates/t1', given);
  await screen.findByRole('textbox', { name: 'Content of the email' });
  return opened;
}
async function openSaved(opened: Awaited<ReturnType<typeof openEditor>>) {
  await opened.user.click(screen.getByRole('button', { name: 'Insert block' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Saved blocks' }));
  return within(await screen.findByRole('dialog', { name: 'Saved blocks' }));
}

it('saves the selected block under a name, and keeps the name when it is refused', async () => {
  const given = answers();
  given['POST /saved-blocks'] = new Refusal(403, 'plan_limit', { message: 'No more than 200.' });
  const { user, requests } = await openEditor(given);
  await user.click(screen.getByRole('button', { name: 'Save as block' }));
  const form = within(await screen.findByRole('dialog', { name: 'Save as block' }));
  form.getByText('The selected block is saved.');
  await user.type(form.getByLabelText(/^Name/), 'Greeting');
  await user.click(form.getByRole('button', { name: 'Save as block' }));
  await form.findByText(/No more than 200/);
  given['POST /saved-blocks'] = answers()['POST /saved-blocks'];
  await user.click(form.getByRole('button', { name: 'Save as block' }));
  await screen.findByText('Block saved');
  expect(bodyOf(requests, 'POST /saved-blocks')).toEqual({ name: 'Greeting', blocks: [paragraph('Hello')] });
});

it('inserts the blocks of a saved block where the cursor is', async () => {
  const opened = await openEditor();
  const saved = await openSaved(opened);
  await opened.user.click(await saved.findByRole('button', { name: 'Insert Shipping note' }));
  await waitFor(() =>
    expect(bodyOf(opened.requests, 'PATCH /templates/t1')).toMatchObject({
      document: { blocks: expect.arrayContaining([{ type: 'divider' }, paragraph('Free shipping')]) },
    }),
  );
});

it('columns are written from the first one', async () => {
  const { user } = await openEditor();
  for (const block of ['Two columns', 'Divider']) {
    await user.click(screen.getByRole('button', { name: 'Insert block' }));
    await user.click(await screen.findByRole('menuitem', { name: block }));
  }
  const columns = await screen.findByRole('group', { name: 'Columns' });
  const [first, second] = columns.querySelectorAll('[data-column]');
  expect([first, second].map((column) => column?.querySelector('[data-block="divider"]') !== null)).toEqual([
    true,
    false,
  ]);
});

it('renames and deletes a saved block', async () => {
  const opened = await openEditor();
  const { user, requests, count } = opened;
  const saved = await openSaved(opened);
  await user.click(await saved.findByRole('button', { name: 'Rename Shipping note' }));
  const form = within(await screen.findByRole('dialog', { name: 'Rename' }));
  await user.clear(form.getByLabelText(/^Name/));
  await user.type(form.getByLabelText(/^Name/), 'Note');
  await user.click(form.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(bodyOf(requests, 'PATCH /saved-blocks/s1')).toEqual({ name: 'Note' }));
  await user.click(await saved.findByRole('button', { name: 'Delete Shipping note' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete this saved block?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(count('DELETE /saved-blocks/s1')).toBe(1));
});
