import assert from 'node:assert';
import { newId } from '@postrider/contracts/ids';
import type { TemplateVariable } from '@postrider/contracts/templates';
import { createMetrics, createThreadPool, type ThreadPool } from '@postrider/runtime';
import { createRenderer, type Renderer } from '@postrider/templating';
import type { ContentData } from './content-scope';
import { compileContent, renderContent, type ContentRendering, type ContentSource } from './personal-content';

let threads: ThreadPool;
let renderer: Renderer;
const organizationId = newId();

beforeAll(() => {
  threads = createThreadPool({ threadsMax: 2, heapMbMax: 128, metrics: createMetrics() });
  renderer = createRenderer({ threads, msPerSecond: 10_000 });
});
afterAll(() => threads.close());

const data = {
  contact: {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: null,
    properties: { city: '<London>', visits: 3, tags: ['a', 'b'], ['__proto__']: 'x', constructor: 'y' },
  },
  links: {
    unsubscribe_url: 'https://links.example/u/1',
    preferences_url: 'https://links.example/p/1',
    view_url: 'https://links.example/v/1',
  },
} satisfies ContentData;
const empty: ContentSource = { subject: 's', previewText: null, html: null, text: null, variables: [] };

interface Extra {
  readonly hasEvent?: boolean;
  readonly data?: Partial<ContentData>;
}

async function compile(source: Partial<ContentSource>, hasEvent = false) {
  return compileContent(renderer, { ...empty, ...source }, { organizationId, hasEvent });
}

async function render(source: Partial<ContentSource>, extra: Extra = {}): Promise<ContentRendering> {
  const outcome = await compile(source, extra.hasEvent);
  assert(outcome.state === 'compiled', outcome.state);
  return renderContent(renderer, outcome.content, { ...data, ...extra.data, organizationId });
}

async function problemsOf(source: Partial<ContentSource>, hasEvent = false): Promise<string[]> {
  const outcome = await compile(source, hasEvent);
  return outcome.state === 'invalid'
    ? outcome.problems.map(({ path, message }) => `${path}: ${message}`)
    : [outcome.state];
}

const declared = (key: string, rest: Partial<TemplateVariable> = {}): TemplateVariable => ({
  key,
  type: 'string',
  required: false,
  ...rest,
});

it('goes on saying what it said when an earlier check accepted it', async () => {
  const source = { subject: 'Hi', previewText: '{{> b}}', text: '{{> greeting}}' };
  expect(await problemsOf(source)).toEqual([
    expect.stringContaining('text: not a valid value: {{> greeting}}'),
    expect.stringContaining('text: greeting is not declared'),
    expect.stringContaining('preview_text: '),
    expect.stringContaining('preview_text: b is not declared'),
  ]);
  const accepted = { subject: 'Hi', text: '{{> contact.email }}', wasAccepted: true };
  expect(await render(accepted)).toMatchObject({ state: 'rendered', text: 'false' });
});

describe('own content', () => {
  it('knows the contact and its links, and escapes what they say in html alone', async () => {
    const body =
      '{{ contact.first_name }} {{ contact.last_name }}{{ contact.properties.city }} {{ unsubscribe_url }}';
    expect(await render({ subject: 'Hi {{ contact.email }}', html: body, text: body })).toEqual({
      state: 'rendered',
      subject: 'Hi ada@example.com',
      html: 'Ada &lt;London&gt; https://links.example/u/1',
      text: 'Ada <London> https://links.example/u/1',
    });
  });

  it('reads what a contact does not have as nothing', async () => {
    const text = '[{{ contact.properties.none }}{{ contact.properties.constructor }}{{ contact.last_name }}]';
    expect(await render({ text })).toMatchObject({ text: '[]' });
  });

  it('reads an event where there is one, and nowhere else', async () => {
    const text = '{{ event.name }} {{ event.properties.total }}';
    expect(await problemsOf({ text })).toEqual([
      'text: event.name is not declared',
      'text: event.properties.total is not declared',
    ]);
    const event = { name: 'order.paid', properties: { total: 12 } };
    expect(await render({ text }, { hasEvent: true, data: { event } })).toMatchObject({
      text: 'order.paid 12',
    });
  });

  it('is refused by its fields when it cannot be read, misspells a name or is missing', async () => {
    expect(
      await problemsOf({ subject: null, previewText: '{% if %}', text: '{{ contact.frist_name }}' }),
    ).toEqual([
      'subject: required',
      'text: contact.frist_name is not declared',
      expect.stringMatching(/^preview_text: /),
    ]);
    expect(await problemsOf({})).toEqual(['html: html or text is required']);
  });
});

describe('a template', () => {
  const variables = [
    declared('first_name', { required: true }),
    declared('visits'),
    declared('plan', { fallback: 'free' }),
    declared('contact.email'),
  ];
  const text = '{{ first_name }} {{ visits }} {{ plan }} {{ contact.email }}';

  it('gets what it declares from the scope and from properties of that name', async () => {
    expect(await render({ text, variables })).toMatchObject({ text: 'Ada 3 free ada@example.com' });
  });

  it('gets what is the same for everybody, whatever properties of that name there are', async () => {
    const wanted = [declared('city', { required: true }), declared('plan.name', { required: true })];
    const same = { city: 'Berlin', plan: { name: 'gold' } };
    const rendering = await render({ text: '{{ city }} {{ plan.name }}', variables: wanted, data: same });
    expect(rendering).toMatchObject({ text: 'Berlin gold' });
    const unknown = await render({ text: 't', variables: wanted, data: { ...same, colour: 'red' } });
    assert(unknown.state === 'invalid');
    expect(unknown.error.message).toBe('unknown: colour');
  });

  it('is invalid for a contact that lacks what it requires, or has it in another type', async () => {
    const contact = { ...data.contact, firstName: null };
    const missing = await render({ text, variables }, { data: { contact } });
    assert(missing.state === 'invalid');
    expect(missing.error.message).toBe('missing: first_name');
    const mistyped = await render({ text, variables: [...variables, declared('city', { type: 'number' })] });
    assert(mistyped.state === 'invalid');
    expect(mistyped.error.message).toBe('mistyped: city (must be number)');
  });
});

describe('the preview text', () => {
  it('stands hidden at the beginning of the body, rendered and escaped', async () => {
    const html = '<html><body class="{% if 2 > 1 %}a{% endif %}"><p>x</p></body></html>';
    const rendered = await render({ html, previewText: 'R&D for {{ contact.properties.city }}' });
    assert(rendered.state === 'rendered');
    expect(rendered.html).toMatch(
      /^<html><body class="a"><div style="display:none[^>]*>R&amp;D for &lt;London&gt;&#847;.*<\/div><p>x<\/p><\/body><\/html>$/s,
    );
    const plain = await render({ html: '<p>x</p>', previewText: 'Hello' });
    assert(plain.state === 'rendered');
    expect(plain.html).toMatch(/^<div [^>]*>Hello.*<\/div><p>x<\/p>$/s);
  });

  it('takes time in proportion to the html, whatever that is', async () => {
    const html = '<body {{'.repeat(60_000);
    expect(await problemsOf({ html, previewText: 'x' })).toEqual([expect.stringMatching(/^html: /)]);
    expect(await render({ html: '<body '.repeat(80_000), previewText: 'x' })).toMatchObject({
      state: 'rendered',
    });
  });
});

it('says that a recipient’s mail is invalid when its subject would be empty or of two lines', async () => {
  const subject = '{{ contact.properties.title }}';
  for (const title of ['', 'a\nb']) {
    const contact = { ...data.contact, properties: { title } };
    expect(await render({ subject, text: 't' }, { data: { contact } })).toMatchObject({ state: 'invalid' });
  }
});

it('ends an endless loop as invalid, while the event loop goes on', async () => {
  const text = '{% for i in (1..1000000) %}{% for j in (1..1000000) %}{{ j }}{% endfor %}{% endfor %}';
  expect(await render({ text })).toMatchObject({ state: 'invalid' });
  const steps =
    '{% for i in (1..4000) %}{% for j in (1..4000) %}{% if i == j %}{% endif %}{% endfor %}{% endfor %}';
  let beats = 0;
  const heart = setInterval(() => (beats += 1), 5);
  expect(await render({ text: steps })).toMatchObject({ state: 'invalid' });
  clearInterval(heart);
  expect(beats).toBeGreaterThan(0);
});

it('makes an organization wait that has used up its time', async () => {
  const strict = createRenderer({ threads, msPerSecond: 0.001 });
  const steps =
    '{% for i in (1..4000) %}{% for j in (1..4000) %}{% if i == j %}{% endif %}{% endfor %}{% endfor %}';
  const outcome = await compileContent(
    strict,
    { ...empty, text: steps },
    { organizationId, hasEvent: false },
  );
  assert(outcome.state === 'compiled');
  await renderContent(strict, outcome.content, { ...data, organizationId });
  const again = await renderContent(strict, outcome.content, { ...data, organizationId });
  assert(again.state === 'busy');
  expect(again.error.code).toBe('rate_limited');
});

it('without a recipient, variables have their fallbacks, and there is neither a contact nor a link', async () => {
  const html =
    '{% if contact.first_name %}Dear{% else %}Hello{% endif %}[{{ contact.email }}{{ contact.properties.city }}{{ view_url }}]{{ contact.last_name | default: "you" }}';
  const source = { subject: 'For {{ city }}', html, text: 't' };
  const variables = [{ key: 'city', type: 'string', required: false, fallback: 'all' } as const];
  const impersonal = { contact: null, links: null };
  const rendering = await render({ ...source, variables }, { data: impersonal });
  expect(rendering).toMatchObject({ state: 'rendered', subject: 'For all', html: 'Hello[]you' });
});
