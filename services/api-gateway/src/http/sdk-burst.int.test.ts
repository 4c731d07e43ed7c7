import { Postrider } from 'postrider';
import { useApi } from '../../test/use-api';

let from: string;

const api = useApi({ shared: true });
beforeAll(async () => {
  from = `a@${(await api.createDomain()).name}`;
});

/** Clients that share a key with this rate limit. */
async function clientsOf(count: number, rateLimit: number): Promise<Postrider[]> {
  const { token } = await api.createKey({ rateLimit });
  return Array.from({ length: count }, () => new Postrider({ apiKey: token, baseUrl: api.url }));
}

async function sendAll(
  clients: readonly Postrider[],
  { subject, count }: { subject: string; count: number },
) {
  const calls = Array.from({ length: count }, async (_none, n) => {
    const email = { from, to: `c${n}@example.com`, subject, text: 'Hi' };
    return clients[n % clients.length]?.emails.send(email);
  });
  const results = await Promise.allSettled(calls);
  const errors = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  );
  const { rows } = await api.pool.query<{ stored: number; recipients: number }>(
    `SELECT count(*)::int AS stored, count(DISTINCT to_addresses)::int AS recipients FROM messages WHERE subject = $1`,
    [subject],
  );
  return { errors, ...rows[0] };
}

const all = (count: number) => ({ errors: [], stored: count, recipients: count });

it.each([
  ['60 at the default limit', 60, 10],
  ['500 at a limit of 100', 500, 100],
  ['20 at a limit of 2', 20, 2],
])('%s: the client sends each email once, and none fails', async (subject, count, rateLimit) => {
  expect(await sendAll(await clientsOf(1, rateLimit), { subject, count })).toEqual(all(count));
});

it('clients that share a key wait for each other', async () => {
  const clients = await clientsOf(3, 20);
  expect(await sendAll(clients, { subject: 'shared', count: 150 })).toEqual(all(150));
});
