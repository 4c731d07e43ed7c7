import type {
  AutomationResource,
  AutomationVersionResource,
  AutomationVersionSummary,
} from '@postrider/contracts/automations';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

const api = useApi();

const wait = (duration: string) => ({ type: 'wait', duration });
const create = async (): Promise<string> => {
  const body = { name: 'A', trigger: { event: 'x' }, steps: [wait('1d')] };
  return (await api.post<AutomationResource>('/automations', api.key, body)).body.id;
};
const change = (id: string, body: object, key = api.key) =>
  api.send<AutomationResource>(`/automations/${id}`, { method: 'PATCH', key, body });
const versionsOf = (id: string, query = '') =>
  api.get<Page<AutomationVersionSummary>>(`/automations/${id}/versions${query}`);

it('each version is listed with who made it, newest first, and page by page', async () => {
  const id = await create();
  const other = await api.createKey({ name: 'Deploy', permission: 'ADMIN' });
  await change(id, { steps: [wait('1d'), wait('2d')] }, other);
  // Neither a draft nor a pause makes a version.
  await change(id, { draft: { trigger: { event: 'y' }, steps: [] } });
  await change(id, { status: 'paused' });
  await change(id, { trigger: { event: 'z' } });
  const { body } = await versionsOf(id);
  expect(body.data).toMatchObject([
    { version: 3, trigger: { event: 'z' }, step_count: 2, published_by: { type: 'key', id: api.key.id } },
    { version: 2, trigger: { event: 'x' }, step_count: 2, published_by: { id: other.id, name: 'Deploy' } },
    { version: 1, trigger: { event: 'x' }, step_count: 1, published_by: { id: api.key.id } },
  ]);
  const first = (await versionsOf(id, '?limit=2')).body;
  const second = (await versionsOf(id, `?limit=2&cursor=${first.next_cursor}`)).body;
  expect([first, second].map(({ data }) => data.map(({ version }) => version))).toEqual([[3, 2], [1]]);
  expect(second.next_cursor).toBeUndefined();
});

it('a version has its trigger and steps as they were, and can be used again', async () => {
  const id = await create();
  await change(id, { trigger: { event: 'z' }, steps: [wait('2d')] });
  const { body } = await api.get<AutomationVersionResource>(`/automations/${id}/versions/1`);
  expect(body).toMatchObject({ version: 1, trigger: { event: 'x' }, steps: [wait('1d')] });
  const { trigger, steps } = body;
  expect((await change(id, { trigger, steps })).body).toMatchObject({ version: 3, trigger, steps });
});

it.each([
  ['4', '404 not_found'],
  ['0', '422 validation_error'],
  ['x', '422 validation_error'],
])('version %s answers %s', async (version, refusal) => {
  expect((await api.get(`/automations/${await create()}/versions/${version}`)).refusal).toBe(refusal);
});
