import type { SendEmailResponse } from '@postrider/contracts/emails';
import { submittedIdHash } from '@postrider/mail';
import { testRelaySecret } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const api = useApi({ shared: true, domain: { name: 'mail.acme.test' } });

const hash = submittedIdHash('<1@laptop>');
const shown = hash?.toString('base64url') ?? '';
const relay = { 'postrider-relay-secret': testRelaySecret, 'postrider-client-address': '192.0.2.1' };

async function send(headers: Record<string, string>): Promise<Buffer | null | undefined> {
  const plain = { from: 'hi@mail.acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Hi' };
  const { body } = await api.send<SendEmailResponse>('/emails', {
    method: 'POST',
    key: api.key,
    body: plain,
    headers,
  });
  const { rows } = await api.pool.query<{ submitted_id_hash: Buffer | null }>(
    'SELECT submitted_id_hash FROM messages WHERE id = $1',
    [body.id],
  );
  return rows[0]?.submitted_id_hash;
}

test("a relay names the client's Message-ID, and it is stored as its hash", async () => {
  expect(await send({ ...relay, 'postrider-submitted-id': shown })).toEqual(hash);
  expect(await send(relay)).toBeNull();
});

test('a REST client cannot name one', async () => {
  expect(await send({ 'postrider-submitted-id': shown })).toBeNull();
});

test.each(['', 'x', `${shown}A`, '<1@laptop>'])('ignores a term that is not a hash: %p', async (other) => {
  expect(await send({ ...relay, 'postrider-submitted-id': other })).toBeNull();
});

test('a repeated submission leaves the first as it is', async () => {
  const other = submittedIdHash('<2@laptop>')?.toString('base64url') ?? '';
  const repeated = { ...relay, 'idempotency-key': 'one submission' };
  expect(await send({ ...repeated, 'postrider-submitted-id': shown })).toEqual(hash);
  expect(await send({ ...repeated, 'postrider-submitted-id': other })).toEqual(hash);
});
