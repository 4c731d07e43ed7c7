import { findLockedSecrets, provenSettings, readProofs } from '@postrider/db';
import type { Row } from '../output/render-answer';
import type { Session } from '../session';
import { proofOf } from './accept-secret';

/** Named one by one; beyond that it is not a damaged row but another key. */
const namedMax = 1_000;

const wrongSecret = 'differs from the one of this database';
const lockedSecret = 'does not open';

export interface CheckedSecret extends Row {
  readonly secret: string;
  /** Of a stored secret: the domain, the slug of the organization, the id of the user or the transport that it belongs to. */
  readonly owner?: string;
  readonly state: string;
}

export function hasWrongSecrets(checked: readonly CheckedSecret[]): boolean {
  return checked.some(({ state }) => state === wrongSecret || state === lockedSecret);
}

/** A line for each setting that services prove, then one for each stored secret that does not open. */
export async function checkSecrets(session: Session): Promise<CheckedSecret[]> {
  const stored = await readProofs(session.pool());
  const settings = provenSettings.map((setting) => {
    const known = stored.get(setting);
    if (!known) return { secret: setting, state: 'no service has started with it yet' };
    const proof = proofOf(session, setting);
    if (!proof.holds(known.proof)) return { secret: setting, state: wrongSecret };
    return {
      secret: setting,
      state: proof.isCurrent(known.proof)
        ? 'correct'
        : 'correct, through a previous value: not accepted or resealed yet',
    };
  });
  return [...settings, ...(await lockedValues(session))];
}

async function lockedValues(session: Session): Promise<CheckedSecret[]> {
  const locked = await findLockedSecrets(session.pool(), session.secretBox(), {
    ...{ max: namedMax, usedOnly: false },
  });
  return locked.map(({ column: { table, column }, id, owner }) => ({
    ...{ secret: `${table}.${column} of ${id}`, owner, state: lockedSecret },
  }));
}
