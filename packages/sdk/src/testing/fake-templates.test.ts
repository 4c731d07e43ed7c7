import { ConflictError, NotFoundError, Postrider, ValidationError } from '../index';
import { FakePostrider } from './index';

const fake = new FakePostrider();
const client = new Postrider({ ...fake.options, maxRetries: 0 });
afterEach(() => fake.clear());

const from = 'Ada <ada@example.com>';
const to = 'grace@example.com';
fake.addTemplate({
  slug: 'shipped',
  subject: 'Order {{ order.number }}',
  html: '<p>{{ name }}: {% for item in items %}{{ item.title | upcase }};{% endfor %}</p>',
  text: '{{ name }}',
  variables: [
    { key: 'order.number', type: 'string', required: true },
    { key: 'items', type: 'list' },
    { key: 'name', type: 'string', fallback: 'Friend' },
  ],
});

test('renders a template with its fallbacks, and escapes values in HTML alone', async () => {
  const data = { 'order.number': '10 & 42', name: '<Ada>', items: [{ title: 'tea' }, { title: 'pot' }] };
  const { id } = await client.emails.send({ from, to, template: { slug: 'shipped', data } });
  expect(await client.emails.get(id)).toMatchObject({
    subject: 'Order 10 & 42',
    html: '<p>&lt;Ada&gt;: TEA;POT;</p>',
    text: '<Ada>',
  });
  expect(fake.emails[0]?.template).toMatchObject({ slug: 'shipped', version: 1 });
  const nested = { order: { number: '7' } };
  await client.emails.send({ from, to, template: { slug: 'shipped', data: nested } });
  expect(fake.emails[1]?.email).toMatchObject({ subject: 'Order 7', text: 'Friend' });
  expect(nested).toEqual({ order: { number: '7' } });
});

test.each([
  [{}, 'missing: order.number'],
  [{ 'order.number': 7 }, 'mistyped: order.number (must be string)'],
  [{ order: { number: '7', total: 1 }, nmae: 'x' }, 'unknown: order.total, nmae'],
  [{ order: 'x' }, 'missing: order.number; mistyped: order (must be object)'],
  [JSON.parse('{"order.number":"7","__proto__":{"name":"x"}}') as object, 'unknown: __proto__'],
])('refuses the data %j', async (data, message) => {
  const template = { slug: 'shipped', data: data as Record<string, unknown> };
  const error: unknown = await client.emails.send({ from, to, template }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({ code: 'template_variables', message });
  expect(fake.emails).toHaveLength(0);
});

test('renders the published version, until it is archived', async () => {
  const { id } = await client.templates.create({ slug: 'welcome', subject: 'One', text: 'x' });
  const send = (version?: number) =>
    client.emails.send({ from, to, template: { id, ...(version !== undefined && { version }) } });
  await expect(send()).rejects.toMatchObject({ code: 'template_not_found' });
  await client.templates.publish('welcome');
  await client.templates.update('welcome', { subject: 'Two' });
  await send();
  expect(await client.templates.publish('welcome')).toMatchObject({
    status: 'published',
    current_version: 2,
  });
  await send();
  await send(1);
  expect(fake.emails.map(({ email }) => email.subject)).toEqual(['One', 'Two', 'One']);
  expect(await client.templates.render('welcome', { data: {} })).toMatchObject({
    subject: 'Two',
    html: null,
  });
  await client.templates.archive('welcome');
  await expect(send()).rejects.toMatchObject({ code: 'template_not_found' });
  await expect(client.templates.create({ slug: 'welcome' })).rejects.toThrow(ConflictError);
  await expect(client.templates.get('none')).rejects.toThrow(NotFoundError);
});

test('a batch renders each item, and answers for each', async () => {
  const template = (number: unknown) => ({
    from,
    to,
    template: { slug: 'shipped', data: { 'order.number': number } },
  });
  const results = await client.emails.sendBatch([template('1'), template(2), template('3')]);
  expect(results.map((item) => ('id' in item ? 'sent' : item.error.code))).toEqual([
    'sent',
    'template_variables',
    'sent',
  ]);
  expect(fake.emails.map(({ email }) => email.subject)).toEqual(['Order 1', 'Order 3']);
});

test('two sends at once with one key are one email', async () => {
  const email = { from, to, template: { slug: 'shipped', data: { 'order.number': '1' } } };
  const sends = [1, 2].map(() => client.emails.send(email, { idempotencyKey: 'once' }));
  const [first, second] = await Promise.all(sends);
  expect(second?.id).toBe(first?.id);
  expect(fake.emails).toHaveLength(1);
});

test('renders with a function of the test instead', async () => {
  const own = new FakePostrider({
    renderTemplate: (source, data, field) => `${field}: ${source} ${String(data['a'])}`,
  });
  own.addTemplate({ slug: 't', subject: 'S', html: 'H', variables: [{ key: 'a', type: 'number' }] });
  await new Postrider(own.options).emails.send({ from, to, template: { slug: 't', data: { a: 1 } } });
  expect(own.emails[0]?.email).toMatchObject({ subject: 'subject: S 1', html: 'html: H 1', text: null });
});
