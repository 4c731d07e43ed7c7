import type { SendEmailResponse } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import type { Conversation, InboundResource, InboundSummary } from '@postrider/contracts/inbound';
import { createApiKey, createInboundEmail, createMessage, createOrganization } from '@postrider/testkit';
import { insertEmail } from '../../test/email-fixture';
import { useApi } from '../../test/use-api';

const api = useApi({ permission: 'SEND', stream: 'transactional' });

type Overrides = Partial<Parameters<typeof createInboundEmail>[1]>;
const received = async (overrides: Overrides = {}): Promise<string> =>
  (await createInboundEmail(api.pool, { organizationId: api.organizationId, ...overrides })).id;
/** An email to an address of the domain. */
const addressed = (overrides: Overrides = {}): Promise<string> =>
  received({
    ...{ rule: 'addresses', domainId: api.domain.id, receivedFor: [`support@${api.domain.name}`] },
    ...overrides,
  });
const read = async (id: string, key = api.key) =>
  (await api.get<InboundResource>(`/inbound/${id}`, key)).body;
const reply = (id: string, body: object = {}, key = api.key) =>
  api.post<SendEmailResponse>(`/inbound/${id}/reply`, key, { text: 'It left today.', ...body });
const conversation = async (id: string, key = api.key) =>
  (await api.get<Conversation>(`/inbound/${id}/conversation`, key)).body;
const entriesOf = async (id: string, key = api.key): Promise<string[]> =>
  (await conversation(id, key)).data.map((entry) => entry.id);

interface Stored {
  readonly from_header: string;
  readonly reply_to: string | null;
  readonly to_addresses: string[];
  readonly subject: string;
  readonly inbound_id: string;
  readonly text: string;
  readonly html: string | null;
  readonly headers: Record<string, string> | null;
  readonly metadata: Record<string, string> | null;
}
async function stored({ body }: { readonly body: SendEmailResponse }): Promise<Stored | undefined> {
  const { rows } = await api.pool.query<Stored>(
    `SELECT m.from_header, m.reply_to, m.to_addresses, m.subject, m.inbound_id, c.text, c.html, c.headers, c.metadata
       FROM messages m JOIN message_contents c ON c.message_id = m.id WHERE m.id = $1`,
    [body.id],
  );
  return rows[0];
}

describe('POST /inbound/{id}/reply', () => {
  it('answers the sender from the address that received the email, in its thread', async () => {
    const headers = [
      { name: 'References', value: '<0@example.com>' },
      { name: 'Reply-To', value: 'Jane <desk@example.com>' },
    ];
    const id = await addressed({ subject: 'Where is it?', headers, metadata: { ticket: 'T-7' } });
    expect((await read(id)).replied_at).toBeNull();
    const answer = await reply(id, { quote: true });
    expect(answer.status).toBe(200);
    expect(await stored(answer)).toMatchObject({
      from_header: `support@${api.domain.name}`,
      reply_to: null,
      to_addresses: ['Jane <desk@example.com>'],
      subject: 'Re: Where is it?',
      inbound_id: id,
      text: expect.stringMatching(
        /^It left today\.\n\nOn .* UTC, Jane <jane@example\.com> wrote:\n> Thanks!\n/,
      ),
      html: null,
      headers: { 'In-Reply-To': '<1@example.com>', References: '<0@example.com> <1@example.com>' },
      metadata: { ticket: 'T-7' },
    });
    expect((await read(id)).replied_at).toEqual(expect.any(String));
    const { rows } = await api.pool.query(
      `SELECT target_type, target_id, after->>'email_id' AS email FROM audit_entries
        WHERE organization_id = $1 AND action = 'message.reply'`,
      [api.organizationId],
    );
    expect(rows).toEqual([{ target_type: 'inbound_email', target_id: id, email: answer.body.id }]);
  });

  it('to a reply comes from the sender of the answered email, and is answered at its reply address', async () => {
    const { id: emailId } = await createMessage(api.pool, { organizationId: api.organizationId });
    const from = `Shop <shop@${api.domain.name}>`;
    await api.pool.query('UPDATE messages SET from_header = $2 WHERE id = $1', [emailId, from]);
    const host = `reply.${api.domain.name}`;
    const id = await received({ emailId, receivedFor: [`reply+abc@${host}`] });
    expect((await read(id)).reply_defaults).toMatchObject({ from, reply_to: `reply@${host}` });
    expect(await stored(await reply(id))).toMatchObject({ from_header: from, reply_to: `reply@${host}` });
  });

  it('takes what the request says, and never the HTML of the sender', async () => {
    const id = await addressed({ text: '<script>alert(1)</script>' });
    const asked = {
      from: `Acme <hello@${api.domain.name}>`,
      to: ['ada@example.org'],
      subject: 'About it',
      reply_to: 'desk@example.org',
      metadata: { order: '1' },
    };
    const answer = await reply(id, { ...asked, html: '<p>It left.</p>', quote: true });
    expect(await stored(answer)).toMatchObject({
      from_header: asked.from,
      to_addresses: asked.to,
      subject: asked.subject,
      reply_to: asked.reply_to,
      metadata: asked.metadata,
      html: expect.stringMatching(
        /^<p>It left\.<\/p>.*&lt;script&gt;alert\(1\)&lt;\/script&gt;<\/blockquote>$/s,
      ),
    });
  });

  it('names the field that has no default', async () => {
    const id = await received({ from: 'undisclosed' });
    const { refusal, body } = await api.post<{ error: { fields: { path: string }[] } }>(
      `/inbound/${id}/reply`,
      api.key,
      { text: 'Hi' },
    );
    expect(refusal).toBe('422 validation_error');
    expect(body.error.fields.map(({ path }) => path)).toEqual(['from', 'to']);
    for (const wrong of [{ text: ' ' }, { to: 'x' }, { subject: 'a\nBcc: b@example.com' }, { from: 'x' }]) {
      expect((await reply(await addressed(), wrong)).status).toBe(422);
    }
  });

  it('sends once, however often it is submitted with one key', async () => {
    const id = await addressed();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => reply(id, { idempotency_key: 'reply-1' })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await entriesOf(id)).toEqual([id, answers[0]?.body.id]);
  });

  it('lists suppressed recipients instead of sending to them', async () => {
    await api.pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, 'jane@example.com', 'manual')`,
      [newId(), api.organizationId],
    );
    expect((await reply(await addressed())).body.suppressed).toEqual(['jane@example.com']);
  });
});

describe('a hostile email', () => {
  it('puts no header of its own into a reply', async () => {
    const headers = [
      { name: 'References', value: '<a@x.test> <b\u0000@x.test>\r\nBcc: all@x.test <"c d"@x.test>' },
      { name: 'Reply-To', value: Array.from({ length: 500 }, (_each, n) => `${n}@victims.test`).join(', ') },
    ].map(({ name, value }) => ({ name, value: value.replaceAll('\u0000', '\u0001') }));
    const id = await addressed({ headers, messageId: '<1\r\nBcc:all@x.test>', subject: 'Hi\u2028Bcc: all' });
    expect((await read(id)).reply_defaults.to).toEqual(['Jane <jane@example.com>']);
    const answer = await reply(id);
    expect(await stored(answer)).toMatchObject({
      to_addresses: ['Jane <jane@example.com>'],
      // As plain ids, on one line.
      headers: { References: '<a@x.test> <all@x.test>' },
    });
  });

  it('of two megabytes is quoted as far as people read', async () => {
    const id = await addressed({ text: `${'>'.repeat(70)}\n`.repeat(28_000) });
    const sent = await stored(await reply(id, { quote: true }));
    expect(sent?.text.length).toBeLessThan(60_000);
    expect(sent?.text).toMatch(/\n> \[…\]\n$/);
  });

  it('in a flood shows the newest of its conversation', async () => {
    const emailId = await insertEmail(api.pool, { organizationId: api.organizationId });
    const ids: string[] = [];
    for (let n = 0; n < 102; n += 1) ids.push(await received({ emailId, content: false }));
    const { data, truncated } = await conversation(ids[0] ?? '');
    expect(truncated).toBe(true);
    expect(data.map((entry) => entry.id)).toEqual(ids.slice(-100));
  });
});

describe('GET /inbound/{id}/conversation', () => {
  it('has the answered email, its answers, our replies and the answers to these, oldest first', async () => {
    const { id: first } = await createMessage(api.pool, { organizationId: api.organizationId });
    const asked = await received({ emailId: first, domainId: api.domain.id });
    const ours = (await reply(asked, { from: `a@${api.domain.name}` })).body.id;
    const again = await received({ emailId: ours, domainId: api.domain.id });
    const last = (await reply(again, { from: `a@${api.domain.name}` })).body.id;
    const late = await received({ emailId: first, domainId: api.domain.id });
    const other = await received({});
    const all = [first, asked, ours, again, last, late];
    for (const id of [asked, again, late]) expect(await entriesOf(id)).toEqual(all);
    expect(await entriesOf(other)).toEqual([other]);
    const { data, truncated } = await conversation(again);
    expect(truncated).toBe(false);
    expect(data.slice(0, 3)).toMatchObject([
      { type: 'sent', subject: 'Hello', last_event: 'delivered', replies_to: null, dmarc: null },
      { type: 'received', preview: 'Thanks!', replies_to: first, last_event: null, dmarc: 'pass' },
      { type: 'sent', preview: 'It left today.', replies_to: asked, last_event: 'queued' },
    ]);
    const replied = (await api.get<{ data: InboundSummary[] }>('/inbound?replied=true')).body.data;
    expect(replied.map(({ id }) => id)).toEqual([again, asked]);
    const open = (await api.get<{ data: InboundSummary[] }>('/inbound?replied=false')).body.data;
    expect(open.map(({ id }) => id)).toEqual([other, late]);
  });

  it('begins with the received email where it answers none', async () => {
    const id = await addressed();
    const ours = (await reply(id)).body.id;
    const again = await addressed({ emailId: ours });
    expect(await entriesOf(again)).toEqual([id, ours, again]);
  });

  it('shows a key of one domain nothing of another, and a test key no text', async () => {
    const mine = await api.createDomain();
    const id = await addressed();
    const ours = (await reply(id)).body.id;
    const again = await received({ emailId: ours, domainId: mine.id });
    const withMine = await api.createKey({ domainIds: [mine.id] });
    expect(await entriesOf(again, withMine)).toEqual([again]);
    expect((await api.get(`/inbound/${id}/conversation`, withMine)).refusal).toBe('404 not_found');
    const test = await api.createKey({ mode: 'test' });
    expect((await conversation(id, test)).data.map(({ preview }) => preview)).toEqual([null, null, null]);
    expect((await reply(id, {}, test)).refusal).toBe('403 test_key_not_allowed');
  });

  it('is of its organization alone, also where another one names the same email', async () => {
    const id = await addressed();
    const ours = (await reply(id)).body.id;
    const stranger = (await createOrganization(api.pool)).id;
    const strange = (await createInboundEmail(api.pool, { organizationId: stranger, emailId: ours })).id;
    const key = await createApiKey(api.pool, { organizationId: stranger });
    expect(await entriesOf(strange, key)).toEqual([strange]);
    expect(await entriesOf(id)).toEqual([id, ours]);
    expect((await reply(id, {}, key)).refusal).toBe('404 not_found');
    expect((await api.get(`/inbound/${id}/conversation`, key)).refusal).toBe('404 not_found');
  });
});
