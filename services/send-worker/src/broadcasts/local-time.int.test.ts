import {
  startBroadcastHarness,
  type BroadcastHarness,
  type BroadcastSender,
} from '../../test/broadcast-harness';

let harness: BroadcastHarness;
let sender: BroadcastSender;
beforeAll(async () => {
  harness = await startBroadcastHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  sender = await harness.createSender();
});

const local = (columns: object = {}) => ({
  local_time: JSON.stringify({
    ...{ time: '09:00', date: '2036-06-02', property: 'timezone', timezone: 'Europe/Berlin', ...columns },
  }),
});
const inZone = (timezone: unknown): Record<string, unknown> => ({ properties: JSON.stringify({ timezone }) });

/** When each contact's turn comes, by its time zone. */
async function dues(id: string): Promise<Record<string, string>> {
  const { rows } = await harness.pool.query<{ zone: string; due: Date }>(
    `SELECT coalesce(c.properties->>'timezone', 'none') AS zone, r.due_at AS due FROM broadcast_recipients r
     JOIN contacts c ON c.id = r.contact_id WHERE r.broadcast_id = $1`,
    [id],
  );
  return Object.fromEntries(rows.map(({ zone, due }) => [zone, due.toISOString()]));
}

/** As if so much time had passed for the recipients of a zone. */
const bringDue = (id: string, zone: string): Promise<unknown> =>
  harness.pool.query(
    `UPDATE broadcast_recipients r SET due_at = now() - interval '1 s', lease_until = now() - interval '1 s'
     FROM contacts c WHERE c.id = r.contact_id AND r.broadcast_id = $1 AND r.due_at IS NOT NULL
       AND c.properties->>'timezone' = $2`,
    [id, zone],
  );

it('gives each contact the time of its zone, by any name, and others that of the default zone', async () => {
  const zones = [
    'Pacific/Auckland',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'us/pacific',
    ' UTC ',
    'Mars/Phobos',
    5,
    '',
  ];
  for (const zone of zones) await harness.addContacts(sender, 1, inZone(zone));
  await harness.addContacts(sender, 1);
  const id = await harness.addBroadcast(sender, local());
  await harness.run(id);
  const inBerlin = '2036-06-02T07:00:00.000Z';
  expect(await dues(id)).toEqual({
    'Pacific/Auckland': '2036-06-01T21:00:00.000Z',
    'Asia/Kolkata': '2036-06-02T03:30:00.000Z',
    'Asia/Calcutta': '2036-06-02T03:30:00.000Z',
    'us/pacific': '2036-06-02T16:00:00.000Z',
    ' UTC ': '2036-06-02T09:00:00.000Z',
    ...{ 'Mars/Phobos': inBerlin, '5': inBerlin, '': inBerlin, none: inBerlin },
  });
});

it('sends a time that clocks skip as they would have shown it, and of one that they show twice the second', async () => {
  await harness.addContacts(sender, 1, inZone('Europe/Berlin'));
  const skipped = await harness.addBroadcast(sender, local({ date: '2036-03-30', time: '02:30' }));
  await harness.run(skipped);
  expect(await dues(skipped)).toEqual({ 'Europe/Berlin': '2036-03-30T01:30:00.000Z' });
  const twice = await harness.addBroadcast(sender, local({ date: '2036-10-26', time: '02:30' }));
  await harness.run(twice);
  expect(await dues(twice)).toEqual({ 'Europe/Berlin': '2036-10-26T01:30:00.000Z' });
});

it('mails a zone when its time comes, those already past at once, and says when the next is due', async () => {
  await harness.addContacts(sender, 30, inZone('Pacific/Auckland'));
  await harness.addContacts(sender, 20, inZone('Europe/Berlin'));
  await harness.addContacts(sender, 10, inZone('America/New_York'));
  const id = await harness.addBroadcast(sender, local());
  const next = (at: string) => ({
    ...{ kind: 'waits', obstacle: 'scheduled', until: new Date(at) },
    reason: `the next time zone is due at ${at}`,
    retryMs: 60_000,
  });
  expect(await harness.run(id)).toEqual(next('2036-06-01T21:00:00.000Z'));
  expect(await harness.read(id)).toMatchObject({ recipients: 60, submitted: 0 });
  await bringDue(id, 'Pacific/Auckland');
  expect(await harness.run(id)).toEqual(next('2036-06-02T07:00:00.000Z'));
  expect(await harness.read(id)).toMatchObject({ submitted: 30 });
  await harness.attempt(id);
  await bringDue(id, 'America/New_York');
  expect(await harness.run(id)).toEqual(next('2036-06-02T07:00:00.000Z'));
  expect(await harness.read(id)).toMatchObject({ submitted: 40, status: 'scheduled' });
  await bringDue(id, 'Europe/Berlin');
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ submitted: 60, status: 'sent' });
  expect(new Set(await harness.mailedBy(id)).size).toBe(60);
});

it('sends at once to all whose date is over, without waiting', async () => {
  await harness.addContacts(sender, 3, inZone('Europe/Berlin'));
  const id = await harness.addBroadcast(sender, local({ date: '2026-01-01' }));
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ submitted: 3, status: 'sent' });
});

it('waits while it is paused, and then sends to zones whose time has come meanwhile', async () => {
  await harness.addContacts(sender, 3, inZone('Europe/Berlin'));
  const id = await harness.addBroadcast(sender, local());
  await harness.run(id);
  await harness.pool.query('UPDATE broadcasts SET paused_at = now() WHERE id = $1', [id]);
  await bringDue(id, 'Europe/Berlin');
  expect(await harness.run(id)).toMatchObject({ kind: 'idle' });
  expect(await harness.read(id)).toMatchObject({ submitted: 0 });
  await harness.pool.query('UPDATE broadcasts SET paused_at = NULL WHERE id = $1', [id]);
  await harness.finish(id);
  expect(await harness.read(id)).toMatchObject({ submitted: 3, status: 'sent' });
});

it('sends what a worker of the release before it has found, and its look at the lease leaves others waiting', async () => {
  const [early, late] = await harness.addContacts(sender, 2, inZone('Europe/Berlin'));
  const id = await harness.addBroadcast(sender, local());
  await harness.run(id);
  // As that worker inserts it, and as it claims.
  await harness.pool.query(
    `UPDATE broadcast_recipients SET due_at = NULL, lease_until = NULL WHERE broadcast_id = $1 AND contact_id = $2`,
    [id, early],
  );
  const { rows } = await harness.pool.query<{ contact_id: string }>(
    `SELECT contact_id FROM broadcast_recipients WHERE broadcast_id = $1 AND variant IS NULL AND outcome IS NULL
       AND (lease_until IS NULL OR lease_until < now())`,
    [id],
  );
  expect(rows.map(({ contact_id: contactId }) => contactId)).toEqual([early]);
  await bringDue(id, 'Europe/Berlin');
  await harness.finish(id);
  expect(late).not.toBe(early);
  expect(await harness.read(id)).toMatchObject({ submitted: 2, status: 'sent' });
});
