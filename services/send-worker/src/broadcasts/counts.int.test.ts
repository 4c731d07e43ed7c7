import assert from 'node:assert';
import { newId } from '@postrider/contracts/ids';
import { takeBackRecipients, type TakenBack } from '@postrider/submission';
import { findOrganizationPrincipal } from '@postrider/submission';
import {
  startBroadcastHarness,
  type BroadcastHarness,
  type BroadcastSender,
} from '../../test/broadcast-harness';
import { createTakeBroadcastTurn } from './take-broadcast-turn';

let harness: BroadcastHarness;
let sender: BroadcastSender;
beforeAll(async () => {
  harness = await startBroadcastHarness({ unsentMax: 300 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  sender = await harness.createSender();
});

const outcomes = ['submitted', 'suppressed', 'unsubscribed', 'over_quota', 'invalid', 'canceled'] as const;
type Counts = Partial<Record<(typeof outcomes)[number], number>>;

/** Every recipient is counted in one of them: by the rows, and by what is kept. */
async function expectCounts(id: string, expected: Counts): Promise<void> {
  const byRows: Record<string, number> = {};
  for (const { outcome } of await harness.recipientsOf(id)) {
    byRows[outcome ?? 'waiting'] = (byRows[outcome ?? 'waiting'] ?? 0) + 1;
  }
  expect(byRows).toEqual(expected);
  const kept = await harness.read(id);
  expect(Object.fromEntries(outcomes.map((outcome) => [outcome, kept[outcome]]))).toEqual({
    ...Object.fromEntries(outcomes.map((outcome) => [outcome, 0])),
    ...expected,
  });
  expect(outcomes.reduce((sum, outcome) => sum + kept[outcome], 0)).toBe(kept.recipients);
}

const take = (messageId: string, outcome: TakenBack['outcome']) =>
  takeBackRecipients(harness.pool, [{ messageId, outcome }]);

async function messagesOf(id: string): Promise<string[]> {
  const found = await harness.recipientsOf(id);
  return found.filter(({ outcome }) => outcome === 'submitted').map(({ message_id }) => message_id ?? '');
}

it('counts each recipient once, also one whose message ends before its page is settled', async () => {
  await harness.addContacts(sender, 120);
  const [bounced] = await harness.addContacts(sender, 1, { status: 'BOUNCED' });
  assert(bounced);
  await harness.addContacts(sender, 1, { status: 'UNSUBSCRIBED' });
  const id = await harness.addBroadcast(sender);
  const { resources } = harness;
  let accepted = 0;
  const one: typeof resources.acceptEmails.one = async (...call) => {
    const answer = await resources.acceptEmails.one(...call);
    accepted += 1;
    // As a worker that has the message in hand at once, and finds that its reader has left.
    if (accepted % 4 === 0) await take(answer.response.id, 'unsubscribed');
    return answer;
  };
  await harness.run(id, createTakeBroadcastTurn({ ...resources, acceptEmails: { one } }));
  await expectCounts(id, { submitted: 90, suppressed: 1, unsubscribed: 31 });
  // Later, many at once, in any order, and some of them twice.
  const messages = await messagesOf(id);
  const taken = messages.slice(0, 40).map((messageId) => ({ messageId, outcome: 'suppressed' as const }));
  const stranger = { messageId: newId(), outcome: 'suppressed' as const };
  await Promise.all([
    takeBackRecipients(harness.pool, [...taken, stranger]),
    takeBackRecipients(harness.pool, taken.toReversed()),
  ]);
  await expectCounts(id, { submitted: 50, suppressed: 41, unsubscribed: 31 });
});

it('two broadcasts whose mail is taken back by workers in another order do not deadlock', async () => {
  await harness.addContacts(sender, 30);
  const ids = [await harness.addBroadcast(sender), await harness.addBroadcast(sender)];
  for (const id of ids) await harness.run(id);
  const messages = (await Promise.all(ids.map(messagesOf))).flat();
  const halves = [messages.filter((_, n) => n % 2 === 0), messages.filter((_, n) => n % 2 === 1).reverse()];
  await Promise.all(
    halves.map((half) =>
      takeBackRecipients(
        harness.pool,
        half.map((messageId) => ({ messageId, outcome: 'unsubscribed' })),
      ),
    ),
  );
  for (const id of ids) await expectCounts(id, { unsubscribed: 30 });
});

it('a recipient whose message was canceled counts as canceled', async () => {
  await harness.addContacts(sender, 20);
  const id = await harness.addBroadcast(sender);
  await harness.run(id);
  const [byHand] = await messagesOf(id);
  const { organizationId } = sender;
  const principal = await findOrganizationPrincipal(harness.pool, { organizationId, keyId: newId() });
  assert(principal && byHand !== undefined);
  expect(await harness.resources.cancelEmail(principal, byHand)).toBe('canceled');
  await expectCounts(id, { submitted: 19, canceled: 1 });
  // What is canceled twice counts once.
  expect(await harness.resources.cancelEmail(principal, byHand)).toBe('not_cancelable');
  await expectCounts(id, { submitted: 19, canceled: 1 });
});

it('a canceled broadcast counts as submitted only whose mail had left', async () => {
  await harness.addContacts(sender, 400);
  const id = await harness.addBroadcast(sender);
  await harness.run(id);
  const messages = await messagesOf(id);
  await harness.pool.query(`UPDATE messages SET status = 'sent' WHERE id = ANY($1::uuid[])`, [
    messages.slice(0, 10),
  ]);
  await harness.pool.query(`UPDATE broadcasts SET status = 'canceled', canceled_at = now() WHERE id = $1`, [
    id,
  ]);
  await harness.run(id);
  const { recipients, submitted, canceled } = await harness.read(id);
  expect([recipients, submitted, canceled]).toEqual([400, 10, messages.length - 10]);
});
