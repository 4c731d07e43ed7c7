import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  createApiKey,
  createDomain,
  createInboundEmail,
  createOrganization,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const run = promisify(execFile);
/** The assistant's program as it is started by one: over standard input and output. */
const program = path.join(__dirname, '../../../../packages/cli/dist/main.js');

const api = useApi({ stream: 'bulk', domain: {} });
const limits = { allowedRecipients: ['ada@partner.example', 'team.example'] };
let folder: string;
const clients: Client[] = [];
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-mcp-'))));
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  fs.rmSync(folder, { recursive: true });
});

const environmentOf = (key: ApiKeyFixture) => ({
  ...{ POSTRIDER_API_KEY: key.token, POSTRIDER_BASE_URL: api.url, POSTRIDER_CONFIG_DIR: folder },
});

async function start(key: ApiKeyFixture, ...words: string[]) {
  const transport = new StdioClientTransport({
    ...{
      command: process.execPath,
      args: [program, 'mcp', ...words],
      env: environmentOf(key),
      stderr: 'pipe',
    },
  });
  let printed = '';
  transport.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  const client = new Client({ name: 'test', version: '0.0.0' });
  clients.push(client);
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    tools: tools.map(({ name }) => name),
    printed: () => printed,
    call: async (name: string, args: object) => {
      const answer = await client.callTool({ name, arguments: { ...args } });
      const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { ...answer, facts: (answer.structuredContent ?? {}) as Record<string, unknown>, text };
    },
  };
}

const report = (from: string, change: object = {}) => ({
  ...{
    from: `hello@${from}`,
    to: ['ada@partner.example'],
    subject: 'Report',
    text: 'All is well.',
    ...change,
  },
});

async function recipientsOf(organizationId: string): Promise<string[]> {
  const { rows } = await api.pool.query<{ address: string }>(
    `SELECT r.address FROM recipients r JOIN messages m ON m.id = r.message_id WHERE m.organization_id = $1 ORDER BY r.address`,
    [organizationId],
  );
  return rows.map(({ address }) => address);
}

describe('sending', () => {
  it('sends the same email once: at once, again, and from another conversation', async () => {
    const key = await api.createKey({ permission: 'SEND', ...limits });
    const [one, other] = await Promise.all([start(key), start(key)]);
    expect(one.tools).toEqual(expect.arrayContaining(['send_email', 'send_template']));
    const email = report(api.domain.name);
    const answers = await Promise.all(
      [one, one, one, other, other].map(({ call }) => call('send_email', email)),
    );
    answers.push(
      await other.call(
        'send_email',
        report(api.domain.name, { to: ['Ada@Partner.example'], text: 'All  is well.\n' }),
      ),
    );
    expect(new Set(answers.map(({ facts }) => facts['id'])).size).toBe(1);
    expect(
      answers.map(({ facts }) => facts['already_sent']).filter((already) => already === false),
    ).toHaveLength(1);
    expect(await recipientsOf(api.organizationId)).toEqual(['ada@partner.example']);
    const another = await one.call(
      'send_email',
      report(api.domain.name, { text: 'All was well.', to: ['eve@team.example'] }),
    );
    expect(another.facts).toMatchObject({ already_sent: false });
    expect(await recipientsOf(api.organizationId)).toEqual(['ada@partner.example', 'eve@team.example']);
  });

  it('goes to no one whom the key does not name, and from no domain of others', async () => {
    const foreign = await createOrganization(api.pool);
    const domain = await createDomain(api.pool, { organizationId: foreign.id });
    const { call } = await start(await api.createKey({ permission: 'SEND', ...limits }));
    for (const change of [
      { to: ['mallory@evil.example'] },
      { to: ['ada@partner.example', 'eve@mail.team.example'] },
    ]) {
      expect(await call('send_email', report(api.domain.name, change))).toMatchObject({
        isError: true,
        text: expect.stringContaining('forbidden_recipient'),
      });
    }
    expect(await call('send_email', report(domain.name))).toMatchObject({
      isError: true,
      text: expect.stringContaining('forbidden_domain'),
    });
    expect(await recipientsOf(api.organizationId)).toEqual([]);
    expect(await recipientsOf(foreign.id)).toEqual([]);
  });

  it('exists for no key without limits, and only with templates for one that is limited to them', async () => {
    const reader = await start(await api.createKey({ permission: 'FULL' }));
    expect(reader.tools.filter((name) => /^(send|draft)_/.test(name))).toEqual([]);
    expect(reader.printed()).toContain('It can only read: the key names no recipients');
    const templates = await start(await api.createKey({ permission: 'SEND', templatesOnly: true }));
    expect(templates.tools.filter((name) => name.startsWith('send_'))).toEqual(['send_template']);
    const template = {
      slug: 'receipt',
      name: 'Receipt',
      subject: 'Hi {{ name }}',
      text: 'Hi {{ name }}',
      variables: [{ key: 'name', type: 'string' }],
    };
    expect((await api.post('/templates', api.key, template)).status).toBe(201);
    await api.post('/templates/receipt/publish', api.key, {});
    const send = {
      from: `hello@${api.domain.name}`,
      to: ['ada@partner.example'],
      template: 'receipt',
      data: { name: '{{ secret }}' },
    };
    const sent = await templates.call('send_template', send);
    expect(sent.text).toMatch(/^Accepted/);
    expect((await templates.call('send_template', send)).facts).toMatchObject({
      id: sent.facts['id'],
      already_sent: true,
    });
    const read = await reader.call('read_email', { email_id: sent.facts['id'] });
    expect(read.facts['untrusted']).toContain('Hi {{ secret }}');
  });
});

it('shows nothing of another organization', async () => {
  const foreign = await createOrganization(api.pool);
  const domain = await createDomain(api.pool, { organizationId: foreign.id });
  const theirs = await createApiKey(api.pool, { organizationId: foreign.id, permission: 'SEND', ...limits });
  const own = await start(await api.createKey({ permission: 'SEND', ...limits }));
  const sent = await own.call('send_email', report(api.domain.name));
  const received = await createInboundEmail(api.pool, { organizationId: api.organizationId });
  const other = await start(theirs);
  for (const [tool, args] of [
    ['why_is_it_late', { email_id: sent.facts['id'] }],
    ['read_email', { email_id: sent.facts['id'] }],
    ['read_received_email', { id: received.id }],
  ] as const) {
    expect(await other.call(tool, args)).toMatchObject({
      isError: true,
      text: expect.stringContaining('not_found'),
    });
    expect((await own.call(tool, args)).isError).toBeFalsy();
  }
  for (const tool of ['find_email', 'find_received_email']) {
    expect((await other.call(tool, {})).facts).toMatchObject({ emails: [] });
    expect((await own.call(tool, {})).facts['emails']).toHaveLength(1);
  }
  // The same content in another organization is another email.
  expect((await other.call('send_email', report(domain.name))).facts).toMatchObject({ already_sent: false });
});

it('drafts a broadcast and says what it would do, and nothing is sent', async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News', default_opt_in: true });
  const segment = await api.post<{ id: string }>('/segments', api.key, { name: 'All', filter: { all: [] } });
  await api.post('/contacts', api.key, { email: 'ada@partner.example' });
  const draft = {
    ...{
      name: 'May',
      segment_id: segment.body.id,
      topic: 'news',
      from: `news@${api.domain.name}`,
      subject: 'May',
    },
    html: '<p>{{ unsubscribe_url }} <img src="https://x.example/a.png"></p>',
  };
  const assistant = await start(await api.createKey({ permission: 'SEND' }), '--drafts');
  const { facts, text } = await assistant.call('draft_broadcast', draft);
  expect([text, facts]).toEqual([
    expect.stringContaining('Draft created.'),
    expect.objectContaining({
      broadcast: expect.objectContaining({ status: 'draft' }),
      audience: expect.objectContaining({ contacts: 1 }),
      findings: expect.arrayContaining([expect.objectContaining({ code: 'missing_alt' })]),
    }),
  ]);
  const { id } = facts['broadcast'] as { id: string };
  expect((await api.get<{ status: string }>(`/broadcasts/${id}`)).body.status).toBe('draft');
  expect((await assistant.call('dry_run_broadcast', {})).facts['drafts']).toEqual([
    expect.objectContaining({ id }),
  ]);
  expect(await recipientsOf(api.organizationId)).toEqual([]);
});

it('answers each reading tool with an ADMIN key', async () => {
  const { tools, call } = await start(api.key);
  expect(tools.length).toBeLessThanOrEqual(15);
  const calls: Readonly<Record<string, object>> = {
    ...{
      find_email: {},
      list_recent_failures: {},
      deliverability_report: {},
      list_templates: {},
      find_received_email: {},
    },
    ...{ check_domain: { domain: api.domain.name }, suppression_status: { address: 'ada@partner.example' } },
    ...{
      dry_run_broadcast: {},
      check_email: { from: `hello@${api.domain.name}`, subject: 'Hi', html: '<img src="x">' },
    },
  };
  for (const [tool, args] of Object.entries(calls)) {
    const { isError, text } = await call(tool, args);
    expect([tool, text, isError ?? false]).toEqual([tool, expect.any(String), false]);
  }
  expect((await call('check_domain', { domain: api.domain.name })).facts).toMatchObject({
    status: 'verified',
    usable: true,
  });
});

it('ends with exit code 3 and says why when the key is unknown', async () => {
  const key = { ...api.key, token: `${api.key.token.slice(0, -1)}x` };
  await expect(run(process.execPath, [program, 'mcp'], { env: environmentOf(key) })).rejects.toMatchObject({
    ...{ code: 3, stdout: '', stderr: expect.stringContaining('(unauthorized)') },
  });
});
