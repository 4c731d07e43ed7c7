import fs from 'node:fs';
import path from 'node:path';
import { useCommandLine } from '../../test/command-line';
import {
  ownKey,
  refusal,
  startStubApi,
  type StubApi,
  type StubRequest,
  type StubRoutes,
} from '../../test/stub-api';
import { difference } from './difference';

const commandLine = useCommandLine();
let api: StubApi;
let stored: Record<string, Record<string, unknown>>;
let published: string[];
const template = (slug: string, over: object = {}) => ({
  ...{ object: 'template', id: `t-${slug}`, slug, name: slug, status: 'published', subject: 'Hi {{ name }}' },
  ...{
    html: '<p>Hi\n</p>\n',
    text: null,
    variables: [{ key: 'name', type: 'string', required: true }],
    ...over,
  },
});

beforeEach(async () => {
  stored = { receipt: template('receipt'), old: template('old', { status: 'archived' }) };
  published = [];
  const one = ({ path: at }: StubRequest) => stored[at.split('/')[2] ?? ''];
  const get = (request: StubRequest) => {
    const found = one(request);
    return found ? { body: found } : refusal(404, 'template_not_found', 'No.');
  };
  const write = ({ body }: StubRequest) => {
    const { slug } = body as { slug: string };
    return { body: (stored[slug] = template(slug, { ...(body as object), status: 'draft' })) };
  };
  const publish = (request: StubRequest) => {
    published.push(request.path.split('/')[2] ?? '');
    return { body: one(request) };
  };
  const update = (request: StubRequest) => ({
    body: Object.assign(one(request) ?? {}, request.body) as object,
  });
  const checked = { object: 'email_check', size_bytes: 10 };
  const finding = (code: string, severity: string) => ({ code, severity, message: code, line: 2 });
  api = await startStubApi({
    'GET /keys/me': () => ownKey({ domains: ['shop.test'] }),
    'GET /emails': () => ({ body: { object: 'list', data: [] } }),
    'GET /templates': () => ({ body: { object: 'list', data: Object.values(stored) } }),
    'POST /templates': write,
    ...Object.fromEntries(
      ['receipt', 'welcome', 'old'].flatMap((slug): [string, StubRoutes[string]][] => [
        [`GET /templates/${slug}`, get],
        [`PATCH /templates/${slug}`, update],
        [`POST /templates/${slug}/publish`, publish],
      ]),
    ),
    'POST /emails/check': ({ body }) => ({
      body: {
        ...checked,
        findings: [
          finding('unfilled_variable', 'error'),
          ...((body as { html: string }).html.includes('bad') ? [finding('clipped', 'error')] : []),
        ],
      },
    }),
  });
});
afterEach(() => api.close());

const folder = () => path.join(commandLine.folder, 'templates');
const file = (name: string) => path.join(folder(), name);
const run = (...words: string[]) =>
  commandLine.runWith({ POSTRIDER_API_KEY: 'pr_live_x', POSTRIDER_BASE_URL: api.url }, 'templates', ...words);

test('pull writes the templates that are not archived; a second pull and a push change nothing', async () => {
  expect((await run('pull', folder())).exitCode).toBe(0);
  expect(fs.readdirSync(folder()).toSorted()).toEqual(['receipt.html', 'receipt.json']);
  expect(JSON.parse(fs.readFileSync(file('receipt.json'), 'utf8'))).toMatchObject({
    subject: 'Hi {{ name }}',
  });
  expect((await run('pull', folder())).stdout).toBe('1 templates, nothing changed\n');
  expect((await run('push', folder())).stdout).toBe('receipt: unchanged\n');
  expect(published).toEqual([]);
});

test('push shows what changes, and publishes it; a dry run changes nothing and ends with 1', async () => {
  await run('pull', folder());
  fs.writeFileSync(file('receipt.html'), '<p>Hello\n</p>\n');
  fs.writeFileSync(file('welcome.txt'), 'Welcome.');
  const expected = {
    exitCode: 1,
    stdout:
      'receipt: updated\n  html:\n    - <p>Hi\n    + <p>Hello\nwelcome: created\n  name:\n    - \n    + welcome\n  text:\n    - \n    + Welcome.\n',
  };
  expect(await run('push', folder(), '--dry-run')).toMatchObject(expected);
  expect([published, stored['welcome']]).toEqual([[], undefined]);
  expect(await run('push', folder())).toMatchObject({ ...expected, exitCode: 0 });
  expect(published).toEqual(['receipt', 'welcome']);
  expect([stored['receipt']?.['html'], stored['welcome']?.['text']]).toEqual([
    '<p>Hello\n</p>\n',
    'Welcome.',
  ]);
});

test('push --draft does not publish, and a draft is published by the next push', async () => {
  await run('pull', folder());
  fs.writeFileSync(file('receipt.html'), 'New');
  await run('push', folder(), '--draft');
  expect(published).toEqual([]);
  Object.assign(stored['receipt'] ?? {}, { status: 'draft' });
  expect((await run('push', folder(), 'receipt')).stdout).toBe('receipt: published\n');
  expect(published).toEqual(['receipt']);
});

test('MJML is compiled with the package of the project, before it is pushed', async () => {
  const modules = path.join(folder(), 'node_modules', 'mjml');
  fs.mkdirSync(modules, { recursive: true });
  fs.writeFileSync(path.join(modules, 'package.json'), '{ "name": "mjml", "main": "index.js" }');
  fs.writeFileSync(
    path.join(modules, 'index.js'),
    "module.exports = async (source) => ({ html: '<html>' + source + '</html>', errors: source.includes('bad') ? [{ formattedMessage: 'line 1: bad' }] : [] });",
  );
  fs.writeFileSync(file('welcome.mjml'), '<mjml></mjml>');
  expect((await run('push', folder())).exitCode).toBe(0);
  expect(stored['welcome']?.['html']).toBe('<html><mjml></mjml></html>');
  await run('pull', folder(), 'welcome');
  expect(fs.existsSync(file('welcome.html'))).toBe(false);
  fs.writeFileSync(file('welcome.mjml'), 'bad');
  expect(await run('push', folder())).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('line 1: bad'),
  });
});

test.each([
  ['export const Receipt = () => <p>Hi</p>;', 'receipt.tsx: it has no component as its default export'],
  ['export default () => <p>', 'Unexpected end of file'],
])(
  'a component of React that cannot be compiled is named, and nothing is pushed: %s',
  async (code, message) => {
    fs.mkdirSync(folder());
    fs.symlinkSync(path.join(__dirname, '../../../sdk/node_modules'), file('node_modules'));
    fs.writeFileSync(file('receipt.tsx'), code);
    expect(await run('push', folder())).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(message),
    });
    expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test('pull leaves what is compiled from React', async () => {
  stored['receipt'] = template('receipt', { text: 'Hi' });
  fs.mkdirSync(folder());
  fs.writeFileSync(file('receipt.tsx'), '');
  await run('pull', folder(), 'receipt');
  expect(fs.readdirSync(folder()).sort()).toEqual(['receipt.json', 'receipt.tsx']);
});

test.each([
  ['receipt.json', '{', 'is not JSON'],
  ['receipt.json', '{"variables": {}}', 'variables must be a list'],
  ['Receipt Mail.html', '', 'a slug has lower-case letters'],
  ['receipt.mjml', '<mjml/>', 'needs the package mjml'],
])('a file that is wrong is named: %s %s', async (name, content, message) => {
  fs.mkdirSync(folder());
  fs.writeFileSync(file(name), content);
  expect(await run('push', folder())).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(message),
  });
  expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('check reports what is wrong, without variables that are filled in later', async () => {
  await run('pull', folder());
  expect(await run('check', folder())).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('nothing found'),
  });
  fs.writeFileSync(file('receipt.html'), 'bad');
  expect(await run('check', folder())).toMatchObject({
    exitCode: 1,
    stdout: `${file('receipt.html')}:2: error: clipped (clipped)\n`,
  });
});

test('a difference has only the lines that changed', () => {
  expect(difference('a\nb\nc\nd', 'a\nx\nc\ny\nd')).toEqual(['- b', '+ x', '+ y']);
  expect(difference('a', 'a')).toEqual([]);
  const long = Array.from({ length: 5_000 }, (_, n) => String(n));
  expect(difference(long.join('\n'), long.map((line) => `${line}!`).join('\n'))).toHaveLength(10_000);
});
