import { once } from 'node:events';
import { connect } from 'node:net';
import type { ContactResource } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import { plans } from '@postrider/contracts/organizations';
import type { SignupFormResource, SignupRequestResource } from '@postrider/contracts/signup-forms';
import { uuidV7Floor } from '@postrider/db';
import type { Page } from '../../paging/page';
import { createTurnedClock } from '../../../test/turned-clock';
import { useApi } from '../../../test/use-api';

let form: SignupFormResource;

const clock = createTurnedClock();
const api = useApi({
  clock,
  limits: { trustedProxyHops: 1 },
  organization: { name: 'Café <Rio>' },
  stream: 'transactional',
});
beforeEach(async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News & <more>' });
  form = await newForm();
});

async function newForm(fields: object = {}): Promise<SignupFormResource> {
  const body = { name: 'Footer', from: `Rio <a@${api.domain.name}>`, topics: ['news'], ...fields };
  return (await api.post<SignupFormResource>('/signup-forms', api.key, body)).body;
}

let hosts = 0;
/** A client address that no other test uses. */
const newClient = (): string => `2001:db8:${(hosts += 1).toString(16)}::1`;

interface Shown {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function call(path: string, init: RequestInit = {}, client = newClient()): Promise<Shown> {
  const headers = { 'user-agent': 'Firefox', 'x-forwarded-for': client, ...init.headers };
  const response = await fetch(`${api.url}${path}`, { redirect: 'manual', ...init, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const show = (path: string, language = 'en'): Promise<Shown> =>
  call(path, { headers: { 'accept-language': language } });
const post = (fields: Record<string, string>, { to = form, client = newClient(), language = 'en' } = {}) =>
  call(
    `/f/${to.id}`,
    { method: 'POST', body: new URLSearchParams(fields), headers: { 'accept-language': language } },
    client,
  );

interface Mail {
  readonly to: string;
  readonly kind: string;
  readonly source: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Of the organization, oldest first. */
async function mails(): Promise<Mail[]> {
  const { rows } = await api.pool.query<Mail>(
    `SELECT r.address AS to, m.kind, m.source, m.subject, c.text, c.html
     FROM messages m JOIN recipients r ON r.message_id = m.id JOIN message_contents c ON c.message_id = m.id
     WHERE m.organization_id = $1 ORDER BY m.id`,
    [api.organizationId],
  );
  return rows;
}

/** The path of the link in the last mail. */
async function linkOf(): Promise<string> {
  const link = /http:\/\/127\.0\.0\.1:4000(\/f\/confirm\/\S{43})\n/.exec((await mails()).at(-1)?.text ?? '');
  return link?.[1] ?? 'no link';
}

const confirm = async (): Promise<Shown> => call(await linkOf(), { method: 'POST' });
const contact = async (email: string): Promise<ContactResource | null> => {
  const { body, status } = await api.get<ContactResource>(`/contacts/${email}`);
  return status === 200 ? body : null;
};
const requests = async (of = form): Promise<SignupRequestResource[]> =>
  (await api.get<Page<SignupRequestResource>>(`/signup-forms/${of.id}/requests`)).body.data;

describe('the page', () => {
  it('shows title, description, topics and fields, escaped, without scripts, in the reader’s language', async () => {
    const asked = { title: 'A <b>', description: 'One\n\nTwo', fields: ['first_name'] };
    const { id } = await newForm(asked);
    const page = await show(`/f/${id}`, 'de-AT,de;q=0.9');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<html lang="de">');
    expect(page.text).toContain('<h1>A &lt;b&gt;</h1>');
    expect(page.text).toContain('<p>One</p>\n<p>Two</p>');
    expect(page.text).toContain('News &amp; &lt;more&gt;');
    expect(page.text).toContain('name="first_name"');
    expect(page.text).not.toContain('name="last_name"');
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await show(`/f/${id}`, 'fr')).text).toContain('<html lang="fr">');
  });

  it('is closed for what is no form, and for one that is disabled', async () => {
    expect((await show(`/f/${newId()}`)).status).toBe(404);
    expect((await show('/f/x')).status).toBe(404);
    await api.send(`/signup-forms/${form.id}`, {
      method: 'PATCH',
      key: api.key,
      body: { status: 'disabled' },
    });
    expect((await show(`/f/${form.id}`)).status).toBe(404);
    expect((await post({ email: 'a@x.test' })).status).toBe(404);
    expect(await mails()).toEqual([]);
  });

  it('asks again when the address is none, and keeps what was entered', async () => {
    const answer = await post({ email: '"><i>' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('role="alert"');
    expect(answer.text).toContain('value="&quot;&gt;&lt;i&gt;"');
    expect(await mails()).toEqual([]);
  });

  it('refuses an address in another encoding than UTF-8', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'email=jos%e9@example.com';
    expect((await call(`/f/${form.id}`, { method: 'POST', headers, body })).status).toBe(422);
    expect(await mails()).toEqual([]);
  });

  it('refuses other methods, other bodies and long ones', async () => {
    expect((await call(`/f/${form.id}`, { method: 'DELETE' })).status).toBe(405);
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await call(`/f/${form.id}`, json)).status).toBe(415);
    expect((await post({ email: 'a@x.test', padding: 'x'.repeat(20_000) })).status).toBe(413);
    expect(await mails()).toEqual([]);
  });
});

describe('a person who fills it in', () => {
  it('gets a mail that asks, in their language, and is a contact only when it was confirmed', async () => {
    const { id } = (form = await newForm({ fields: ['first_name', 'last_name'] }));
    const fields = { email: ' Ada@Example.com ', first_name: 'Ada', last_name: 'x\n<y>' };
    const answer = await post(fields, { language: 'es', client: '2001:db8:ffff::7' });
    expect([answer.status, answer.text.includes('Mire en su buzón')]).toEqual([200, true]);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: 'Ada@example.com', kind: 'signup.confirmation', source: 'form' });
    expect(mail?.subject).toContain('Café <Rio>');
    expect(mail?.html).toContain('Café &lt;Rio&gt;');
    expect(mail?.html).toContain('<li>News &amp; &lt;more&gt;</li>');
    expect(await contact('ada@example.com')).toBeNull();
    expect(await requests()).toEqual([expect.objectContaining({ state: 'pending', contact_id: null })]);

    const link = await linkOf();
    expect((await show(link)).text).toContain('<form method="post">');
    expect(await contact('ada@example.com')).toBeNull();
    const confirmed = await confirm();
    expect([confirmed.status, confirmed.text.includes('role="status"')]).toEqual([200, true]);
    const added = await contact('ada@example.com');
    expect(added).toMatchObject({
      ...{ email: 'Ada@example.com', first_name: 'Ada', last_name: 'x <y>', status: 'SUBSCRIBED' },
      topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
    });
    const [request] = await requests();
    expect(request).toMatchObject({
      state: 'confirmed',
      ip_address: '2001:db8:ffff::7',
      contact_id: added?.id,
    });
    expect(request?.confirmed_ip_address).toMatch(/^2001:db8:/);
    const history = await api.get<Page<object>>(`/contacts/${added?.id}/subscription-changes`);
    expect(history.body.data).toContainEqual(
      expect.objectContaining({
        ...{ topic: 'news', to: 'SUBSCRIBED', actor: 'form', user_agent: 'Firefox' },
        ...{ source: `Footer (http://127.0.0.1:4000/f/${id})`, ip_address: request?.confirmed_ip_address },
      }),
    );
  });

  it('gets the subject and the text that the form has for its mail', async () => {
    const own = {
      confirmation_subject: 'One more click',
      confirmation_text: 'Hello <you>,\n\nplease confirm.',
    };
    form = await newForm(own);
    expect(form).toMatchObject(own);
    await post({ email: 'ada@x.test' });
    const [mail] = await mails();
    expect(mail?.subject).toBe('One more click');
    expect(mail?.text).toMatch(/^Hello <you>,\n\nplease confirm.\n\n- News/);
    expect(mail?.html).toContain('>Hello &lt;you&gt;,</p>');
    const cleared = { confirmation_subject: null, confirmation_text: null };
    await api.send(`/signup-forms/${form.id}`, { method: 'PATCH', key: api.key, body: cleared });
    await post({ email: 'bob@x.test' });
    expect((await mails()).at(-1)?.subject).toBe('Confirm your subscription to Café <Rio>');
  });

  it('gets the same answer whether or not the address is known', async () => {
    await api.post('/contacts', api.key, { email: 'known@x.test', status: 'UNSUBSCRIBED' });
    await api.post('/suppressions', api.key, { email: 'suppressed@x.test' });
    const answers = [];
    for (const email of ['new@x.test', 'known@x.test', 'suppressed@x.test', 'new@x.test']) {
      answers.push(await post({ email }));
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await mails()).map(({ to }) => to)).toEqual(['new@x.test', 'known@x.test', 'suppressed@x.test']);
  });

  it('changes nothing by confirming twice, or at the same time', async () => {
    await post({ email: 'twice@x.test' });
    const link = await linkOf();
    const answers = await Promise.all([1, 2, 3].map(() => call(link, { method: 'POST' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const id = (await contact('twice@x.test'))?.id;
    const before = await api.get<Page<object>>(`/contacts/${id}/subscription-changes`);
    await confirm();
    expect((await show(link)).text).toContain('role="status"');
    expect(await api.get(`/contacts/${id}/subscription-changes`)).toMatchObject({ body: before.body });
  });

  it('comes back after having left, but not after a bounce or a complaint', async () => {
    await api.post('/contacts', api.key, { email: 'left@x.test', status: 'UNSUBSCRIBED' });
    await api.pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason, domain_id) VALUES ($1, $2, 'left@x.test', 'unsubscribe', $3)`,
      [newId(), api.organizationId, api.domain.id],
    );
    await post({ email: 'left@x.test' });
    await confirm();
    expect((await contact('left@x.test'))?.status).toBe('SUBSCRIBED');
    const left = await api.get<Page<unknown>>('/suppressions?email=left@x.test');
    expect(left.body.data).toEqual([]);

    await post({ email: 'angry@x.test' });
    await api.pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, 'angry@x.test', 'complaint')`,
      [newId(), api.organizationId],
    );
    await confirm();
    expect((await contact('angry@x.test'))?.status).toBe('COMPLAINED');
  });

  it('comes back to mail of every domain by a form that sends from one of them', async () => {
    const { pool } = api;
    const bulk = await api.createDomain({ stream: 'bulk' });
    await api.post('/contacts', api.key, { email: 'left@x.test', status: 'UNSUBSCRIBED' });
    for (const [domainId, reason] of [
      [bulk.id, 'unsubscribe'],
      [api.domain.id, 'unsubscribe'],
      [null, 'unsubscribe'],
    ] as const) {
      await pool.query(
        `INSERT INTO suppressions (id, organization_id, email, reason, domain_id) VALUES ($1, $2, 'left@x.test', $3, $4)`,
        [newId(), api.organizationId, reason, domainId],
      );
    }
    await post({ email: 'left@x.test' });
    await confirm();
    const { body } = await api.get<Page<unknown>>('/suppressions?email=left@x.test');
    expect([(await contact('left@x.test'))?.status, body.data]).toEqual(['SUBSCRIBED', []]);
  });

  it('gets what the form showed, without topics that are gone and those that came later', async () => {
    for (const slug of ['gone', 'later']) await api.post('/topics', api.key, { slug, name: slug });
    form = await newForm({ topics: ['news', 'gone'] });
    await post({ email: 'a@x.test' });
    await api.send(`/signup-forms/${form.id}`, {
      method: 'PATCH',
      key: api.key,
      body: { topics: ['news', 'later'] },
    });
    await api.delete('/topics/gone');
    await confirm();
    expect((await contact('a@x.test'))?.topics).toEqual([{ topic: 'news', state: 'SUBSCRIBED' }]);
  });

  it('is forgotten with the contact', async () => {
    for (const email of ['a@x.test', 'b@x.test']) {
      await post({ email });
      await confirm();
    }
    expect((await api.delete('/contacts/A@x.test')).status).toBe(200);
    expect((await requests()).map(({ email }) => email)).toEqual(['b@x.test']);
  });

  it('is sent on to the form’s own page, to which its policy lets the browser go', async () => {
    form = await newForm({ redirect_url: 'https://shop.example/welcome?a=1' });
    await post({ email: 'a@x.test' });
    const asked = await show(await linkOf());
    expect(asked.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://shop.example;",
    );
    const { status, headers } = await confirm();
    expect([status, headers.get('location')]).toEqual([303, 'https://shop.example/welcome?a=1']);
  });

  it('cannot use a link that is a week old, or that is invalid', async () => {
    await post({ email: 'late@x.test' });
    await api.pool.query(`UPDATE signup_requests SET expires_at = now() WHERE form_id = $1`, [form.id]);
    expect((await confirm()).status).toBe(410);
    expect((await show(await linkOf())).text).toContain(`href="/f/${form.id}"`);
    expect(await contact('late@x.test')).toBeNull();
    expect((await call(`/f/confirm/${'A'.repeat(43)}`, { method: 'POST' })).status).toBe(404);
  });

  it('waits and notifies the owner of the form while the plan has no room, and the link goes on working', async () => {
    const sets = `plan = 'free', alert_email = 'owner@acme.test'`;
    await api.pool.query(`UPDATE organizations SET ${sets} WHERE id = $1`, [api.organizationId]);
    await api.pool.query(
      `INSERT INTO contacts (id, organization_id, email, email_key)
       SELECT gen_random_uuid(), $1, n || '@full.test', n || '@full.test' FROM generate_series(1, $2) n`,
      [api.organizationId, plans.free.contacts],
    );
    await post({ email: 'one-more@x.test' });
    const refused = await confirm();
    expect(refused.status).toBe(503);
    expect((await confirm()).status).toBe(503);
    expect((await requests())[0]?.state).toBe('pending');
    const { rows } = await api.pool.query(`SELECT kind, recipient FROM notices WHERE organization_id = $1`, [
      api.organizationId,
    ]);
    expect(rows).toEqual([{ kind: 'contacts_full', recipient: 'owner@acme.test' }]);
    await api.pool.query(`DELETE FROM contacts WHERE organization_id = $1`, [api.organizationId]);
    expect((await confirm()).status).toBe(200);
    expect(await contact('one-more@x.test')).toMatchObject({ status: 'SUBSCRIBED' });
  });

  it('is asked to come again when the organization may not send, and nothing of it counts', async () => {
    const pause = (at: string) =>
      api.pool.query(`UPDATE organizations SET sending_paused_at = ${at} WHERE id = $1`, [
        api.organizationId,
      ]);
    await pause('now()');
    expect((await post({ email: 'a@x.test' })).status).toBe(503);
    expect(await requests()).toEqual([]);
    await pause('NULL');
    expect((await post({ email: 'a@x.test' })).status).toBe(200);
    expect(await mails()).toHaveLength(1);
  });
});

describe('limits', () => {
  /** As if the requests had been made so long ago. */
  const age = async (minutes: number): Promise<void> => {
    const { rows } = await api.pool.query<{ id: string }>(
      `SELECT id FROM signup_requests WHERE organization_id = $1 ORDER BY id DESC`,
      [api.organizationId],
    );
    for (const [index, { id }] of rows.entries()) {
      const older = uuidV7Floor(new Date(Date.now() - minutes * 60_000 * (index + 1) + index));
      await api.pool.query(`UPDATE signup_requests SET id = $2 WHERE id = $1`, [id, older]);
    }
  };

  it('let a person fill in one form after the other, and confirm both', async () => {
    await api.post('/topics', api.key, { slug: 'offers', name: 'Offers' });
    const other = await newForm({ topics: ['offers'] });
    const client = newClient();
    for (const to of [form, other, form]) {
      expect((await post({ email: 'ada+a@x.test' }, { to, client })).status).toBe(200);
      if (to === form) continue;
      await confirm();
    }
    expect((await mails()).map(({ to }) => to)).toEqual(['ada+a@x.test', 'ada+a@x.test']);
    expect((await contact('ada+a@x.test'))?.topics).toEqual([{ topic: 'offers', state: 'SUBSCRIBED' }]);
  });

  it('say so when an address has had its mails of a day, over all forms', async () => {
    const forms = [form];
    while (forms.length < 6) forms.push(await newForm());
    const statuses = [];
    for (const to of forms) statuses.push((await post({ email: 'ada@x.test' }, { to })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await post({ email: 'ada+tag@x.test' }, { to: forms[5] })).status).toBe(429);
    expect(await mails()).toHaveLength(5);
    // The one that was sent is still in the inbox.
    expect((await post({ email: 'ada@x.test' })).status).toBe(200);
    expect((await post({ email: 'bob@x.test' }, { to: forms[5] })).status).toBe(200);
  });

  it('let a flood of a thousand posts send one mail to its victim, five a day, and other forms answer beside it', async () => {
    const victim = () => post({ email: 'victim@x.test' });
    const flood = Array.from({ length: 1_000 }, victim);
    const other = await newForm();
    const beside = await post({ email: 'reader@x.test' }, { to: other });
    expect([beside.status, beside.text.includes('role="status"')]).toEqual([200, true]);
    const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual(['reader@x.test', 'victim@x.test']);

    for (const count of [2, 3, 4, 5]) {
      await age(11);
      // Over all forms: another of them does not begin again.
      await post({ email: 'VICTIM@x.test' }, { to: count % 2 === 0 ? other : form });
      expect((await mails()).filter(({ to }) => /victim/i.test(to))).toHaveLength(count);
    }
    await age(11);
    expect((await victim()).status).toBe(429);
    expect((await mails()).filter(({ to }) => /victim/i.test(to))).toHaveLength(5);
  });

  it('count a mailbox once, whatever its +tag', async () => {
    for (const tag of ['', '+1', '+news+2', '+1']) await post({ email: `ada${tag}@x.test` });
    expect((await mails()).map(({ to }) => to)).toEqual(['ada@x.test']);
  });

  it('leave a form open beside 60 clients that send it their bodies a byte at a time', async () => {
    const { port } = new URL(api.url);
    const sockets = Array.from({ length: 60 }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => {});
      socket.write(
        `POST /f/${form.id} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${newClient()}\r\n` +
          'content-type: application/x-www-form-urlencoded\r\ncontent-length: 5000\r\n\r\nemail=',
      );
    }
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    // Connections that came before are served before: the form has seen their heads by then.
    await show(`/f/${form.id}`);
    expect((await post({ email: 'victim@x.test' })).status).toBe(200);
    expect((await mails()).map(({ to }) => to)).toEqual(['victim@x.test']);
    for (const socket of sockets) socket.destroy();
  });

  it('tell a client that it has had ten mails sent in a minute, whatever the addresses', async () => {
    const client = newClient();
    const statuses = [];
    clock.stop();
    for (let n = 0; n < 12; n += 1) statuses.push((await post({ email: `n${n}@x.test` }, { client })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    // Of the same network.
    expect((await post({ email: 'n@x.test' }, { client: client.replace(/1$/, '2') })).status).toBe(429);
    expect((await post({ email: 'other@x.test' })).status).toBe(200);
    clock.go();
  });

  it('hold for one form, so that made-up addresses do not use up the quota', async () => {
    await api.pool.query(
      `INSERT INTO signup_requests (id, form_id, organization_id, email, email_key, token_hash, ip_address, client_network,
         language, message_id, created_at, expires_at)
       SELECT ($1::text || lpad(n::text, 12, '0'))::uuid, $2::uuid, $3::uuid, n || '@x.test', n || '@x.test', sha256(($2::uuid::text || n)::bytea), '', '',
         'en', $2::uuid, now(), now() FROM generate_series(1, 1000) n`,
      [newId().slice(0, 24), form.id, api.organizationId],
    );
    expect((await post({ email: 'a@x.test' })).status).toBe(429);
    expect((await post({ email: 'a@x.test' }, { to: await newForm() })).status).toBe(200);
  });

  it('drop submissions that fill in hidden fields', async () => {
    const answer = await post({ email: 'bot@x.test', subject: 'Buy' });
    expect([answer.status, answer.text.includes('role="status"')]).toEqual([200, true]);
    expect([await mails(), await requests()]).toEqual([[], []]);
  });

  it('do not count a request whose mail was never accepted', async () => {
    await post({ email: 'a@x.test' });
    await api.pool.query(`UPDATE signup_requests SET message_id = $2 WHERE form_id = $1`, [form.id, newId()]);
    await age(2);
    await post({ email: 'a@x.test' });
    expect(await mails()).toHaveLength(2);
  });
});
