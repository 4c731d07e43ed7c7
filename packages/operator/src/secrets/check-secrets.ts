import { opens, provenSettings, readProofs, sealedColumns } from '@postrider/db';
import type { Row } from '../output/render-answer';
import type { Session } from '../session';
import { proofOf } from './accept-secret';
import { sealedPages } from './sealed-pages';

/** Named one by one; beyond that it is not a damaged row but another key. */
const namedMax = 1_000;

const wrongSecret = 'differs from the one of this database';
const lockedSecret = 'does not open';

export interface CheckedSecret extends Row {
  readonly secret: string;
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
        ? 'right'
        : 'correct, through a previous value: not accepted or resealed yet',
    };
  });
  return [...settings, ...(await lockedValues(session))];
}

async function lockedValues(session: Session): Promise<CheckedSecret[]> {
  const box = session.secretBox();
  const locked: CheckedSecret[] = [];
  for (const column of sealedColumns) {
    for await (const page of sealedPages(session.pool(), column)) {
      for (const value of page.filter((each) => !opens(box, each))) {
        locked.push({ secret: `${column.table}.${column.column} of ${value.id}`, state: lockedSecret });
        if (locked.length === namedMax) return locked;
      }
    }
  }
  return locked;
}
