import { newId } from '@postrider/contracts/ids';
import { createDomain, createOrganization, useTestContext } from '@postrider/testkit';
import { findIneligible } from './find-ineligible';

let organizationId: string;
let domainId: string;
let otherDomainId: string;
/** A topic that contacts opt in to, and one that they opt out of. */
let offers: string;
let news: string;

const context = useTestContext();
beforeEach(async () => {
  organizationId = (await createOrganization(context.pool)).id;
  domainId = (await createDomain(context.pool, { organizationId, stream: 'bulk' })).id;
  otherDomainId = (await createDomain(context.pool, { organizationId, stream: 'bulk' })).id;
  offers = await addTopic('offers', false);
  news = await addTopic('news', true);
});

async function addTopic(slug: string, optIn: boolean): Promise<string> {
  const id = newId();
  await context.pool.query(
    `INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at) VALUES ($1, $2, $3, $3, $4, now())`,
    [id, organizationId, slug, optIn],
  );
  return id;
}

async function addContact(email: string, status = 'SUBSCRIBED', states: Record<string, string> = {}) {
  const id = newId();
  await context.pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key, status, updated_at) VALUES ($1, $2, $3, $3, $4, now())`,
    [id, organizationId, email, status],
  );
  for (const [topicId, state] of Object.entries(states)) {
    await context.pool.query(
      `INSERT INTO topic_subscriptions (contact_id, topic_id, organization_id, state, updated_at) VALUES ($1, $2, $3, $4, now())`,
      [id, topicId, organizationId, state],
    );
  }
}

interface Entry {
  readonly reason: string;
  readonly domain?: string;
  readonly endsIn?: string;
}

const suppress = (name: string, { reason, domain, endsIn }: Entry) =>
  context.pool.query(
    `INSERT INTO suppressions (id, organization_id, email, reason, domain_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + $6::interval)`,
    [newId(), organizationId, `${name}@x.test`, reason, domain, endsIn],
  );

const reasonsOf = (topicId: string | null, ...emails: readonly string[]) =>
  findIneligible(
    context.pool,
    emails.map((emailKey) => ({ organizationId, emailKey, domainId, topicId })),
  );

it('asks the status, the topic with its default, and keeps the order', async () => {
  await addContact('silent@x.test');
  await addContact('yes@x.test', 'SUBSCRIBED', { [offers]: 'SUBSCRIBED', [news]: 'SUBSCRIBED' });
  await addContact('no@x.test', 'SUBSCRIBED', { [offers]: 'UNSUBSCRIBED', [news]: 'UNSUBSCRIBED' });
  await addContact('left@x.test', 'UNSUBSCRIBED', { [offers]: 'SUBSCRIBED' });
  await addContact('gone@x.test', 'BOUNCED', { [offers]: 'SUBSCRIBED' });
  await addContact('angry@x.test', 'COMPLAINED');
  const all = ['silent', 'yes', 'no', 'left', 'gone', 'angry', 'unknown'].map((name) => `${name}@x.test`);
  const left = ['unsubscribed', 'suppressed', 'suppressed'];
  expect(await reasonsOf(offers, ...all)).toEqual([
    ...['unsubscribed', null, 'unsubscribed', ...left, 'unsubscribed'],
  ]);
  expect(await reasonsOf(news, ...all)).toEqual([null, null, 'unsubscribed', ...left, 'unsubscribed']);
  expect(await reasonsOf(null, ...all)).toEqual([null, null, null, ...left, null]);
  expect(await reasonsOf(null, ...all.toReversed())).toEqual([null, ...left.toReversed(), null, null, null]);
});

it('heeds live entries of the organization and the domain, the strongest first', async () => {
  await suppress('manual', { reason: 'manual' });
  await suppress('domain', { reason: 'manual', domain: domainId });
  await suppress('other', { reason: 'manual', domain: otherDomainId });
  await suppress('ended', { reason: 'validation', endsIn: '-1 minute' });
  await suppress('lasts', { reason: 'validation', endsIn: '1 minute' });
  await suppress('left', { reason: 'unsubscribe', domain: domainId });
  await suppress('both', { reason: 'unsubscribe', domain: domainId });
  await suppress('both', { reason: 'hard_bounce' });
  const names = ['manual', 'domain', 'other', 'ended', 'lasts', 'left', 'both'];
  expect(await reasonsOf(null, ...names.map((name) => `${name}@x.test`))).toEqual([
    ...['suppressed', 'suppressed', null, null, 'suppressed', 'unsubscribed', 'suppressed'],
  ]);
});

it('knows nothing of another organization', async () => {
  await addContact('ada@x.test', 'SUBSCRIBED', { [offers]: 'SUBSCRIBED' });
  await suppress('bob', { reason: 'manual' });
  const other = { organizationId: (await createOrganization(context.pool)).id, domainId: otherDomainId };
  expect(
    await findIneligible(context.pool, [
      { ...other, emailKey: 'ada@x.test', topicId: offers },
      { ...other, emailKey: 'bob@x.test', topicId: null },
    ]),
  ).toEqual(['unsubscribed', null]);
});

it('an empty list has no ineligible contacts', async () => {
  expect(await findIneligible(context.pool, [])).toEqual([]);
});
