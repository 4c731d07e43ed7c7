import assert from 'node:assert';
import { uuidV7Floor, withTransaction, type Pool, type PoolClient } from '@postrider/db';
import { mailboxWithoutTag } from '@postrider/mail';
import { createBatcher, type Clock } from '@postrider/runtime';

/** A form that was filled in, and the mail that is to ask whether it was the owner of the address. */
export interface NewSignup {
  readonly id: string;
  readonly formId: string;
  readonly organizationId: string;
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly topics: readonly string[];
  readonly tokenHash: Buffer;
  readonly ipAddress: string;
  readonly clientNetwork: string;
  readonly userAgent: string | null;
  readonly language: string;
  readonly messageId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** `asked`: a mail of this form to that address is under way, or was a moment ago. */
export type SignupOutcome = 'stored' | 'asked' | 'client_limited' | 'form_limited' | 'address_limited';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * With and without `+tag`: one mail of a form in a pause, and of all forms of an organization at most so many a day. A person may fill
 * in several forms one after the other, and one whose address others enter gets no flood.
 */
const address = { pauseMs: 10 * minuteMs, perDayMax: 5 } as const;
/** Of all forms there are. An office, or a stand at a fair, stays below it. */
const client = { perMinuteMax: 10, perHourMax: 60 } as const;
/** Time in which a mail is accepted after its request was stored, or never will be. */
const acceptingMs = minuteMs;

/** One transaction at a time. It takes some milliseconds, whatever it holds. */
const batchMax = 100;

/**
 * Stores requests within the limits, which hold across replicas: each transaction waits for the one before, on any replica,
 * and counts rows. What is refused leaves none, so a flood makes nothing grow.
 */
export function createStoreSignups(options: {
  readonly pool: Pool;
  readonly mailsPerHourMax: number;
  readonly clock: Clock;
}): (signup: NewSignup) => Promise<SignupOutcome> {
  const { pool, mailsPerHourMax, clock } = options;
  const batcher = createBatcher<NewSignup, SignupOutcome>({
    name: 'signups',
    batchMax,
    inFlightMax: 1,
    waitingMax: 2_000,
    run: (signups) =>
      withTransaction(pool, async (tx) => {
        await tx.query({ name: 'signups.lock', text: lockSql });
        const known = await countSignups(tx, signups, { mailsPerHourMax, now: clock.now() });
        const outcomes = decide(signups, known, mailsPerHourMax);
        await insertSignups(
          tx,
          signups.filter((_, index) => outcomes[index] === 'stored'),
        );
        return outcomes;
      }),
  });
  return (signup) => batcher.submit(signup);
}

/** A number of our own choice among those of `pg_advisory_lock`. */
const lockSql = `SELECT pg_advisory_xact_lock(hashtextextended('signup requests', 0))`;

interface Counts {
  /** `askedBy`: the forms whose pause has not ended. */
  readonly byAddress: Map<string, { readonly today: number; readonly askedBy: ReadonlySet<string> }>;
  readonly byClient: Map<string, { readonly minute: number; readonly hour: number }>;
  readonly byForm: Map<string, number>;
}

function decide(signups: readonly NewSignup[], counts: Counts, perFormMax: number): SignupOutcome[] {
  return signups.map((signup) => {
    const { formId, clientNetwork } = signup;
    const key = mailboxOf(signup);
    const ofAddress = counts.byAddress.get(key) ?? { today: 0, askedBy: new Set() };
    const ofClient = counts.byClient.get(clientNetwork) ?? { minute: 0, hour: 0 };
    const ofForm = counts.byForm.get(formId) ?? 0;
    // Only who has been sent a mail may read that one was sent. The others read an error, which says nothing about contacts.
    if (ofClient.minute >= client.perMinuteMax || ofClient.hour >= client.perHourMax) return 'client_limited';
    if (ofForm >= perFormMax) return 'form_limited';
    if (ofAddress.askedBy.has(formId)) return 'asked';
    if (ofAddress.today >= address.perDayMax) return 'address_limited';
    const askedBy = new Set([...ofAddress.askedBy, formId]);
    counts.byAddress.set(key, { today: ofAddress.today + 1, askedBy });
    counts.byClient.set(clientNetwork, { minute: ofClient.minute + 1, hour: ofClient.hour + 1 });
    counts.byForm.set(formId, ofForm + 1);
    return 'stored';
  });
}

function mailboxOf({ organizationId, emailKey }: Pick<NewSignup, 'organizationId' | 'emailKey'>): string {
  return `${organizationId} ${mailboxWithoutTag(emailKey)}`;
}

/**
 * A request whose mail was never accepted, because the gateway died in between, does not count: its sender tries again.
 * $1, $2 the mailboxes, $3 a day ago, $4 where a pause began, $5 since when mails may still be on their way to acceptance.
 */
const countByAddressSql = `
SELECT a.organization_id, a.mailbox_key, count(r.id)::int AS today,
  coalesce(array_agg(DISTINCT r.form_id) FILTER (WHERE r.id >= $4), '{}') AS asked_by
FROM unnest($1::uuid[], $2::text[]) AS a (organization_id, mailbox_key)
LEFT JOIN signup_requests r ON r.organization_id = a.organization_id AND r.mailbox_key = a.mailbox_key AND r.id >= $3
  AND (r.id >= $5 OR EXISTS (SELECT FROM messages m WHERE m.id = r.message_id))
GROUP BY a.organization_id, a.mailbox_key`;

const countByClientSql = `
SELECT client_network, count(*) FILTER (WHERE id >= $3)::int AS minute, count(*)::int AS hour
FROM signup_requests WHERE client_network = ANY($1::text[]) AND id >= $2
GROUP BY client_network`;

/** $3 the most that are worth counting. */
const countByFormSql = `
SELECT f.id, (SELECT count(*) FROM (SELECT FROM signup_requests r WHERE r.form_id = f.id AND r.id >= $2 LIMIT $3) c)::int AS hour
FROM unnest($1::uuid[]) AS f (id)`;

async function countSignups(
  tx: PoolClient,
  signups: readonly NewSignup[],
  { mailsPerHourMax, now }: { readonly mailsPerHourMax: number; readonly now: Date },
): Promise<Counts> {
  const ago = (ms: number): string => uuidV7Floor(new Date(now.getTime() - ms));
  const addresses = [...new Map(signups.map((signup) => [mailboxOf(signup), signup])).values()];
  const byAddress = await tx.query<{
    organization_id: string;
    mailbox_key: string;
    today: number;
    asked_by: string[];
  }>({
    name: 'signups.count-by-address',
    text: countByAddressSql,
    values: [
      addresses.map(({ organizationId }) => organizationId),
      addresses.map(({ emailKey }) => mailboxWithoutTag(emailKey)),
      ...[ago(24 * hourMs), ago(address.pauseMs), ago(acceptingMs)],
    ],
  });
  const byClient = await tx.query<{ client_network: string; minute: number; hour: number }>({
    name: 'signups.count-by-client',
    text: countByClientSql,
    values: [distinct(signups.map(({ clientNetwork }) => clientNetwork)), ago(hourMs), ago(minuteMs)],
  });
  const byForm = await tx.query<{ id: string; hour: number }>({
    name: 'signups.count-by-form',
    text: countByFormSql,
    values: [distinct(signups.map(({ formId }) => formId)), ago(hourMs), mailsPerHourMax],
  });
  return {
    byAddress: new Map(
      byAddress.rows.map((row) => [
        mailboxOf({ organizationId: row.organization_id, emailKey: row.mailbox_key }),
        { today: row.today, askedBy: new Set(row.asked_by) },
      ]),
    ),
    byClient: new Map(byClient.rows.map(({ client_network, ...counts }) => [client_network, counts])),
    byForm: new Map(byForm.rows.map(({ id, hour }) => [id, hour])),
  };
}

const insertSignupsSql = `
INSERT INTO signup_requests (id, form_id, organization_id, email, email_key, mailbox_key, first_name, last_name, topics, token_hash,
  ip_address, client_network, user_agent, language, message_id, created_at, expires_at)
SELECT id, form_id, organization_id, email, email_key, mailbox_key, first_name, last_name, topics, decode(token_hash, 'hex'),
  ip_address, client_network, user_agent, language, message_id, created_at, expires_at
FROM json_to_recordset($1::json) AS s (
  id uuid, form_id uuid, organization_id uuid, email text, email_key text, mailbox_key text, first_name text, last_name text, topics text[],
  token_hash text, ip_address text, client_network text, user_agent text, language text, message_id uuid,
  created_at timestamptz, expires_at timestamptz)`;

async function insertSignups(tx: PoolClient, signups: readonly NewSignup[]): Promise<void> {
  if (signups.length === 0) return;
  const { rowCount } = await tx.query({
    name: 'signups.insert',
    text: insertSignupsSql,
    values: [JSON.stringify(signups.map(rowOf))],
  });
  assert(rowCount === signups.length, 'each is a row');
}

function rowOf(signup: NewSignup): object {
  return {
    id: signup.id,
    form_id: signup.formId,
    organization_id: signup.organizationId,
    email: signup.email,
    email_key: signup.emailKey,
    mailbox_key: mailboxWithoutTag(signup.emailKey),
    first_name: signup.firstName,
    last_name: signup.lastName,
    topics: signup.topics,
    token_hash: signup.tokenHash.toString('hex'),
    ip_address: signup.ipAddress,
    client_network: signup.clientNetwork,
    user_agent: signup.userAgent,
    language: signup.language,
    message_id: signup.messageId,
    created_at: signup.createdAt,
    expires_at: signup.expiresAt,
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
