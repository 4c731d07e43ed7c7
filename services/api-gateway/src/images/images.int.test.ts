import type { ImageResource } from '@postrider/contracts/images';
import { plans } from '@postrider/contracts/organizations';
import { createApiKey, createOrganization } from '@postrider/testkit';
import { pngOf, type PictureShape } from '../../test/pictures';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

/** Room for two images. */
const limits = { imageBytes: 20_000, imageStorageBytes: 250, requestsPerSecond: null };
const api = useApi({
  plan: 'free',
  limits: { plans: { ...plans, free: { ...plans.free, ...limits } } },
});

const small: PictureShape = { width: 8, height: 8 };
const contentOf = (shape: PictureShape): string => pngOf(shape).toString('base64');
const upload = (body: object = {}, by = api.key): Promise<Answer<ImageResource>> =>
  api.post('/images', by, { filename: 'red.png', content: contentOf(small), ...body });
const colored = (red: number, name = `${red}.png`): Promise<Answer<ImageResource>> =>
  upload({ filename: name, content: contentOf({ ...small, color: [red, 0, 0] }) });
const update = (id: string, body: object, by = api.key): Promise<Answer<ImageResource>> =>
  api.send(`/images/${id}`, { method: 'PATCH', key: by, body });
const list = async (query = ''): Promise<Page<ImageResource>> =>
  (await api.get<Page<ImageResource>>(`/images${query}`)).body;
const message = ({ body }: Answer<unknown>): string => (body as { error: { message: string } }).error.message;

it('an image is uploaded, read by its id and listed newest first', async () => {
  const first = await upload({ alt: 'A red square' });
  expect([first.status, first.body]).toEqual([
    201,
    {
      ...{ object: 'image', id: expect.any(String), name: 'red.png', alt: 'A red square' },
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4000\/i\/[0-9a-f]{32}\.png$/),
      ...{ content_type: 'image/png', width: 8, height: 8, animated: false, bytes: expect.any(Number) },
      created_at: expect.any(String),
    },
  ]);
  expect((await api.get(`/images/${first.body.id}`)).body).toEqual(first.body);
  await colored(1);
  expect((await list()).data.map(({ name }) => name)).toEqual(['1.png', 'red.png']);
  const page = await list('?limit=1');
  const rest = await list(`?limit=1&cursor=${page.next_cursor ?? ''}`);
  expect([page.data[0]?.name, rest.data[0]?.name, rest.next_cursor]).toEqual(['1.png', 'red.png', undefined]);
});

it('the same image is there once, also when it is uploaded twice at the same time', async () => {
  const both = await Promise.all([upload(), upload({ filename: 'again.png', alt: 'x' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
  expect(both[0].body).toEqual(both[1].body);
  expect((await list()).data).toHaveLength(1);
});

it('images are found by their name and alternative text', async () => {
  await upload({ filename: 'Spring_sale 50%.png', alt: 'Tulips' });
  await colored(2, 'logo.png');
  const names = async (text: string) =>
    (await list(`?search=${encodeURIComponent(text)}`)).data.map(({ name }) => name);
  expect(await Promise.all(['SALE', 'tulip', 'g_s', '50%', '%', '_s', 'none'].map(names))).toEqual([
    ...[['Spring_sale 50%.png'], ['Spring_sale 50%.png'], ['Spring_sale 50%.png'], ['Spring_sale 50%.png']],
    ...[['Spring_sale 50%.png'], ['Spring_sale 50%.png'], []],
  ]);
});

it('changes what is given, and leaves the URL as it is', async () => {
  const { id, url } = (await upload({ alt: 'Red' })).body;
  expect((await update(id, { name: 'Square' })).body).toMatchObject({ name: 'Square', alt: 'Red', url });
  expect((await update(id, { alt: '' })).body).toMatchObject({ name: 'Square', alt: '' });
  expect((await update(id, { alt: null })).body).toMatchObject({ alt: null, url });
  for (const body of [{ name: '' }, { name: null }, { name: 'x'.repeat(201) }, { alt: 'a\nb' }]) {
    expect((await update(id, body)).refusal).toBe('422 validation_error');
  }
});

it.each([
  ['no image', { content: Buffer.from('<svg/>').toString('base64') }, 'content: must be a PNG, JPEG, GIF'],
  [
    'a damaged image',
    { content: pngOf(small).subarray(0, 50).toString('base64') },
    'content: is damaged or incomplete',
  ],
  [
    'a billion pixels',
    { content: contentOf({ ...small, claims: { width: 60_000, height: 60_000 } }) },
    'content: must have at most 25,000,000 pixels',
  ],
  ['what is no base64', { content: 'red' }, 'content: must be base64'],
  ['no content', { content: '' }, 'content: required'],
  ['no name', { filename: ' ' }, 'filename: required'],
])('refuses %s', async (_what, body, text) => {
  const answer = await upload(body);
  expect([answer.refusal, message(answer)]).toEqual(['422 validation_error', expect.stringContaining(text)]);
});

it('refuses a file that is larger than the plan allows', async () => {
  const file = Buffer.concat([pngOf(small), Buffer.alloc(20_000)]).toString('base64');
  const answer = await upload({ content: file });
  expect([answer.refusal, message(answer)]).toEqual([
    ...['413 payload_too_large', 'The plan allows images of up to 0.02 MB.'],
  ]);
});

it('keeps all images together within the plan, however many are uploaded at the same time', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((red) => colored(red)));
  const { bytes } = (await list()).data[0] ?? { bytes: 0 };
  const fitting = Math.min(4, Math.floor(limits.imageStorageBytes / bytes));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(fitting);
  // Otherwise the test would not reach the limit.
  expect(fitting).toBeLessThan(4);
  expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set([null, '403 plan_limit']));
  const [{ id } = { id: '' }] = (await list()).data;
  await api.delete(`/images/${id}`);
  expect((await colored(5)).status).toBe(201);
});

it('an image that is used cannot be deleted', async () => {
  const { id, url } = (await upload()).body;
  const html = `<p><img src="${url}" alt=""></p>`;
  const remove = async () => {
    const answer = await api.delete(`/images/${id}`);
    return answer.refusal === null ? answer.status : `${answer.refusal}: ${message(answer)}`;
  };
  await api.post('/templates', api.key, { slug: 'news', name: 'News "May"', html });
  expect(await remove()).toBe('409 image_in_use: The template "News \\"May\\"" uses the image.');
  await api.post('/templates/news/archive', api.key);
  const blocks = [{ type: 'image', src: url, alt: '' }];
  const saved = await api.post<{ id: string }>('/saved-blocks', api.key, { name: 'Banner', blocks });
  expect(await remove()).toBe('409 image_in_use: The saved block "Banner" uses the image.');
  await api.delete(`/saved-blocks/${saved.body.id}`);
  const logo = async (value: string | null) =>
    api.pool.query('UPDATE organizations SET logo_url = $2 WHERE id = $1', [api.organizationId, value]);
  await logo(url);
  expect(await remove()).toBe('409 image_in_use: The logo of the organization uses the image.');
  await logo(null);
  expect(await remove()).toBe(204);
  expect((await api.get(`/images/${id}`)).refusal).toBe('404 not_found');
  expect((await api.delete(`/images/${id}`)).refusal).toBe('404 not_found');
});

it('images of another organization are not there', async () => {
  const { id } = (await upload()).body;
  const other = await createOrganization(api.pool);
  const stranger = await createApiKey(api.pool, { organizationId: other.id });
  expect((await api.get<Page<ImageResource>>('/images', stranger)).body.data).toEqual([]);
  expect((await api.get(`/images/${id}`, stranger)).refusal).toBe('404 not_found');
  expect((await update(id, { name: 'x' }, stranger)).refusal).toBe('404 not_found');
  expect((await api.delete(`/images/${id}`, stranger)).refusal).toBe('404 not_found');
  const own = await upload({}, stranger);
  expect([own.status, own.body.url === (await api.get<ImageResource>(`/images/${id}`)).body.url]).toEqual([
    201,
    false,
  ]);
});

it('leaves each change in the audit log, and no picture', async () => {
  const { id, url } = (await upload()).body;
  await update(id, { alt: 'Red' });
  await api.delete(`/images/${id}`);
  const { rows } = await api.pool.query<{ action: string; before: object; after: object }>(
    'SELECT action, before, after FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [api.organizationId],
  );
  const state = (alt: string | null) => ({
    ...{ name: 'red.png', alt, file_name: url.split('/').at(-1), bytes: expect.any(Number) },
  });
  expect(rows).toEqual([
    { action: 'image.create', before: null, after: state(null) },
    { action: 'image.update', before: state(null), after: state('Red') },
    { action: 'image.delete', before: state('Red'), after: null },
  ]);
});
