import assert from 'node:assert';
import { countedDays, countedRequestsMax, type SignupRequestCounts } from '@postrider/contracts/signup-forms';
import { uuidV7Floor, type Pool } from '@postrider/db';
import type { SignupFormName } from './signup-forms.repository';

const dayMs = 86_400_000;

interface CountRow extends Pick<SignupRequestCounts, 'pending' | 'confirmed' | 'expired'> {
  /** Null without requests. */
  readonly oldest: Date | null;
}

/** $1 organization, $2 form, $3 lowest id, $4 now; a literal limit, which the planner knows. */
const countRequestsSql = `
SELECT count(*) FILTER (WHERE confirmed_at IS NULL AND expires_at > $4)::int AS pending,
  count(confirmed_at)::int AS confirmed,
  count(*) FILTER (WHERE confirmed_at IS NULL AND expires_at <= $4)::int AS expired,
  min(created_at) AS oldest
FROM (
  SELECT created_at, confirmed_at, expires_at FROM signup_requests
  WHERE organization_id = $1 AND form_id = $2 AND id >= $3 ORDER BY id DESC LIMIT ${countedRequestsMax}) request`;

/** Of a form that exists. */
export async function countSignupRequests(
  pool: Pool,
  { organizationId, id }: SignupFormName,
  now: Date,
): Promise<SignupRequestCounts> {
  const start = new Date(now.getTime() - countedDays * dayMs);
  const { rows } = await pool.query<CountRow>({
    name: 'signup-forms.count-requests',
    text: countRequestsSql,
    values: [organizationId, id, uuidV7Floor(start), now],
  });
  const [row] = rows;
  assert(row !== undefined, 'an aggregate has one row');
  const { oldest, pending, confirmed, expired } = row;
  const isWhole = pending + confirmed + expired < countedRequestsMax;
  const since = isWhole || oldest === null ? start : oldest;
  return {
    ...{ object: 'signup_request_counts', form_id: id, since: since.toISOString() },
    ...{ pending, confirmed, expired },
  };
}
