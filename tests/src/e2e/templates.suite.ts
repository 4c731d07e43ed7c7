import { eventuallyPasses } from '@postrider/testkit';
import { bodyOf } from '../system/received-webhook';
import { copiesOf, emailThatIs, present, running, webhookOf } from './running-system';

async function publish(slug: string): Promise<string> {
  const body = {
    slug,
    subject: 'Order {{ order.id }}',
    html: '<p>Dear {{ name }}</p>',
    text: 'Dear {{ name }}',
    variables: [
      { key: 'name', type: 'string', required: true },
      { key: 'order.id', type: 'string', required: true },
    ],
  };
  const created = await running().api().request<{ id: string }>('POST', '/templates', { body });
  expect(created.status).toBe(201);
  expect((await running().api().request('POST', `/templates/${slug}/publish`)).status).toBe(200);
  return created.body.id;
}

export function templates(): void {
  test('a template is sent as it was rendered; its webhooks and metrics name it', async () => {
    const id = await publish('receipt');
    const tags = [{ name: 'campaign', value: 'autumn' }];
    const email = {
      from: `ada@${running().tenant.domain.name}`,
      to: 'templated@recipients.test',
      template: { slug: 'receipt', data: { name: 'Ada & Co', 'order.id': '7' } },
    };
    const [tagged, plain] = [
      await running()
        .api()
        .send({ ...email, tags }),
      await running().api().send(email),
    ];
    await emailThatIs('delivered', tagged.id);
    const raw = present(copiesOf(tagged.id)[0]).raw.toString();
    expect(raw).toContain('Subject: Order 7');
    expect(raw).toContain('<p>Dear Ada &amp; Co</p>');
    expect(raw).toContain('Dear Ada & Co');

    const template = { id, slug: 'receipt', version: 1 };
    for (const type of ['email.sent', 'email.delivered']) {
      const { data } = bodyOf(await webhookOf(tagged.id, type));
      expect(data).toMatchObject({ subject: 'Order 7', tags: { template, tags } });
      expect(bodyOf(await webhookOf(plain.id, type)).data['tags']).toEqual({ template, tags: [] });
    }
    await eventuallyPasses(async () => {
      const { by } = await running().api().metrics('?days=1&facet=template');
      expect(by?.filter(({ key }) => key === id)).toMatchObject([
        { label: 'receipt', sent: 2, delivered: 2 },
      ]);
    });
  });
}
