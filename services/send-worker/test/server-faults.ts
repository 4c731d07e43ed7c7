import { newId } from '@postrider/contracts/ids';
import { eventually, type SinkScript } from '@postrider/testkit';
import { containing, reject, type Fault } from './waiting-fault';
import type { WaitingWorld } from './waiting-world';

/** A server with this behaviour until it is repaired. */
function server(
  name: string,
  behaviour: SinkScript,
  { what, ...given }: { what: string } & Omit<Fault, 'name' | 'begin'>,
): Fault {
  return {
    ...{ ...given, name: what },
    begin: async (world) => {
      const target = await world.server(name, behaviour);
      const id = await world.send({ to: [`jane@${target.domain}`] });
      return {
        id,
        repair: async () => {
          await target.repair();
          await world.resume(target.domain);
        },
      };
    },
  };
}

/** What receiving servers do, and what limits there are to them. */
export const ofServers: readonly Fault[] = [
  server('greylists', reject('rcpt', 451, '4.7.1 Greylisted, try again in 5 minutes'), {
    what: 'the server greylists it',
    ...{ cause: 'retry', expected: { actor: 'none', detail: containing('Greylisted') } },
  }),
  server('full', reject('rcpt', 452, '4.2.2 Mailbox full'), {
    what: 'the mailbox is full',
    ...{ cause: 'retry', expected: { actor: 'recipient', detail: containing('Mailbox full') } },
  }),
  server('broken', reject('rcpt', 451, '4.3.0 Local error in processing'), {
    what: 'the server has an error of its own',
    ...{ cause: 'retry', expected: { detail: containing('Local error') } },
  }),
  server(
    'cuts',
    { kind: 'drop', at: 'rcpt' },
    {
      what: 'the server cuts the connection',
      cause: 'retry',
    },
  ),
  server('refuses', reject('connect', 421, '4.7.0 too busy, come back later'), {
    what: 'the server answers 421',
    ...{ cause: 'site_suspended', expected: { detail: containing('421') } },
  }),
  server(
    'hangs',
    { kind: 'hang', at: 'rcpt' },
    {
      what: 'an attempt is going on',
      ...{ cause: 'sending', expected: { actor: 'none', next_attempt_at: null } },
    },
  ),
  {
    ...{ name: 'no server is there', cause: 'site_suspended' },
    begin: async (world) => {
      const target = await world.server('absent');
      await target.sink().close();
      const id = await world.send({ to: [`jane@${target.domain}`] });
      return { id, repair: () => target.repair() };
    },
  },
  {
    ...{ name: 'the rate of the site is used up', cause: 'site_limit' },
    expected: { detail: containing('rate limited') },
    begin: async (world) => {
      const target = await world.server(
        'slow',
        reject('mail', 451, '4.7.1 rate limited due to IP reputation'),
      );
      const one = await world.send({ to: [`one@${target.domain}`] });
      await world.harness.delayed(one);
      target.sink().behave({ kind: 'accept' });
      // One a minute is taken.
      const to = [`more@${target.domain}`];
      const others = await Promise.all([world.send({ to }), world.send({ to })]);
      const id = await eventually(async () => {
        for (const other of others) if ((await world.why(other))?.next_attempt_at) return other;
        return undefined;
      });
      // One a minute would leave.
      return { id: id ?? '', repair: () => world.resume(target.domain) };
    },
  },
  {
    ...{ name: 'the connections of the site are in use', cause: 'site_limit', expected: { actor: 'none' } },
    begin: async (world) => {
      const target = await world.server('used', { kind: 'hang', at: 'rcpt' });
      const sender = await world.newSender();
      const earlier: string[] = [];
      for (let index = 0; index < 11; index += 1) {
        earlier.push(await world.send({ to: [`a@${target.domain}`] }, sender));
      }
      const causes = () => Promise.all(earlier.map(async (id) => (await world.why(id))?.cause));
      await eventually(async () => (await causes()).includes('site_limit'), { timeoutMs: 40_000 });
      const id = await world.send({ to: [`jane@${target.domain}`] }, sender);
      return { id, repair: () => target.repair() };
    },
  },
  {
    ...{ name: 'an operator leaves the site alone', cause: 'site_suspended' },
    expected: { detail: containing('their maintenance') },
    begin: async (world) => {
      const { domain } = await world.server('operated');
      await world.sql(
        `INSERT INTO site_suspensions (id, site, reason, operator) VALUES ($1, $2, 'their maintenance', 'olga')`,
        [newId(), domain],
      );
      const id = await firstThatWaits(world, `jane@${domain}`);
      return { id, repair: () => world.sql('UPDATE site_suspensions SET until = now()') };
    },
  },
  {
    ...{ name: 'one of its recipients is delivered, the other deferred', cause: 'retry' },
    expected: { detail: containing('Greylisted') },
    begin: async (world) => {
      const target = await world.server('greylists2', reject('rcpt', 451, '4.7.1 Greylisted'));
      const id = await world.send({ to: ['jane@ok.test', `joe@${target.domain}`] });
      return { id, repair: () => target.repair() };
    },
  },
  {
    ...{ name: 'two recipients wait, for different times', cause: 'retry' },
    expected: { detail: containing('Greylisted') },
    begin: async (world) => {
      const soon = await world.server('refuses2', reject('connect', 421, '4.7.0 too busy'));
      const last = await world.server('greylists3', reject('rcpt', 451, '4.7.1 Greylisted'));
      const id = await world.send({ to: [`jane@${soon.domain}`, `joe@${last.domain}`] });
      return {
        id,
        repair: async () => {
          await Promise.all([soon.repair(), last.repair()]);
          await world.resume(soon.domain);
        },
      };
    },
  },
];

/** A worker looks for what operators have suspended every few seconds. */
async function firstThatWaits(world: WaitingWorld, to: string): Promise<string> {
  for (;;) {
    const id = await world.send({ to: [to] });
    await eventually(async () => (await world.harness.read(id)).events.length > 0);
    if ((await world.harness.read(id)).status === 'queued') return id;
  }
}
