import type { TemplateVariable } from '@postrider/contracts/templates';
import { checkTemplate, type TemplateDraft } from './check-template';

const declare = (key: string, more: Partial<TemplateVariable> = {}): TemplateVariable => ({
  key,
  type: 'string',
  required: false,
  ...more,
});
const variables = [
  declare('name'),
  declare('order.total', { type: 'number' }),
  declare('items', { type: 'list' }),
  declare('extra', { type: 'object' }),
];
const check = (draft: Partial<TemplateDraft>): string[] =>
  checkTemplate({ subject: 'Hello', html: null, text: 'Hi', variables, ...draft }).map(
    ({ path, message }) => `${path}: ${message}`,
  );

it('the check of a template has nothing to say about a template that reads what it declares', () => {
  const html = `
    {%- comment %} {{ anything }} {% endcomment -%}
    <p>Hello {{ name | default: "you" | upcase }}, {{ name.size }} letters</p>
    {% assign label = extra.label | append: name %}{{ label }}
    {% for item in items reversed limit: 3 %}
      {{ forloop.index }} {{ item.title }} {% for part in item.parts %}{{ part }}{% endfor %}
    {% else %}nothing{% endfor %}
    {% if order.total > 10 and order %}{{ order.total | round: 2 }}{% elsif items contains "x" %}{{ items[0].id }}{% endif %}
    {% case name %}{% when "a", "b" %}1{% else %}2{% endcase %}{% unless extra[name] %}3{% endunless %}
    {% raw %}{{ untouched }}{% endraw %}{{ "abc".size }}`;
  expect(check({ html, subject: '{{ name }}: {{ order.total }}' })).toEqual([]);
});

it.each([
  '{{#if name}}',
  '{{/if}}',
  '{{^name}}',
  '{{! a comment }}',
  '{{{name}}}',
  '{{&name}}',
  '{{> name}}',
])('says of %s, which is Handlebars, what to write', (html) => {
  expect(check({ html })).toEqual([expect.stringContaining('templates are Liquid: {{ name }}')]);
});

it.each([
  ['{{ unknown }}', 'unknown'],
  ['{{ order.tax }}', 'order.tax'],
  ['{{ order.total.cents }}', 'order.total.cents'],
  ['{{ name.first }}', 'name.first'],
  ['{% for i in lines %}{{ i }}{% endfor %}', 'lines'],
  ['{% for i in items %}{% endfor %}{{ i }}', 'i'],
  ['{{ name | append: suffix }}', 'suffix'],
  ['{{ extra[key] }}', 'key'],
  ['{% if a == 1 or b %}{% endif %}', 'a'],
  ['{% for i in (1..count) %}{% endfor %}', 'count'],
  ['{{ later }}{% assign later = 1 %}', 'later'],
  ['{{ constructor }}', 'constructor'],
  ['{{ __proto__.x }}', '__proto__.x'],
  ['{{ name.constructor.constructor }}', 'name.constructor.constructor'],
  ['{% for i in items %}{{ forloop.__proto__ }}{% endfor %}', 'forloop.__proto__'],
])('%s reads what is not declared', (text, name) => {
  expect(check({ text })).toContain(`text: ${name} is not declared`);
});

describe('an expression of which a part is missing, or too much', () => {
  const faulty = [
    '{{> name}}',
    '{{ == name }}',
    '{{ name contains }}',
    '{{ > }}',
    '{{ not }}',
    '{{ name extra }}',
    '{% if name == %}{% endif %}',
    '{% if name %}{% elsif and name %}{% endif %}',
    '{% for i in items %}{% unless or %}{% endunless %}{% endfor %}',
    '{% assign x = name name %}',
    // The library compares before it negates.
    '{{ name == not extra }}',
  ];

  it.each(faulty)('is refused, and shown: %s', (html) => {
    expect(check({ html })).toEqual([expect.stringContaining('not a valid value: {')]);
  });

  it.each(faulty)('stays what it was where it was accepted before: %s', (html) => {
    expect(check({ html, wasAccepted: true })).toEqual([]);
  });

  it.each([
    '{{ not name }}',
    '{{ name and not extra }}',
    '{{ not name and not extra or name == "a" }}',
    '{{ name contains "a" and order.total >= 1 | default: "x" }}',
  ])('is none of %s', (html) => expect(check({ html })).toEqual([]));
});

it('names each undeclared variable once, in each field where it is read', () => {
  expect(check({ subject: '{{ x }}', html: '{{ x }}{{ y }}{{ x }}', text: null })).toEqual([
    'subject: x is not declared',
    'html: x is not declared',
    'html: y is not declared',
  ]);
});

it.each([
  ['{{ name', 'not closed'],
  ['{% if name %}', 'not closed'],
  ['{% endif %}', 'tag "endif" not found'],
  ['{{ name | shout }}', 'undefined filter: shout'],
  ['{{ name | raw }}', 'undefined filter: raw'],
  ['{{ items | concat: items }}', 'undefined filter: concat'],
  ['{{ items | where_exp: "i", "i.x" }}', 'undefined filter: where_exp'],
  ['{% for in items %}{% endfor %}', 'illegal tag'],
  ...[
    'include "./package.json"',
    'render "x"',
    'layout "x"',
    'block x',
    'capture x',
    'liquid',
    'echo name',
  ].map((tag): [string, string] => [`{% ${tag} %}`, 'not found']),
  ['{% tablerow i in items %}{% endtablerow %}', 'not found'],
  ['{% increment name %}', 'not found'],
  ['{% if name %}'.repeat(31) + '{% endif %}'.repeat(31), 'must nest at most 30 tags'],
  ['{{ name }}'.repeat(5_001), 'must have at most 5,000 tags'],
  [`{{ ${'name | '.repeat(200)}upcase }}`, 'must not have tags of more than 1,000 characters'],
  ['x'.repeat(500_001), 'must have at most 500,000 characters'],
])('the template %.40s is refused', (html, message) => {
  expect(check({ html })).toEqual([expect.stringContaining(message)]);
});

it('says where the fault is, in few words', () => {
  expect(check({ html: `<p>\n${'x'.repeat(10_000)}\n{{ name | shout }}` })).toEqual([
    'html: undefined filter: shout, line:3, col:1',
  ]);
});

it('wants a subject, and html or text', () => {
  expect(check({ subject: null })).toEqual(['subject: required']);
  expect(check({ subject: '', text: null })).toEqual(['subject: required', 'html: html or text is required']);
});

it.each([
  [[declare('a'), declare('a')], 'variables[1].key: declared twice'],
  [[declare('a'), declare('a.b')], 'variables[1].key: a is also declared itself'],
  [[declare('a.b'), declare('a')], 'variables[1].key: variables below it are also declared'],
  [[declare('__proto__.polluted')], 'variables[0].key: this name cannot be used'],
  [[declare('a.constructor')], 'variables[0].key: this name cannot be used'],
  [[declare('forloop')], 'variables[0].key: forloop is a reserved word of Liquid'],
  [[declare('a', { fallback: 1 })], 'variables[0].fallback: must be of type string'],
  [[declare('a', { type: 'list', fallback: {} })], 'variables[0].fallback: must be of type list'],
  [[declare('a', { type: 'object', fallback: [] })], 'variables[0].fallback: must be of type object'],
])('refuses declarations that contradict themselves: %j', (declared, problem) => {
  expect(check({ variables: declared })).toEqual([problem]);
});

it('takes a null fallback for none', () => {
  expect(check({ variables: [declare('a', { fallback: null })] })).toEqual([]);
});

it('the check of a template is done with any number of references within a moment', () => {
  const html = `{% if ${'items == items and '.repeat(45)}true %}{% endif %}\n`.repeat(500);
  const startedCpu = process.threadCpuUsage();
  expect(check({ html })).toEqual([]);
  // Half a second. The library's own analysis takes 6 s for a quarter of these references.
  expect(process.threadCpuUsage(startedCpu).user).toBeLessThan(8_000_000);
});
