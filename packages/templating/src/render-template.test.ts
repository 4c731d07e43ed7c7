import type { TemplateVariable } from '@postrider/contracts/templates';
import { compileTemplate } from './compile-template';
import { renderTemplate, type Rendering } from './render-template';

const declare = (key: string, more: Partial<TemplateVariable> = {}): TemplateVariable => ({
  key,
  type: 'string',
  required: false,
  ...more,
});

interface Given {
  readonly html?: string | null;
  readonly text?: string | null;
  readonly subject?: string;
  readonly data?: Record<string, unknown>;
  readonly variables?: readonly TemplateVariable[];
}

const variables = [
  declare('name'),
  declare('price', { type: 'number' }),
  declare('vip', { type: 'boolean' }),
  declare('items', { type: 'list' }),
  declare('extra', { type: 'object' }),
];
const render = ({ html = null, text = null, subject = 's', data = {}, ...rest }: Given): Rendering =>
  renderTemplate(compileTemplate({ subject, html, text, variables: rest.variables ?? variables }), data);
const html = (source: string, data: Record<string, unknown> = {}): string | null => {
  const rendering = render({ html: source, data });
  if (!rendering.ok) throw new Error(JSON.stringify(rendering));
  return rendering.html;
};
const faults = (declared: readonly TemplateVariable[], data: Record<string, unknown>): unknown => {
  const rendering = render({ variables: declared, data });
  return rendering.ok || rendering.reason !== 'variables' ? rendering : rendering.problems;
};

describe('output', () => {
  it('is escaped in html, and in neither text nor subject', () => {
    const name = `<b a="1" c='2'>&amp;</b>`;
    expect(render({ html: '{{ name }}', text: '{{ name }}', subject: '{{ name }}', data: { name } })).toEqual(
      {
        ok: true,
        subject: name,
        html: '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;',
        text: name,
      },
    );
  });

  it('is escaped after every filter, in loops, and when it was put together', () => {
    const data = { name: '<i>', items: ['<a>', ['<b>']] };
    expect(html('{{ name | append: "<x>" }}', data)).toBe('&lt;i&gt;&lt;x&gt;');
    expect(html('{% for i in items %}{{ i }}{% endfor %}{{ items }}', data)).toBe(
      '&lt;a&gt;&lt;b&gt;&lt;a&gt;&lt;b&gt;',
    );
    expect(html('{% assign j = items | join: "<br>" %}{{ j }}', { items: ['x', 'y'] })).toBe('x&lt;br&gt;y');
  });

  it('is never read as a template again', () => {
    expect(html('{{ name }}', { name: '{{ price }}{% if vip %}x{% endif %}' })).toBe(
      '{{ price }}{% if vip %}x{% endif %}',
    );
  });

  it('is nothing for what is not given, and an error for a whole object', () => {
    expect(html('[{{ name }}{{ extra.x.y.z }}{{ items.first.x }}]')).toBe('[]');
    expect(render({ html: '{{ extra }}', data: { extra: { a: 1 } } })).toMatchObject({
      reason: 'failed',
      path: 'html',
      message: expect.stringMatching(/^prints a whole object/),
    });
  });

  it('shows dates in UTC and in English', () => {
    expect(html('{{ name | date: "%A %-d %B %Y %H:%M" }}', { name: '2026-11-21T22:30:00+05:00' })).toBe(
      'Saturday 21 November 2026 17:30',
    );
  });

  it('leaves out a body that the template does not have', () => {
    expect(render({ text: 'x' })).toEqual({ ok: true, subject: 's', html: null, text: 'x' });
  });
});

describe('data', () => {
  const order = [
    declare('order.id', { required: true }),
    declare('order.total', { type: 'number', required: true }),
    declare('order.to.city'),
  ];

  it.each([
    [{ order: { id: 'a', total: 1, to: { city: 'x' } } }],
    [{ 'order.id': 'a', 'order.total': 1, 'order.to.city': 'x' }],
    [{ order: { id: 'a' }, 'order.total': 1, 'order.to': { city: 'x' } }],
    [{ 'order.to.city': 'x', order: { id: 'a', total: 1 } }],
  ])('may give dotted paths as objects, as keys, or as both: %j', (data) => {
    const before = JSON.stringify(data);
    const text = '{{ order.id }}{{ order.total }}{{ order.to.city }}';
    expect(render({ text, data, variables: order })).toMatchObject({ ok: true, text: 'a1x' });
    expect(JSON.stringify(data)).toBe(before);
  });

  it('lists everything that is missing, unknown and mistyped', () => {
    expect(faults(order, { order: { total: '1', tax: 2 }, ordre: {}, 'order.to': 'x' })).toEqual({
      missing: ['order.id'],
      unknown: ['order.tax', 'ordre'],
      mistyped: [
        { key: 'order.total', expected: 'number' },
        { key: 'order.to', expected: 'object' },
      ],
    });
  });

  it('refuses keys that say two things about one value', () => {
    expect(faults(order, { order: { id: 'a', total: 1 }, 'order.id': 'b' })).toMatchObject({
      unknown: ['order.id'],
    });
  });

  it.each([
    ['string', 'x', [1, true, [], {}]],
    ['number', 1.5, ['1', true, Infinity, NaN, [], {}]],
    ['boolean', false, ['false', 0, [], {}]],
    ['list', [], ['', 0, true, {}]],
    ['object', {}, ['', 0, true, []]],
  ] as const)('of type %s is nothing else', (type, right, wrong) => {
    const declared = [declare('x', { type })];
    expect(faults(declared, { x: right })).toMatchObject({ ok: true });
    for (const x of wrong)
      expect(faults(declared, { x })).toMatchObject({ mistyped: [{ key: 'x', expected: type }] });
  });

  it('is replaced by the fallback where it is absent or null', () => {
    const declared = [declare('a', { required: true, fallback: 'f' }), declare('b.c', { fallback: 'g' })];
    for (const data of [{}, { a: null, b: null }, { b: { c: null } }]) {
      expect(render({ text: '{{ a }}{{ b.c }}', variables: declared, data })).toMatchObject({ text: 'fg' });
    }
    expect(render({ text: '{{ a }}', variables: declared, data: { a: '' } })).toMatchObject({ text: '' });
    expect(faults([declare('a', { required: true })], { a: null })).toMatchObject({ missing: ['a'] });
  });

  it('cannot name or reach a prototype, at any depth', () => {
    const data = JSON.parse(
      '{"extra": {"deep": [{"__proto__": {"polluted": 1}}]}, "constructor.prototype.polluted": 1, "name": "x"}',
    ) as Record<string, unknown>;
    expect(faults(variables, data)).toMatchObject({
      unknown: ['__proto__', 'constructor.prototype.polluted'],
    });
    for (const json of [
      '{"extra.__proto__.polluted": 1}',
      '{"extra": {}, "extra.__proto__": {"polluted": 1}}',
    ]) {
      const rendering = render({
        text: '{{ extra.polluted }}',
        data: JSON.parse(json) as Record<string, unknown>,
      });
      expect(rendering).toMatchObject({ reason: 'variables' });
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('may use names that every object inherits', () => {
    const declared = [declare('toString.valueOf'), declare('hasOwnProperty')];
    const text = '{{ toString.valueOf }}{{ hasOwnProperty }}';
    expect(render({ text, variables: declared, data: { toString: { valueOf: 'a' } } })).toMatchObject({
      text: 'a',
    });
    expect(render({ text, variables: declared })).toMatchObject({ text: '' });
  });

  it('shows no inherited property of its values', () => {
    const data = { name: 'x', items: [1], extra: { a: {} } };
    const source =
      '{{ extra["constructor"] }}{{ extra.a.toString }}{{ items.map }}{{ name.trim }}{% for i in items %}{{ i.constructor }}{% endfor %}';
    expect(html(source, data)).toBe('');
  });

  it.each([
    ['values', { items: Array(20_001).fill(1) }],
    ['characters', { name: 'x'.repeat(1_000_001) }],
    ['characters of keys', { extra: { ['x'.repeat(1_000_001)]: 1 } }],
  ])('has a limit of %s', (_what, data) => {
    expect(render({ data })).toEqual({
      ok: false,
      reason: 'invalid',
      path: 'data',
      message: 'must have at most 20,000 values and 1,000,000 characters',
    });
  });

  it.each([
    ['a value', { items: [{ note: 'a\0b' }] }],
    ['a key', { extra: { 'a\0b': 1 } }],
  ])('has no NUL in %s, which no email may hold', (_what, data) => {
    expect(render({ data })).toMatchObject({ path: 'data', message: 'must not contain a NUL character' });
  });
});

describe('a compiled template', () => {
  it('renders again each time', () => {
    const template = compileTemplate({
      subject: '{{ name }}',
      html: '{% assign x = name %}{{ x }}{{ y }}{% assign y = 1 %}',
      text: null,
      variables,
    });
    expect(renderTemplate(template, { name: 'a' })).toMatchObject({ subject: 'a', html: 'a' });
    expect(renderTemplate(template, { name: 'b' })).toMatchObject({ subject: 'b', html: 'b' });
  });
});
