import { savedBlockLimits, type SavedBlockResource } from '@postrider/contracts/saved-blocks';
import { createApiKey, createOrganization } from '@postrider/testkit';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

const api = useApi();

const note = { type: 'paragraph', text: [{ type: 'text', text: 'Free shipping.' }] };
const save = (body: object = {}, by = api.key): Promise<Answer<SavedBlockResource>> =>
  api.post('/saved-blocks', by, { name: 'Note', blocks: [note], ...body });
const update = (id: string, body: object, by = api.key): Promise<Answer<SavedBlockResource>> =>
  api.send(`/saved-blocks/${id}`, { method: 'PATCH', key: by, body });
const list = async (query = '', by = api.key): Promise<Page<SavedBlockResource>> =>
  (await api.get<Page<SavedBlockResource>>(`/saved-blocks${query}`, by)).body;
const message = ({ body }: Answer<unknown>): string => (body as { error: { message: string } }).error.message;

it('saved blocks are read with their content, listed without it, renamed and deleted', async () => {
  const first = await save();
  expect([first.status, first.body]).toEqual([
    201,
    {
      ...{ object: 'saved_block', id: expect.any(String), name: 'Note', blocks: [note] },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    },
  ]);
  const { id, blocks: _, ...summary } = first.body;
  expect((await api.get(`/saved-blocks/${id}`)).body).toEqual(first.body);
  await save({ name: 'Line', blocks: [{ type: 'divider' }, note] });
  const page = await list('?limit=1');
  const rest = await list(`?limit=1&cursor=${page.next_cursor ?? ''}`);
  expect([page.data[0]?.name, rest.data]).toEqual(['Line', [{ id, ...summary }]]);
  const renamed = await update(id, { name: 'Shipping' });
  expect(renamed.body).toMatchObject({ name: 'Shipping', blocks: [note] });
  expect((await api.delete(`/saved-blocks/${id}`)).status).toBe(204);
  expect((await api.get(`/saved-blocks/${id}`)).refusal).toBe('404 not_found');
});

it.each([
  ['no name', { name: ' ' }, 'name: required'],
  ['no blocks', { blocks: [] }, 'blocks: required'],
  ['an unknown block', { blocks: [{ type: 'video' }] }, 'blocks[0].type: '],
  ['an unknown field of a block', { blocks: [{ type: 'divider', x: 1 }] }, 'blocks[0]: must not have x'],
  [
    'more blocks than fit',
    { blocks: Array.from({ length: 51 }, () => note) },
    'blocks: must have at most 50',
  ],
])('refuses %s', async (_, body, problem) => {
  const answer = await save(body);
  expect([answer.refusal, message(answer)]).toEqual([
    '422 validation_error',
    expect.stringContaining(problem),
  ]);
});

it('an organization has a limited number of saved blocks, however many are saved at the same time', async () => {
  await api.pool.query(
    `INSERT INTO saved_blocks (id, organization_id, name, blocks)
     SELECT gen_random_uuid(), $1, n::text, '[]' FROM generate_series(1, $2) n`,
    [api.organizationId, savedBlockLimits.savedMax - 1],
  );
  const answers = await Promise.all([save(), save()]);
  expect(answers.map(({ refusal }) => refusal).sort()).toEqual(['403 plan_limit', null]);
});

it('saved blocks of another organization are not there', async () => {
  const { id } = (await save()).body;
  const other = await createOrganization(api.pool);
  const stranger = await createApiKey(api.pool, { organizationId: other.id });
  expect((await list('', stranger)).data).toEqual([]);
  expect((await api.get(`/saved-blocks/${id}`, stranger)).refusal).toBe('404 not_found');
  expect((await update(id, { name: 'x' }, stranger)).refusal).toBe('404 not_found');
  expect((await api.delete(`/saved-blocks/${id}`, stranger)).refusal).toBe('404 not_found');
  expect((await api.get<SavedBlockResource>(`/saved-blocks/${id}`)).body.name).toBe('Note');
});

it('leaves each change in the audit log, without the content', async () => {
  const { id } = (await save()).body;
  await update(id, { name: 'Other' });
  await api.delete(`/saved-blocks/${id}`);
  const { rows } = await api.pool.query<{ action: string; before: object; after: object }>(
    'SELECT action, before, after FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [api.organizationId],
  );
  expect(rows).toEqual([
    { action: 'saved_block.create', before: null, after: { name: 'Note' } },
    { action: 'saved_block.update', before: { name: 'Note' }, after: { name: 'Other' } },
    { action: 'saved_block.delete', before: { name: 'Other' }, after: null },
  ]);
});
