import assert from 'node:assert';
import { inUpsertTransaction, upsertWithin } from '@postrider/audiences';
import type { UpdateContactStep } from '@postrider/contracts/automations';
import type { Pool } from '@postrider/db';
import type { ClaimedRun } from '../claimed-run';
import type { Move, RecordMoves } from '../record-steps';
import { findRunContact } from './run-contact';
import { contactDeleted, detailOf, type StepResult } from './step-result';

/**
 * The change and its record are one transaction, so it is made once whatever dies. The contact is locked first, then the run:
 * in the order in which a posted event does it.
 *
 * @param done how the run goes on when it is changed
 * @returns `lost`: nothing was changed, the run is another claim's
 */
export async function takeUpdateContact(
  { pool, moves }: { readonly pool: Pool; readonly moves: RecordMoves },
  { run, step, done }: { readonly run: ClaimedRun; readonly step: UpdateContactStep; readonly done: Move },
): Promise<StepResult | 'recorded' | 'lost'> {
  const contact = await findRunContact(pool, run);
  if (contact === null) return contactDeleted;
  const { email, emailKey } = contact;
  const { type: _type, ...wish } = step;
  const author = { actor: 'automation', apiKeyId: null, consent: undefined } as const;
  const upsert = {
    organizationId: run.organizationId,
    email,
    emailKey,
    wish,
    author,
    contactsMax: null,
    mustExist: true,
  };
  try {
    return await inUpsertTransaction(pool, async (client): Promise<StepResult | 'recorded'> => {
      const [result] = await upsertWithin(client, [upsert]);
      assert(result !== undefined, 'a result for each item');
      if (result.kind === 'absent') return contactDeleted;
      // Nothing was written for it.
      if (result.kind === 'refused') return { kind: 'failed', detail: detailOf(result.error.code) };
      if (!(await moves.recordWithin(client, done))) throw new LostRun();
      return 'recorded';
    });
  } catch (error) {
    if (error instanceof LostRun) return 'lost';
    throw error;
  }
}

/** Takes the change of the contact back. */
class LostRun extends Error {
  override readonly name = 'LostRun';
}
