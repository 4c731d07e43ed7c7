import { newId } from '@postrider/contracts/ids';
import { createDomain, eventually, type SmtpSink } from '@postrider/testkit';
import type { TestSender } from './queue-message';
import { ofServers } from './server-faults';
import { containing, reject, type Fault } from './waiting-fault';
import type { WaitingWorld } from './waiting-world';

const hourAhead = (): Date => new Date(Date.now() + 3_600_000);

/** Nothing but a state in the database, of `:email` and its `:organization`: SQL breaks it, and repairs it. */
function stateOfEmail(
  given: Pick<Fault, 'name' | 'cause' | 'expected'>,
  { breaks, repairs }: { readonly breaks: string; readonly repairs: string },
): Fault {
  return {
    ...given,
    begin: async (world) => {
      const sender = await world.newSender();
      const id = await world.send({ to: [`jane@ok.test`], dueAt: hourAhead() }, sender);
      const run = async (text: string): Promise<void> => {
        for (const statement of text.split(';')) {
          await world.sql(
            statement
              .replaceAll(':email', `'${id}'`)
              .replaceAll(':organization', `'${sender.organizationId}'`),
          );
        }
      };
      await run(breaks);
      return { id, repair: () => run(repairs) };
    },
  };
}

/** A sending domain with the transport, before its first email. */
async function senderBy(world: WaitingWorld, transport: string): Promise<TestSender> {
  const { organizationId } = await world.newSender();
  const domain = await createDomain(world.harness.context.pool, { organizationId });
  await world.sql('UPDATE domains SET transport = $2 WHERE id = $1', [domain.id, transport]);
  return { organizationId, domain };
}

const smartHost = (world: WaitingWorld, name: string, { host, port }: Pick<SmtpSink, 'host' | 'port'>) =>
  world.sql(`INSERT INTO transports (name, kind, options) VALUES ($1, 'smtp', $2)`, [
    name,
    { host, port, tls: 'off', user: null, final: true, connections: 5 },
  ]);

const platformStates: readonly Fault[] = [
  stateOfEmail(
    { name: 'it is scheduled', cause: 'scheduled', expected: { actor: 'none', detail: null } },
    {
      breaks: `UPDATE messages SET scheduled_at = due_at WHERE id = :email`,
      repairs: `UPDATE messages SET scheduled_at = now(), due_at = now() WHERE id = :email`,
    },
  ),
  stateOfEmail(
    { name: 'it is scheduled, and sending is paused', cause: 'scheduled' },
    {
      breaks: `UPDATE messages SET scheduled_at = due_at WHERE id = :email;UPDATE organizations SET sending_paused_at = now() WHERE id = :organization`,
      repairs: `UPDATE messages SET scheduled_at = now(), due_at = now() WHERE id = :email;UPDATE organizations SET sending_paused_at = NULL WHERE id = :organization`,
    },
  ),
  stateOfEmail(
    { name: 'it is in review', cause: 'review', expected: { actor: 'platform', next_attempt_at: null } },
    {
      breaks: `UPDATE messages SET due_at = NULL WHERE id = :email;INSERT INTO message_reviews (message_id, organization_id, status) VALUES (:email, :organization, 'flagged')`,
      repairs: `UPDATE message_reviews SET status = 'released' WHERE message_id = :email;UPDATE messages SET due_at = now() WHERE id = :email`,
    },
  ),
  stateOfEmail(
    { name: 'its organization is under review', cause: 'review' },
    {
      breaks: `UPDATE organizations SET under_review_at = now() WHERE id = :organization`,
      repairs: `UPDATE organizations SET under_review_at = NULL WHERE id = :organization`,
    },
  ),
  stateOfEmail(
    { name: 'an operator holds it', cause: 'operator_hold', expected: { actor: 'platform' } },
    {
      breaks: `INSERT INTO message_holds (message_id, organization_id, reason, operator, held_at, due_at) VALUES (:email, :organization, 'odd', 'olga', now(), now());UPDATE messages SET due_at = NULL WHERE id = :email`,
      repairs: `DELETE FROM message_holds WHERE message_id = :email;UPDATE messages SET due_at = now() WHERE id = :email`,
    },
  ),
  stateOfEmail(
    { name: 'sending is paused', cause: 'sending_paused', expected: { actor: 'sender', detail: 'admin' } },
    {
      breaks: `UPDATE organizations SET sending_paused_at = now(), sending_paused_reason = 'admin' WHERE id = :organization`,
      repairs: `UPDATE organizations SET sending_paused_at = NULL WHERE id = :organization`,
    },
  ),
  stateOfEmail(
    { name: 'its worker was killed', cause: 'no_worker', expected: { detail: containing('has stopped') } },
    {
      breaks: `UPDATE messages SET status = 'sending', rounds = 1, lease_owner = id, lease_until = now() + interval '1 h' WHERE id = :email`,
      repairs: `UPDATE messages SET lease_until = now() - interval '1 h' WHERE id = :email`,
    },
  ),
  stateOfEmail(
    { name: 'the lease of its worker has ended', cause: 'no_worker' },
    {
      breaks: `UPDATE messages SET status = 'sending', rounds = 1, lease_owner = id, lease_until = now() + interval '1 s' WHERE id = :email`,
      repairs: `SELECT 1`,
    },
  ),
];

/** The second email of a day that has room for one. */
function day(cause: 'daily_cap' | 'warm_up', columns: string): Fault {
  return {
    name: `the day is used up by ${columns}`,
    cause,
    expected: { next_attempt_at: containing('T00:00:00.000Z') },
    begin: async (world) => {
      const sender = await world.newSender();
      await world.sql(`UPDATE domains SET ${columns} WHERE id = $1`, [sender.domain.id]);
      const first = await world.send({ to: ['one@ok.test'] }, sender);
      await world.harness.reaches(first, 'delivered');
      return {
        id: await world.send({ to: ['two@ok.test'] }, sender),
        // The day has come.
        repair: () => Promise.resolve(),
      };
    },
  };
}

const ofDns: readonly Fault[] = [
  {
    ...{ name: 'the resolver does not answer', cause: 'dns', expected: { actor: 'none' } },
    begin: async (world) => {
      const { domain } = await world.server('unanswered');
      world.silent.push(domain);
      const id = await world.send({ to: [`jane@${domain}`] });
      return { id, repair: () => Promise.resolve(world.silent.splice(world.silent.indexOf(domain), 1)) };
    },
  },
  {
    ...{ name: 'the resolver answers SERVFAIL', cause: 'dns', expected: { detail: containing('SERVFAIL') } },
    begin: async (world) => {
      const { domain } = await world.server('failing');
      world.failing.push(domain);
      const id = await world.send({ to: [`jane@${domain}`] });
      return { id, repair: () => Promise.resolve(world.failing.splice(world.failing.indexOf(domain), 1)) };
    },
  },
  {
    ...{ name: 'the host of its MTA-STS policy hangs', cause: 'dns' },
    begin: async (world) => {
      const { domain } = await world.server('sts');
      world.records(
        { name: `_mta-sts.${domain}`, type: 'TXT', value: 'v=STSv1; id=1;' },
        { name: `mta-sts.${domain}`, type: 'A', value: '127.0.0.1' },
      );
      const id = await world.send({ to: [`jane@${domain}`] });
      return { id, repair: () => Promise.resolve(world.policyHost.cut()) };
    },
  },
  {
    ...{
      name: 'its server does not meet its MTA-STS policy',
      cause: 'dns',
      expected: { actor: 'recipient' },
    },
    begin: async (world) => {
      const { domain } = await world.server('strict');
      await world.sql(
        `INSERT INTO mta_sts_policies (domain, policy_id, mode, mx_patterns, fetched_at, expires_at)
         VALUES ($1, '1', 'enforce', '{other.test}', now(), now() + interval '15 s')`,
        [domain],
      );
      world.records({ name: `_mta-sts.${domain}`, type: 'TXT', value: 'v=STSv1; id=1;' });
      const id = await world.send({ to: [`jane@${domain}`] });
      // Before, it is looked up.
      await world.harness.delayed(id);
      // It ends by itself.
      return { id, repair: () => Promise.resolve() };
    },
  },
];

const ofThePlatform: readonly Fault[] = [
  {
    ...{ name: 'its transport does not exist', cause: 'transport', expected: { actor: 'platform' } },
    begin: async (world) => {
      const id = await world.send({ to: ['jane@ok.test'] }, await senderBy(world, 'missing'));
      return { id, repair: async () => smartHost(world, 'missing', (await world.server('missing')).sink()) };
    },
  },
  {
    ...{ name: 'its smart host is down', cause: 'transport', expected: { actor: 'platform' } },
    begin: async (world) => {
      const target = await world.server('down');
      await smartHost(world, 'down', target.sink());
      await target.sink().close();
      const id = await world.send({ to: ['jane@ok.test'] }, await senderBy(world, 'down'));
      return { id, repair: () => target.repair() };
    },
  },
  {
    ...{
      name: 'its smart host refuses our login',
      cause: 'transport',
      expected: { detail: containing('535') },
    },
    begin: async (world) => {
      const target = await world.server('login', reject('mail', 535, '5.7.8 Authentication failed'));
      await smartHost(world, 'login', target.sink());
      const id = await world.send({ to: ['jane@ok.test'] }, await senderBy(world, 'login'));
      return { id, repair: () => target.repair() };
    },
  },
  {
    ...{ name: 'its provider answers 429', cause: 'transport', expected: { detail: containing('429') } },
    begin: async (world) => {
      const id = await world.send({ to: ['jane@ok.test'] }, await senderBy(world, 'sendgrid'));
      const accepted = { status: 202, headers: { 'x-message-id': 'sg-1' } };
      return { id, repair: () => Promise.resolve(world.provider.behave(() => accepted)) };
    },
  },
  {
    ...{ name: 'no source address may send it', cause: 'no_source', expected: { actor: 'platform' } },
    begin: async (world) => {
      const insert = `INSERT INTO source_addresses (id, address, hello_name, pool) VALUES ($1, $2, $3, $4)`;
      const [far, near] = [newId(), newId()];
      await world.sql(insert, [far, '192.0.2.77', 'far.test', 'far']);
      await world.sql(insert, [near, '127.0.0.2', 'near.test', 'near']);
      // It sees what is there.
      await eventually(async () => {
        const seen = await world.harness.context.pool.query(
          'SELECT FROM source_addresses WHERE id = $1 AND seen_at IS NOT NULL',
          [near],
        );
        return seen.rowCount === 1;
      });
      const sender = await world.newSender();
      await world.sql(`UPDATE domains SET source_pool = 'far' WHERE id = $1`, [sender.domain.id]);
      const id = await world.send({ to: ['jane@ok.test'] }, sender);
      return {
        id,
        repair: () =>
          world.sql(`UPDATE source_addresses SET bind_address = '127.0.0.9' WHERE id = $1`, [far]),
      };
    },
  },
];

/** Each has an email and servers of its own, so that all are there at once. */
export const faults: readonly Fault[] = [
  ...platformStates,
  day('daily_cap', 'daily_cap = 1'),
  day('warm_up', 'warm_up_started_at = now()'),
  day('warm_up', 'warm_up_started_at = now(), daily_cap = 5'),
  ...ofServers,
  ...ofDns,
  ...ofThePlatform,
];
