import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import type { EmailDocument } from '@postrider/contracts/email-documents';
import type {
  RenderedTemplate,
  TemplateResource,
  TemplateVersionResource,
} from '@postrider/contracts/templates';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const api = useApi();

const greeting = (word: string): EmailDocument => ({
  version: 1,
  blocks: [
    {
      type: 'paragraph',
      text: [
        { type: 'text', text: `${word} ` },
        { type: 'variable', name: 'contact.first_name', fallback: 'there' },
      ],
    },
    { type: 'button', label: 'See <more>', link: 'https://shop.example/' },
  ],
});
const text = (word: string) =>
  `${word} {{ contact.first_name | default: "there" }}\n\nSee <more>: https://shop.example/\n`;
const message = (answer: Answer<unknown>): string =>
  `${answer.refusal}: ${(answer.body as { error: { message: string } }).error.message}`;

describe('a broadcast', () => {
  let mail: object;
  beforeEach(async () => {
    const domain = await api.createDomain({ stream: 'bulk' });
    await api.post('/topics', api.key, { slug: 'news', name: 'News', default_opt_in: true });
    const segment = { name: 'All', filter: { all: [] } };
    const { body } = await api.post<{ id: string }>('/segments', api.key, segment);
    mail = { name: 'May', segment_id: body.id, topic: 'news', from: `news@${domain.name}`, subject: 'Hello' };
  });
  const create = (content: object) =>
    api.post<BroadcastResource>('/broadcasts', api.key, { ...mail, ...content });
  const update = (id: string, body: object) =>
    api.send<BroadcastResource>(`/broadcasts/${id}`, { method: 'PATCH', key: api.key, body });

  it('is rendered from its document, in the branding of the organization', async () => {
    await api.pool.query(`UPDATE organizations SET brand_color = '#0f766e' WHERE id = $1`, [
      api.organizationId,
    ]);
    const document = greeting('Hello');
    const { status, body } = await create({ document });
    expect([status, body.document, body.text]).toEqual([201, document, text('Hello')]);
    expect(body.html).toContain('bgcolor="#0f766e"');
    expect(body.html).toContain('See &#60;more&#62;');
    expect((await api.get<BroadcastResource>(`/broadcasts/${body.id}`)).body).toEqual(body);
    const preview = await api.post<RenderedTemplate>(`/broadcasts/${body.id}/preview`, api.key, {});
    expect(preview.body.text).toContain('Hello Ada');
  });

  it('has the document, or html and text, whichever was set last', async () => {
    const { id } = (await create({ document: greeting('Hello') })).body;
    const changed = await update(id, { document: greeting('Good morning') });
    expect(changed.body).toMatchObject({ document: greeting('Good morning'), text: text('Good morning') });
    expect((await update(id, { name: 'June' })).body).toMatchObject({
      document: greeting('Good morning'),
      text: text('Good morning'),
    });
    // From now on, what was rendered is edited.
    const converted = (await update(id, { document: null })).body;
    expect(converted).toMatchObject({ document: null, html: changed.body.html, text: text('Good morning') });
    expect((await update(id, { document: greeting('Hi') })).body.document).toEqual(greeting('Hi'));
    expect((await update(id, { html: '<p>Hi</p>' })).body).toMatchObject({
      document: null,
      html: '<p>Hi</p>',
      text: text('Hi'),
    });
  });

  it('refuses what contradicts the document, naming the field', async () => {
    const { id } = (await create({ document: greeting('Hello') })).body;
    const both = { document: greeting('Hello'), html: '<p>Hi</p>', text: 'Hi' };
    const refused =
      '422 validation_error: html: cannot be combined with document; text: cannot be combined with document';
    expect([message(await create(both)), message(await update(id, both))]).toEqual([refused, refused]);
    const unknown: EmailDocument = {
      version: 1,
      blocks: [{ type: 'paragraph', text: [{ type: 'variable', name: 'contact.nickname' }] }],
    };
    expect(message(await update(id, { document: unknown }))).toBe(
      '422 validation_error: document: contact.nickname is not declared',
    );
    const link = { version: 1, blocks: [{ type: 'button', label: 'x', link: 'javascript:alert(1)' }] };
    expect(message(await update(id, { document: link }))).toMatch(
      /^422 validation_error: document\.blocks\[0\]\.link: must begin with/,
    );
    const large = (await create({ document: largest })).refusal;
    expect(large).toBe('422 validation_error');
  });

  it('is duplicated with its document', async () => {
    const { id } = (await create({ document: greeting('Hello') })).body;
    const { body } = await api.post<BroadcastResource>(`/broadcasts/${id}/duplicate`, api.key, {});
    expect(body.document).toEqual(greeting('Hello'));
  });

  it('shows a change before it is saved', async () => {
    const { id } = (await create({ document: greeting('Hello') })).body;
    const shown = { document: greeting('Hi'), subject: 'For {{ contact.first_name }}', preview_text: 'Soon' };
    const { body } = await api.post<RenderedTemplate>(`/broadcasts/${id}/preview`, api.key, shown);
    expect(body).toMatchObject({ subject: 'For Ada', text: expect.stringContaining('Hi Ada') as string });
    expect(body.html).toContain('>Soon&#847;');
    expect((await api.get<BroadcastResource>(`/broadcasts/${id}`)).body.subject).toBe('Hello');
    const both = await api.post(`/broadcasts/${id}/preview`, api.key, { ...shown, variant: 0 });
    expect(message(both)).toMatch(/^422 validation_error: subject: cannot be combined with variant/);
  });
});

/** Within the limits of documents, and more than an email may have as HTML. */
const largest: EmailDocument = {
  version: 1,
  blocks: Array.from({ length: 200 }, () => ({
    type: 'list' as const,
    items: Array.from({ length: 9 }, () => ({ text: [{ type: 'text' as const, text: '"'.repeat(60) }] })),
  })),
};

describe('a template', () => {
  const slug = 'welcome';
  const act = <Body = TemplateResource>(action: string, body: object = {}) =>
    api.post<Body>(`/templates/${slug}/${action}`, api.key, body);
  const update = (body: object) =>
    api.send<TemplateResource>(`/templates/${slug}`, { method: 'PATCH', key: api.key, body });
  const document: EmailDocument = {
    version: 1,
    blocks: [{ type: 'heading', level: 1, text: [{ type: 'variable', name: 'name', fallback: 'friend' }] }],
  };
  const variables = [{ key: 'name', type: 'string', required: false }];

  it('keeps the document in its draft and in its versions', async () => {
    const created = await api.post<TemplateResource>('/templates', api.key, {
      ...{ slug, subject: 'Hi', document, variables },
    });
    expect(created.body).toMatchObject({ document, text: '{{ name | default: "friend" }}\n' });
    expect((await act('publish')).status).toBe(200);
    expect((await update({ html: '<p>Hi</p>' })).body).toMatchObject({ document: null, html: '<p>Hi</p>' });
    expect((await act('publish')).status).toBe(200);
    const version = async (number: number) =>
      (await api.get<TemplateVersionResource>(`/templates/${slug}/versions/${number}`)).body.document;
    expect([await version(1), await version(2)]).toEqual([document, null]);
    expect((await update({ document })).body.html).toContain('<h1');
    expect((await update({ document: null })).body).toMatchObject({
      document: null,
      html: expect.stringContaining('<h1') as string,
    });
    expect(message(await update({ document, html: '<p>' }))).toBe(
      '422 validation_error: html: cannot be combined with document',
    );
  });

  it('shows a change before it is saved', async () => {
    await api.post('/templates', api.key, { slug, subject: 'Hi', document, variables });
    const shown = {
      document: { ...document, blocks: [...document.blocks, { type: 'divider' }] },
      subject: 'Hi {{ name }}',
    };
    const { body } = await act<RenderedTemplate>('render', { ...shown, data: { name: 'Ada' } });
    expect(body).toMatchObject({ subject: 'Hi Ada', text: `Ada\n\n${'-'.repeat(20)}\n` });
    expect(message(await act('render', { ...shown, version: 1 }))).toMatch(
      /^422 .*subject: cannot be combined with version/,
    );
  });
});
