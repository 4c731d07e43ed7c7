import assert from 'node:assert';
import { inUpsertTransaction, upsertWithin } from '@postrider/audiences';
import { planNamed, type PlanName, type PlanTable } from '@postrider/contracts/organizations';
import { insertNotice, type Pool, type PoolClient } from '@postrider/db';
import { createBatcher, type Clock } from '@postrider/runtime';

/** From where a person confirms, and by which form: the proof of their consent. */
export interface Confirmation {
  readonly tokenHash: Buffer;
  readonly source: string;
  readonly ipAddress: string;
  readonly userAgent: string | null;
}

/** `repeated`: it was confirmed before; `full`: the plan has no room for one more contact. */
export type ConfirmationOutcome = 'confirmed' | 'repeated' | 'expired' | 'unknown' | 'full';

/** Who confirms waits for others who do, not the API for them. */
const inFlightMax = 2;
const waitingMax = 2_000;

interface SignupRow {
  readonly id: string;
  readonly organization_id: string;
  readonly plan: PlanName;
  readonly email: string;
  readonly email_key: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly topics: string[];
  readonly expires_at: Date;
  readonly confirmed_at: Date | null;
}

const lockSignupSql = `
SELECT r.id, r.organization_id, o.plan, r.email, r.email_key, r.first_name, r.last_name, r.topics,
  r.expires_at, r.confirmed_at
FROM signup_requests r JOIN organizations o ON o.id = r.organization_id
WHERE r.token_hash = $1
FOR UPDATE OF r`;

/**
 * Makes a contact of a person who has confirmed, in one transaction with everything that follows from it; a second time changes
 * nothing. It resubscribes a person who left before, by mail of whichever domain: confirming is newer than leaving. A bounce or a
 * complaint is not undone by anything that comes from a browser.
 */
export function createConfirmSignup(options: {
  readonly pool: Pool;
  readonly plans: PlanTable;
  readonly clock: Clock;
}): (confirmation: Confirmation) => Promise<ConfirmationOutcome> {
  const { pool, ...terms } = options;
  const confirmations = createBatcher<Confirmation, ConfirmationOutcome>({
    ...{ name: 'confirmations of signups', batchMax: 1, inFlightMax, waitingMax },
    run: (waiting) =>
      Promise.all(
        waiting.map((confirmation) =>
          inUpsertTransaction(pool, (tx) => confirm(tx, confirmation, terms)).catch((error: unknown) =>
            outcomeOf(error, options),
          ),
        ),
      ),
  });
  return (confirmation) => confirmations.submit(confirmation);
}

/** The owner of the form gets one notice a day: only the visitors see that confirming fails, and their signups are lost. */
async function outcomeOf(
  error: unknown,
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
): Promise<ConfirmationOutcome> {
  if (!(error instanceof PlanFull)) throw error;
  const { organizationId, contactsMax } = error;
  await insertNotice(pool, {
    organizationId,
    kind: 'contacts_full',
    subject: 'Signups are refused: the contact limit of your plan is reached',
    text: `A person confirmed a signup, but the limit of ${contactsMax} contacts of your plan is reached. Confirmation links keep working until they expire. Delete contacts or upgrade your plan.`,
    identity: `contacts_full:${organizationId}:${clock.now().toISOString().slice(0, 10)}`,
  });
  return 'full';
}

/** Nothing of the transaction stays. */
class PlanFull extends Error {
  override readonly name = 'PlanFull';
  readonly organizationId: string;
  readonly contactsMax: number;

  constructor(organizationId: string, contactsMax: number) {
    super('the contact limit of the plan is reached');
    this.organizationId = organizationId;
    this.contactsMax = contactsMax;
  }
}

interface Terms {
  readonly plans: PlanTable;
  readonly clock: Clock;
}

async function confirm(
  tx: PoolClient,
  confirmation: Confirmation,
  { plans, clock }: Terms,
): Promise<ConfirmationOutcome> {
  const { rows } = await tx.query<SignupRow>({
    name: 'signups.lock-by-token',
    text: lockSignupSql,
    values: [confirmation.tokenHash],
  });
  const [signup] = rows;
  const now = clock.now();
  if (signup === undefined) return 'unknown';
  if (signup.confirmed_at !== null) return 'repeated';
  if (signup.expires_at <= now) return 'expired';
  const contactId = await storeContact(tx, signup, { confirmation, now, plans });
  await tx.query({
    name: 'signups.confirm',
    text: `UPDATE signup_requests SET confirmed_at = $3, confirmed_ip = $4, contact_id = $5 WHERE organization_id = $1 AND id = $2`,
    values: [signup.organization_id, signup.id, now, confirmation.ipAddress, contactId],
  });
  return 'confirmed';
}

/** Held until the end: a topic that is being removed is either seen no more, or waits for us. */
const findTopicsSql = `
SELECT slug FROM topics WHERE organization_id = $1 AND slug = ANY($2::text[]) ORDER BY id FOR KEY SHARE`;

/** @returns its id @throws PlanFull */
async function storeContact(
  tx: PoolClient,
  signup: SignupRow,
  {
    confirmation: { source, ipAddress, userAgent },
    now,
    plans,
  }: { readonly confirmation: Confirmation; readonly now: Date; readonly plans: PlanTable },
): Promise<string> {
  const { organization_id: organizationId, email, email_key: emailKey } = signup;
  const { contacts: contactsMax } = planNamed(signup.plan, plans);
  const { rows: topics } = await tx.query<{ slug: string }>({
    name: 'signups.find-topics',
    text: findTopicsSql,
    values: [organizationId, signup.topics],
  });
  const consent = {
    ...{ source, ip_address: ipAddress, at: now.toISOString() },
    ...(userAgent !== null && { user_agent: userAgent }),
  };
  const [result] = await upsertWithin(tx, [
    {
      ...{ organizationId, email, emailKey },
      wish: {
        status: 'SUBSCRIBED',
        ...(signup.first_name !== null && { first_name: signup.first_name }),
        ...(signup.last_name !== null && { last_name: signup.last_name }),
        topics: topics.map(({ slug }) => ({ topic: slug, state: 'SUBSCRIBED' as const })),
      },
      author: { actor: 'form', apiKeyId: null, consent },
      contactsMax,
    },
  ]);
  assert(result !== undefined && result.kind !== 'absent', 'one item, which may be new');
  if (result.kind === 'stored') return result.id;
  assert(result.error.code === 'plan_limit' && contactsMax !== null, 'its topics are there');
  throw new PlanFull(organizationId, contactsMax);
}
