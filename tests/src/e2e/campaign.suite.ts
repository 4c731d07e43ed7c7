import type { AutomationResource, AutomationRunSummary, PostedEvent } from '@postrider/contracts/automations';
import type { BroadcastRecipientResource, BroadcastResource } from '@postrider/contracts/broadcasts';
import type { ContactImportResource, ContactResource } from '@postrider/contracts/contacts';
import type { SegmentResource } from '@postrider/contracts/segments';
import type { SignupFormResource } from '@postrider/contracts/signup-forms';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  type SinkMessage,
} from '@postrider/testkit';
import { request } from 'undici';
import type { Api } from '../system/api';
import { headerOf } from '../system/received-mail';
import { present, running } from './running-system';

/** Who uses nothing of the others: their counters are looked at to the last mail. */
interface Campaigner {
  readonly api: Api;
  readonly token: string;
  readonly from: string;
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const arrival = { timeoutMs: 60_000, intervalMs: 100 };
const readersCount = 40;
const readers = Array.from({ length: readersCount }, (_, n) => `reader${n}@campaign.test`);

let campaigner: Campaigner | undefined;

async function startCampaigner(): Promise<Campaigner> {
  const { pool, secrets } = running();
  const { id: organizationId } = await createOrganization(pool, {
    name: 'Rio & Co',
    postalAddress: '1 Quay\nPorto',
  });
  const { masterKey } = secrets;
  const domain = await createDomain(pool, {
    organizationId,
    stream: 'bulk',
    trackingVerified: true,
    masterKey,
  });
  const { token } = await createApiKey(pool, { organizationId });
  return { api: running().api(token), token, from: `Rio <rio@${domain.name}>` };
}

async function made<T>(path: string, body: object): Promise<T> {
  const answer = await present(campaigner).api.request<T>('POST', path, { body });
  if (answer.status >= 300)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function read<T>(path: string): Promise<T> {
  return (await present(campaigner).api.request<T>('GET', path)).body;
}

/** Mails to an address that the sink has taken, in the order in which they came. */
const mailsTo = (address: string): SinkMessage[] =>
  running().world.sink.messages.filter(({ accepted, to }) => accepted && to.includes(address));

async function mailTo(address: string, subject: string): Promise<SinkMessage> {
  const find = () => mailsTo(address).find((mail) => headerOf(mail, 'subject') === subject);
  return present((await eventually(find, { ...arrival, what: `${subject} to ${address}` })) ?? undefined);
}

/** With quoted-printable undone, as far as links need it. */
const textOf = ({ raw }: SinkMessage): string =>
  raw.toString('latin1').replace(/=\r\n/g, '').replace(/=3D/g, '=');

const visit = (url: string, method: 'GET' | 'POST' = 'GET', body = '') =>
  request(url, {
    method,
    headers: { 'user-agent': firefox, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' && { body }),
  });

async function broadcastThat(
  id: string,
  what: string,
  holds: (broadcast: BroadcastResource) => boolean,
): Promise<BroadcastResource> {
  let seen = await read<BroadcastResource>(`/broadcasts/${id}`);
  const arrived = async () => {
    seen = await read<BroadcastResource>(`/broadcasts/${id}`);
    return holds(seen);
  };
  await eventually(arrived, { ...arrival, what }).catch(() => {
    throw new Error(`waited for a broadcast that ${what}; it is ${JSON.stringify(seen)}`);
  });
  return seen;
}

let segmentId: string;
let broadcastId: string;
let opener: string;
let leaver: string;

/** One after the other: each goes on from what the one before has left. */
export function campaign(): void {
  beforeAll(async () => {
    campaigner = await startCampaigner();
  });
  afterAll(() => campaigner?.api.close());

  test(
    'readers come by a CSV file, subscribed to a topic, and a segment holds some of them',
    importReaders,
    90_000,
  );
  test(
    'a part of them gets the variants of a broadcast, the rest the one that was opened',
    sendVariants,
    180_000,
  );
  test(
    'one leaves the topic by the button of the mail program; the rest that did not open it gets it again',
    leaveAndResend,
    180_000,
  );
  test('who opened an email within a day, and who did not, are segments', askForActivity, 60_000);
  test('an event starts an automation, which writes to its contact and remembers it', runAutomation, 120_000);
  test(
    'a confirmed signup subscribes and starts a welcome series, also for a contact that had left',
    signUp,
    120_000,
  );
}

async function importReaders(): Promise<void> {
  await made('/topics', { slug: 'news', name: 'News' });
  const rows = [...readers.map((email, n) => `${email},Ada${n},Porto`), 'far@campaign.test,Bob,Oslo'];
  const answer = await request(`${running().apiUrl}/api/v1/contacts/import?topics=news&source=fair`, {
    method: 'POST',
    headers: { authorization: `Bearer ${present(campaigner).token}`, 'content-type': 'text/csv' },
    body: `email,first_name,city\n${rows.join('\n')}\n`,
  });
  const { id } = (await answer.body.json()) as ContactImportResource;
  const isDone = async () =>
    (await read<ContactImportResource>(`/contacts/imports/${id}`)).status === 'finished';
  await eventually(isDone, { ...arrival, what: 'the import to finish' });
  expect(await read(`/contacts/imports/${id}`)).toMatchObject({
    rows_added: readersCount + 1,
    rows_refused: 0,
  });
  const all = [
    { status: 'SUBSCRIBED' },
    { topic: 'news', state: 'SUBSCRIBED' },
    { property: 'city', op: 'eq', value: 'Porto' },
  ];
  const segment = await made<SegmentResource>('/segments', { name: 'Porto', filter: { all } });
  expect(segment.contact_count).toBe(readersCount);
  segmentId = segment.id;
}

async function sendVariants(): Promise<void> {
  const broadcast = await made<BroadcastResource>('/broadcasts', {
    ...{ name: 'May', segment_id: segmentId, topic: 'news', from: present(campaigner).from },
    subject: 'May for {{ contact.first_name }}',
    html: '<html><body><p>Hello {{ contact.first_name }}, <a href="https://shop.test/may">look</a></p></body></html>',
    ab_test: {
      ...{ percent: 50, wait_minutes: 60, metric: 'open' },
      variants: [{}, { subject: 'Spring, {{ contact.first_name }}' }],
    },
  });
  broadcastId = broadcast.id;
  await made(`/broadcasts/${broadcastId}/send`, {});
  await broadcastThat(broadcastId, 'tests its variants', ({ status }) => status === 'testing');
  const { data } = await read<{ data: BroadcastRecipientResource[] }>(
    `/broadcasts/${broadcastId}/recipients?limit=100&outcome=submitted`,
  );
  const chosen = present(data.find(({ variant }) => variant === 1));
  opener = present(chosen.email ?? undefined);
  const n = readers.indexOf(opener);
  const mail = await mailTo(opener, `Spring, Ada${n}`);
  const text = textOf(mail);
  expect(text).toContain(`Hello Ada${n}`);
  // A person needs more than the two seconds after delivery that belong to scanners.
  await running().pool.query(`UPDATE messages SET sent_at = sent_at - interval '1 min' WHERE id = $1`, [
    chosen.message_id,
  ]);
  const link = (kind: string) => present(new RegExp(`${running().apiUrl}/${kind}/[\\w.-]+`).exec(text)?.[0]);
  expect((await visit(link('o'))).statusCode).toBe(200);
  expect((await visit(link('c'))).headers.location).toBe('https://shop.test/may');
  await broadcastThat(broadcastId, 'was opened and clicked', ({ counts }) => {
    const second = counts.by_variant?.find(({ variant }) => variant === 1);
    return second?.opened === 1 && second.clicked === 1;
  });

  // As if the hour were over.
  await running().pool.query('UPDATE broadcasts SET decide_at = now() WHERE id = $1', [broadcastId]);
  const sent = await broadcastThat(broadcastId, 'is sent', ({ status }) => status === 'sent');
  expect(sent).toMatchObject({ winner: 1, counts: { recipients: readersCount, submitted: readersCount } });
  await broadcastThat(broadcastId, 'is delivered', ({ counts }) => counts.delivered === readersCount);
  expect(readers.map((reader) => mailsTo(reader).length)).toEqual(readers.map(() => 1));
  const tested = new Set(data.map(({ email }) => email));
  for (const [n, reader] of readers.entries()) {
    if (!tested.has(reader)) await mailTo(reader, `Spring, Ada${n}`);
  }
  expect(mailsTo('far@campaign.test')).toEqual([]);
}

async function leaveAndResend(): Promise<void> {
  leaver = present(readers.find((reader) => reader !== opener));
  const [mail] = mailsTo(leaver);
  const unsubscribe = headerOf(present(mail), 'list-unsubscribe')?.slice(1, -1) ?? '';
  expect((await visit(unsubscribe, 'POST', 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
  expect(await read<ContactResource>(`/contacts/${leaver}`)).toMatchObject({
    topics: [{ topic: 'news', state: 'UNSUBSCRIBED' }],
  });

  const { api } = present(campaigner);
  const again = { body: { subject: 'Once more' } };
  const early = await api.request<{ error: { code: string } }>(
    'POST',
    `/broadcasts/${broadcastId}/resend`,
    again,
  );
  expect([early.status, early.body.error.code]).toEqual([409, 'resend_too_early']);
  await running().pool.query(
    `UPDATE broadcasts SET finished_at = finished_at - interval '25 h' WHERE id = $1`,
    [broadcastId],
  );
  const { id } = await made<BroadcastResource>(`/broadcasts/${broadcastId}/resend`, {
    subject: 'Once more',
  });
  await broadcastThat(id, 'is sent', ({ status }) => status === 'sent');
  const rest = readers.filter((reader) => reader !== opener && reader !== leaver);
  for (const reader of rest) await mailTo(reader, 'Once more');
  expect([opener, leaver].map((reader) => mailsTo(reader).length)).toEqual([1, 1]);
}

async function askForActivity(): Promise<void> {
  const day = (activity: string, op: string) => ({ activity, op, value: 1 });
  const countThat = async (count: number, ...conditions: readonly object[]) => {
    const all = [{ property: 'city', op: 'eq', value: 'Porto' }, ...conditions];
    const isCounted = async () => {
      const preview = await made<{ contact_count: number | null }>('/segments/preview', { filter: { all } });
      return preview.contact_count === count;
    };
    await eventually(isCounted, { ...arrival, what: `${count} contacts with ${JSON.stringify(conditions)}` });
  };
  await countThat(1, day('opened', 'within_days'));
  await countThat(1, day('clicked', 'within_days'));
  await countThat(readersCount - 1, day('received', 'within_days'), day('opened', 'not_within_days'));
}

async function runAutomation(): Promise<void> {
  const automation = await made<AutomationResource>('/automations', {
    name: 'Thanks',
    trigger: { event: 'order.paid' },
    steps: [
      {
        ...{ type: 'send', from: present(campaigner).from, subject: 'Thank you, {{ contact.first_name }}' },
        html: '<p>For {{ event.properties.total }} €</p>',
      },
      { type: 'update_contact', properties: { customer: true } },
    ],
  });
  const event = {
    event: 'order.paid',
    email: opener,
    properties: { total: 42 },
    idempotency_key: 'order 1',
  };
  const posted = await made<PostedEvent>('/events', event);
  expect(await made<PostedEvent>('/events', event)).toEqual(posted);
  const mail = await mailTo(opener, `Thank you, Ada${readers.indexOf(opener)}`);
  expect(textOf(mail)).toContain('For 42');
  const isOver = async () => {
    const { data } = await read<{ data: AutomationRunSummary[] }>(`/automations/${automation.id}/runs`);
    return data.length === 1 && data[0]?.status === 'completed';
  };
  await eventually(isOver, { ...arrival, what: 'the only run to end' });
  expect((await read<ContactResource>(`/contacts/${opener}`)).properties).toMatchObject({ customer: true });
}

async function signUp(): Promise<void> {
  const form = await made<SignupFormResource>('/signup-forms', {
    ...{ name: 'Footer', from: present(campaigner).from, topics: ['news'], fields: ['first_name'] },
    redirect_url: 'https://shop.test/welcome',
  });
  expect(form.url).toBe(`${running().apiUrl}/f/${form.id}`);
  expect((await visit(form.url)).statusCode).toBe(200);
  await made<AutomationResource>('/automations', {
    name: 'Welcome',
    trigger: { event: 'contact.subscribed' },
    steps: [
      {
        type: 'condition',
        if: { all: [{ event_property: 'topics', op: 'contains', value: 'news' }] },
        then: [
          {
            ...{ type: 'send', from: present(campaigner).from, topic: 'news' },
            ...{ subject: 'Welcome, {{ contact.first_name }}', text: 'Nice to meet you.' },
          },
        ],
      },
    ],
  });
  for (const address of ['new@campaign.test', leaver]) {
    const body = new URLSearchParams({ email: address, first_name: 'Eva' }).toString();
    expect((await visit(form.url, 'POST', body)).statusCode).toBe(200);
    const mail = await mailTo(address, 'Confirm your subscription to Rio & Co');
    const [link = ''] = /http:\S+\/f\/confirm\/[\w-]{43}/.exec(textOf(mail)) ?? [];
    expect((await visit(link)).statusCode).toBe(200);
    const confirmed = await visit(link, 'POST');
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, 'https://shop.test/welcome']);
    expect(await read<ContactResource>(`/contacts/${address}`)).toMatchObject({
      ...{ first_name: 'Eva', status: 'SUBSCRIBED' },
      topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
    });
    await mailTo(address, 'Welcome, Eva');
  }
}
