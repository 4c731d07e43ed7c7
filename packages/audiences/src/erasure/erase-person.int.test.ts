import { lowestId, newId } from '@postrider/contracts/ids';
import { contactActivityPasses, fillContactActivity, forgottenAddress } from '@postrider/db';
import {
  createEmailEvent,
  createInboundEmail,
  createMessage,
  createOrganization,
  insertRow,
  type MessageFixture,
  useTestContext,
} from '@postrider/testkit';
import { countPerson, erasePerson } from './erase-person';

const jane = 'jane@example.com';
const actor = { type: 'operator', name: 'olga' } as const;
const nothing = {
  contacts: 0,
  signupRequests: 0,
  suppressions: 0,
  messages: 0,
  openMessages: 0,
  inboundEmails: 0,
};
let organizationId: string;
let digest: string;

const context = useTestContext();
beforeEach(async () => {
  organizationId = (await createOrganization(context.pool)).id;
  digest = forgottenAddress(organizationId, jane);
});

const rows = async (text: string, values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await context.pool.query<Record<string, unknown>>(text, values)).rows;

/** To Jane and Joe, with everything that names her. */
async function sendToJane(organization = organizationId, finalAt?: null): Promise<MessageFixture> {
  const message = await createMessage(context.pool, {
    organizationId: organization,
    recipient: `Jane Doe <${jane}>`,
    metadata: { name: 'Jane' },
    ...(finalAt === null && { finalAt, status: 'queued' as const }),
  });
  for (const [ordinal, address] of [jane, 'joe@example.com'].entries()) {
    await insertRow(context.pool, 'recipients', {
      ...{ message_id: message.id, ordinal, organization_id: organization, address, address_key: address },
      ...{ role: 'to', status: 'delivered', detail: `for ${address}`, updated_at: new Date() },
    });
  }
  await createEmailEvent(context.pool, message, {
    recipient: jane,
    reply: { host: 'mx.example.com', code: 250, text: `${jane} ok` },
  });
  await insertRow(context.pool, 'message_attachments', {
    ...{ message_id: message.id, ordinal: 0, filename: 'Jane.pdf', content_type: 'application/pdf', size: 2 },
    content: 'SGk=',
  });
  await insertRow(context.pool, 'delivery_attempts', {
    ...{ message_id: message.id, ordinal: 0, round: 1, worker_id: newId(), destination: 'mx.example.com' },
    ...{ started_at: new Date(), result: 'accepted', conversation: `C: RCPT TO:<${jane}>` },
  });
  await insertRow(context.pool, 'api_request_contents', {
    ...{ log_id: newId(), organization_id: organization, request_headers: '{}', query: null },
    request_body: JSON.stringify({ to: 'Jane@example.com' }),
  });
  await insertRow(context.pool, 'api_request_contents', {
    ...{
      log_id: newId(),
      organization_id: organization,
      request_headers: '{}',
      query: 'to=jane%40example.com',
    },
  });
  return message;
}

async function addContact(): Promise<void> {
  const contact = { id: newId(), organization_id: organizationId, email: jane, email_key: jane };
  await insertRow(context.pool, 'contacts', { ...contact, first_name: 'Jane' });
}

async function addToAudience(): Promise<void> {
  await addContact();
  await insertRow(context.pool, 'suppressions', {
    ...{ id: newId(), organization_id: organizationId, email: jane, reason: 'complaint' },
  });
}

/** All rows of all tables, but the ones of other organizations. */
async function everythingOf(organization: string): Promise<string> {
  const tables = await rows(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns c JOIN pg_class t ON t.relname = c.table_name
      WHERE column_name = 'organization_id' AND NOT t.relispartition AND t.relkind IN ('r', 'p')`,
    [],
  );
  const dumps = await Promise.all(
    tables.map(({ name }) =>
      rows(`SELECT string_agg(t::text, ' ') AS dump FROM ${String(name)} t WHERE organization_id = $1`, [
        organization,
      ]),
    ),
  );
  return JSON.stringify(dumps);
}

it('leaves no trace of a person but a digest, and keeps the mail of others', async () => {
  await addToAudience();
  const message = await sendToJane();
  await createInboundEmail(context.pool, { organizationId, attachments: [] });
  const found = { ...nothing, contacts: 1, suppressions: 1, messages: 1, inboundEmails: 1 };
  const person = { organizationId, address: jane };
  expect(await countPerson(context.pool, person)).toEqual(found);
  expect(await everythingOf(organizationId)).toMatch(/jane/i);

  expect(await erasePerson(context.pool, person, { actor })).toEqual({ digest, erased: found });

  expect(await everythingOf(organizationId)).not.toMatch(/jane/i);
  expect(await countPerson(context.pool, person)).toEqual(nothing);
  expect(
    await rows('SELECT email, reason FROM suppressions WHERE organization_id = $1', [organizationId]),
  ).toEqual([{ email: digest, reason: 'complaint' }]);
  expect(await rows('SELECT status, to_addresses AS "to" FROM messages WHERE id = $1', [message.id])).toEqual(
    [{ status: 'delivered', to: [digest, 'joe@example.com'] }],
  );
  const kept = `SELECT (SELECT count(*)::int FROM email_events WHERE message_id = $1) AS events,
      (SELECT count(*)::int FROM message_contents WHERE message_id = $1) AS contents,
      (SELECT count(*)::int FROM message_attachments WHERE message_id = $1) AS attachments,
      (SELECT count(*)::int FROM delivery_attempts WHERE message_id = $1 AND conversation IS NULL) AS attempts,
      (SELECT detail FROM recipients WHERE message_id = $1 AND ordinal = 1) AS joe`;
  expect(await rows(kept, [message.id])).toEqual([
    { events: 1, contents: 0, attachments: 0, attempts: 1, joe: 'for joe@example.com' },
  ]);
  expect(
    await rows('SELECT action, actor_name, target_id FROM audit_entries WHERE organization_id = $1', [
      organizationId,
    ]),
  ).toEqual([{ action: 'contact.erase', actor_name: 'olga', target_id: digest }]);
});

it('leaves a message that may still be sent until it is settled', async () => {
  const { id } = await sendToJane(organizationId, null);
  const person = { organizationId, address: jane };
  const { erased } = await erasePerson(context.pool, person, { actor });
  expect(erased).toEqual({ ...nothing, openMessages: 1 });
  expect(await rows('SELECT to_addresses[1] AS "to" FROM messages WHERE id = $1', [id])).toEqual([
    { to: `Jane Doe <${jane}>` },
  ]);
  await context.pool.query(`UPDATE messages SET status = 'delivered', final_at = now() WHERE id = $1`, [id]);
  expect((await erasePerson(context.pool, person, { actor })).erased).toEqual({ ...nothing, messages: 1 });
});

it('erases all of many messages, and nothing of another organization', async () => {
  const other = await createOrganization(context.pool);
  await sendToJane(other.id);
  const before = await everythingOf(other.id);
  for (let sent = 0; sent < 130; sent += 1) await sendToJane();
  const pages: number[] = [];
  const { erased } = await erasePerson(
    context.pool,
    { organizationId, address: jane },
    { actor, onPage: (messages) => void pages.push(messages) },
  );
  expect(erased.messages).toBe(130);
  expect(pages).toEqual([100, 130]);
  expect(await everythingOf(other.id)).toBe(before);
});

it('removes links of broadcasts that the person alone clicked', async () => {
  const message = await sendToJane();
  const broadcastId = newId();
  await insertRow(context.pool, 'broadcast_recipients', {
    ...{ broadcast_id: broadcastId, contact_id: newId(), organization_id: organizationId },
    ...{ message_id: message.id, outcome: 'submitted' },
  });
  for (const [url, recipients] of [
    [`https://shop.test/?email=${jane}`, 1],
    ['https://shop.test/may', 2],
  ] as const) {
    await insertRow(context.pool, 'email_events', {
      ...{ message_id: message.id, id: newId(), organization_id: organizationId, ordinal: 0, url },
      ...{ recipient: jane, type: 'clicked', identity: url, occurred_at: new Date(), mode: 'live' },
    });
    await context.pool.query(
      `INSERT INTO broadcast_links (broadcast_id, variant, url_digest, organization_id, url, clicks, unique_clicks)
       VALUES ($1, 0, md5($2)::uuid, $3, $2, $4, $4)`,
      [broadcastId, url, organizationId, recipients],
    );
  }
  await erasePerson(context.pool, { organizationId, address: jane }, { actor });
  expect(await rows('SELECT url FROM broadcast_links WHERE broadcast_id = $1', [broadcastId])).toEqual([
    { url: 'https://shop.test/may' },
  ]);
});

it('forgets what the person did with email, also for a contact that is added again', async () => {
  const activity = async () => {
    await context.pool.query('UPDATE sweep_cursors SET position = $1', [lowestId]);
    const clock = { now: () => new Date(Date.now() + 60_000) };
    await fillContactActivity({ pool: context.servicePool, clock }, contactActivityPasses[0]);
    const found = await rows('SELECT last_received_at FROM contact_activity WHERE organization_id = $1', [
      organizationId,
    ]);
    return found.length;
  };
  await addContact();
  await sendToJane();
  expect(await activity()).toBe(1);
  await erasePerson(context.pool, { organizationId, address: jane }, { actor });
  expect(await activity()).toBe(0);
  await addContact();
  expect(await activity()).toBe(0);
});
