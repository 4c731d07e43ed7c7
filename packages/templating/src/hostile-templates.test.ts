import fc from 'fast-check';
import { checkTemplate } from './check-template';
import { compileTemplate } from './compile-template';
import { renderTemplate, type Rendering } from './render-template';

const variables = [
  { key: 'a', type: 'string', required: false },
  { key: 'b', type: 'string', required: false },
  { key: 'n', type: 'number', required: false },
  { key: 'l', type: 'list', required: false },
  { key: 'm', type: 'list', required: false },
] as const;

/** Processor time, so that other tests on this machine do not count. Far from a hang, and far above what is allowed. */
const cpuMsMax = 3_000;

function timed<T>(work: () => T): T {
  const startedCpu = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(startedCpu);
  expect((user + system) / 1_000).toBeLessThan(cpuMsMax);
  return result;
}

function attempt(html: string, data: Record<string, unknown> = {}): Rendering | 'refused' {
  return timed(() => {
    const draft = { subject: 's', html, text: null, variables };
    return checkTemplate(draft).length > 0 ? 'refused' : renderTemplate(compileTemplate(draft), data);
  });
}

const long = 'a'.repeat(999_000);
const numbers = Array.from({ length: 9_000 }, (_, index) => index);

it.each<[what: string, html: string, data: Record<string, unknown>]>([
  ['a range without end', '{% for i in (1..1000000000) %}{% endfor %}', {}],
  ['a range to infinity', '{% for i in (1..n) %}{% endfor %}', { n: 1.7e308 }],
  [
    'a range that counts down to widen the budget',
    '{% for i in (1000000000..1) %}{% endfor %}{% for i in (1..4500000) %}{% endfor %}',
    {},
  ],
  ['loops in loops', '{% for i in (1..999) %}{% for j in (1..999) %}{% endfor %}{% endfor %}', {}],
  [
    'a text that doubles',
    '{% assign x = "x" %}{% for i in (1..99) %}{% assign x = x | append: x %}{% endfor %}{{ x }}',
    {},
  ],
  [
    'replacements that multiply',
    '{% assign x = a %}{% for i in (1..99) %}{% assign x = x | replace: "a", "aaaaaaaaaa" %}{% endfor %}',
    { a: 'a' },
  ],
  ['a pattern of any length', '{{ a | replace: b, "" }}', { a: long, b: long.slice(0, 500) }],
  [
    'comparisons of whole lists',
    `{% if ${'l == m and '.repeat(80)}true %}{% endif %}`.repeat(200),
    { l: numbers, m: numbers },
  ],
  [
    'chains of sorts',
    `{% assign x = l ${'| sort '.repeat(130)}%}`.repeat(200),
    { l: numbers.slice(0, 5_000).map(String) },
  ],
  [
    'a property path of any depth',
    '{{ l | map: a }}',
    { l: numbers.slice(0, 5_000).map(() => ({ a: {} })), a: 'a.'.repeat(9_999) },
  ],
  // With the longest format that a date may have, so that a fast machine does not render them all in time.
  [
    'dates in numbers',
    '{{ a | date: b }}'.repeat(4_000),
    { a: '2026-11-21', b: '%A %B %c %x %X %Z '.repeat(10) },
  ],
  ['a date that is padded', '{{ a | date: "%999999999d%999999999N" }}', { a: '2026-11-21' }],
  ['a slice without end', '{{ a | slice: 0, 100000000000 }}', { a: 'abc' }],
])('rendering stops at %s', (_what, html, data) => {
  expect(attempt(html, data)).toMatchObject({ ok: false, reason: 'failed', path: 'html' });
});

it('rendering is not held up by a search with the worst of patterns', () => {
  const html = '{% if a contains b %}{% endif %}'.repeat(2_000);
  expect(attempt(html, { a: long, b: `b${'a'.repeat(900)}` })).not.toBe('refused');
  expect(attempt(html, { a: long.slice(5_000), b: long.slice(-5_000) })).toMatchObject({ reason: 'failed' });
});

it('stops when the output is longer than an email may be', () => {
  const html = `{% for i in (1..5000) %}${'x'.repeat(1_000)}{% endfor %}`;
  expect(attempt(html)).toEqual({
    ok: false,
    reason: 'invalid',
    path: 'html',
    message: 'must have at most 2,000,000 characters after rendering',
  });
});

it('rendering has one budget for all fields', () => {
  // What it makes, and not the time it takes, is more than half of the budget: a busy machine gives the same answer.
  const half = '{% for i in (1..3) %}{% assign c = a | append: "x" %}{% endfor %}';
  const data = { a: long };
  const template = (text: string | null) => compileTemplate({ subject: 's', html: half, text, variables });
  expect(timed(() => renderTemplate(template(null), data))).toMatchObject({ ok: true });
  expect(timed(() => renderTemplate(template(half), data))).toMatchObject({ reason: 'failed', path: 'text' });
});

it('renders a digest of 500 rows of 10 values with a filter each', () => {
  const row = { t: 'Some text & more' };
  const html = `{% for i in l %}<tr>${'<td>{{ i.t | upcase }}</td>'.repeat(10)}</tr>{% endfor %}`;
  expect(attempt(html, { l: Array(500).fill(row) })).toMatchObject({ ok: true });
});

it.each([
  ['{{'.repeat(200_000)],
  ['{%'.repeat(200_000)],
  [`{% raw %}${'{% '.repeat(150_000)}`],
  [`{% comment %}${'{{ a }}'.repeat(60_000)}`],
  [`{{ "${'\\"'.repeat(200_000)}`],
  ['{{ a }}'.repeat(70_000)],
  ['{% if a %}'.repeat(40_000)],
  [`{{ ${'a['.repeat(490)}${']'.repeat(490)} }}`],
  [`{{ ${'l['.repeat(480)}0${']'.repeat(480)} }}`],
])('reads or refuses %.20s… at once', (html) => {
  expect(attempt(html)).toBeDefined();
});

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '{{',
      '}}',
      '{%',
      '%}',
      '{%-',
      '-%}',
      ' ',
      '|',
      ':',
      ',',
      '.',
      '..',
      '(',
      ')',
      '[',
      ']',
      '"',
      "'",
      '=',
      '==',
      '<',
      '\n',
    ],
    ...[
      'if',
      'endif',
      'else',
      'elsif',
      'for',
      'in',
      'endfor',
      'case',
      'when',
      'endcase',
      'assign',
      'raw',
      'endraw',
      'break',
    ],
    ...[
      'a',
      'l',
      'n',
      'i',
      'forloop',
      'constructor',
      '__proto__',
      'size',
      'first',
      'true',
      'nil',
      'contains',
      'and',
      'not',
      '1',
      '-1',
    ],
    ...[
      'append',
      'replace',
      'sort',
      'map',
      'join',
      'date',
      'slice',
      'default',
      'url_encode',
      'limit',
      'offset',
      'reversed',
    ],
  ),
  fc.string({ maxLength: 4 }),
);
const statement = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((words) => `{{ ${words.join(' ')} }}`),
  fc.array(piece, { maxLength: 8 }).map((words) => `{% ${words.join(' ')} %}`),
  fc.constantFrom(
    '{% for i in l %}',
    '{% endfor %}',
    '{% if a %}',
    '{% endif %}',
    '{{ i }}',
    '{{ a | upcase }}',
    '<p>',
  ),
  piece,
);
const someData = fc.record(
  {
    a: fc.string({ unit: 'binary', maxLength: 20 }),
    n: fc.double({ noNaN: true, noDefaultInfinity: true }),
    l: fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 5 }),
  },
  { requiredKeys: [] },
);

it('answers whatever the template and the data are, and leaves every prototype alone', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 12 }), someData, (parts, data) => {
      const rendering = attempt(parts.join(''), data);
      if (rendering !== 'refused' && rendering.ok) expect(typeof rendering.html).toBe('string');
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
});

it('never lets data make html', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '{', '}', '%', '|', ' ') }),
      fc.constantFrom(
        '{{ a }}',
        '{{ a | upcase | append: a }}',
        '{% assign x = a | prepend: "<" %}{{ x }}',
        '{% for i in l %}{{ i }}{{ forloop.index }}{% endfor %}',
        '{{ l | join: a }}',
        '{% case a %}{% when a %}{{ a | truncate: 3, a }}{% endcase %}',
        '{{ nil | default: a }}{{ l }}{{ l | first | replace: "a", a }}',
      ),
      (a, html) => {
        const rendering = attempt(html, { a, l: [a, [a]] });
        expect(rendering).toMatchObject({ ok: true, html: expect.not.stringMatching(/[<>"']/) });
      },
    ),
    { numRuns: 500 },
  );
});

it('takes any keys in data, and any JSON below them', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(
          fc.string(),
          fc.constantFrom('a', 'l', 'a.b', '__proto__', 'constructor', 'prototype.x', '...', ''),
        ),
        fc.jsonValue({ maxDepth: 3 }),
      ),
      (data) => {
        const rendering = renderTemplate(
          compileTemplate({ subject: 's', html: null, text: '{{ a }}', variables }),
          data,
        );
        if (!rendering.ok) expect(rendering.reason).toBe('variables');
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    ),
    { numRuns: 1_000 },
  );
});
