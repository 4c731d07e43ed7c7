import { newId } from '@postrider/contracts/ids';
import { createOrganization, useTestContext } from '@postrider/testkit';
import { onSuppressionConflict } from './suppression-conflict';

const context = useTestContext();

interface Entry {
  readonly id: string;
  readonly reason: string;
  readonly sourceEmailId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

const past = new Date(Date.now() - 60_000);
const future = new Date(Date.now() + 3_600_000);

const entryOf = (reason: string, expiresAt: Date | null = null): Entry => ({
  ...{ id: newId(), reason, sourceEmailId: newId(), createdAt: past, expiresAt },
});

/** @returns whether anything was written, and what stands there then */
async function meet(
  first: Entry,
  second: Entry,
): Promise<{ written: number | null; entry: Entry | undefined }> {
  const { id: organizationId } = await createOrganization(context.pool);
  const insert = ({ id, reason, sourceEmailId, createdAt, expiresAt }: Entry) =>
    context.pool.query(
      `INSERT INTO suppressions AS entry (id, organization_id, email, reason, source_email_id, created_at, expires_at)
       VALUES ($1, $2, 'a@example.com', $3, $4, $5, $6) ${onSuppressionConflict}`,
      [id, organizationId, reason, sourceEmailId, createdAt, expiresAt],
    );
  await insert(first);
  const { rowCount } = await insert(second);
  const { rows } = await context.pool.query<Entry>(
    `SELECT id, reason, source_email_id AS "sourceEmailId", created_at AS "createdAt", expires_at AS "expiresAt"
     FROM suppressions WHERE organization_id = $1`,
    [organizationId],
  );
  return { written: rowCount, entry: rows[0] };
}

const reasons = ['complaint', 'hard_bounce', 'validation', 'manual', 'unsubscribe'];
/** Which reasons replace which. */
const replaced: Readonly<Record<string, readonly string[]>> = {
  complaint: ['hard_bounce', 'validation', 'manual', 'unsubscribe'],
  hard_bounce: ['validation', 'manual', 'unsubscribe'],
  validation: ['manual', 'unsubscribe'],
};

describe('an automatic entry', () => {
  it.each(reasons.flatMap((there) => reasons.map((comes) => [comes, there] as const)))(
    '%s that meets %s: the stronger one stands, for good',
    async (comes, there) => {
      const [first, second] = [entryOf(there), entryOf(comes)];
      const { written, entry } = await meet(first, second);
      const wins = replaced[comes]?.includes(there) ?? false;
      const { reason, sourceEmailId } = wins ? second : first;
      expect(entry).toEqual({ ...first, reason, sourceEmailId });
      expect(written).toBe(wins ? 1 : 0);
    },
  );

  it('takes the end from an entry that stays, and gives none to itself', async () => {
    const first = entryOf('manual', future);
    expect((await meet(first, entryOf('unsubscribe'))).entry).toEqual({ ...first, expiresAt: null });
    const { entry } = await meet(entryOf('manual', future), entryOf('hard_bounce'));
    expect(entry).toMatchObject({ reason: 'hard_bounce', expiresAt: null });
  });

  it('with an end prolongs one that has an end, and leaves one that has none', async () => {
    const comes = entryOf('validation', future);
    const soon = new Date(Date.now() + 60_000);
    const prolonged = await meet(entryOf('validation', soon), comes);
    expect(prolonged.entry).toMatchObject({ reason: 'validation', expiresAt: future });
    const replaced = await meet(entryOf('manual', soon), comes);
    expect(replaced.entry).toMatchObject({ reason: 'validation', expiresAt: future });
    for (const reason of ['manual', 'unsubscribe', 'hard_bounce']) {
      const first = entryOf(reason);
      expect(await meet(first, comes)).toEqual({ written: 0, entry: first });
    }
    expect((await meet(entryOf('manual', past), comes)).entry).toEqual(comes);
  });

  it('replaces an expired entry of any reason', async () => {
    const second = entryOf('unsubscribe');
    expect((await meet(entryOf('manual', past), second)).entry).toEqual(second);
  });
});
