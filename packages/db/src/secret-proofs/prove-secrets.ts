import assert from 'node:assert';
import type { Pool } from 'pg';
import { SettingsError, type SecretBox } from '@postrider/runtime';
import { doSealedValuesOpen } from './sealed-values';
import { masterKeyProof, type ProvenSetting, type SecretProof } from './secret-proof';

/**
 * Proves secrets at the start of a process, before it takes work: with another master key no DKIM key opens, with
 * another link secret no unsubscribe link works. The first process that starts on a database writes the proofs; any number
 * may start at once. A database from before there were proofs is asked whether its sealed values open.
 *
 * @throws SettingsError with a sentence for each secret that is not the database's
 */
export async function proveSecrets(
  pool: Pool,
  { secretBox, others = [] }: { readonly secretBox?: SecretBox; readonly others?: readonly SecretProof[] },
): Promise<void> {
  const proofs = [...(secretBox ? [masterKeyProof(secretBox)] : []), ...others];
  const stored = await readProofs(pool);
  for (const proof of proofs.filter(({ setting }) => !stored.has(setting))) {
    if (
      proof.setting === 'MASTER_KEY' &&
      secretBox &&
      (await doSealedValuesOpen(pool, secretBox)) === false
    ) {
      throw new SettingsError([sentence(proof)]);
    }
    await pool.query(
      'INSERT INTO secret_proofs (setting, proof, made_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING',
      [proof.setting, proof.make()],
    );
  }
  const known = proofs.every(({ setting }) => stored.has(setting)) ? stored : await readProofs(pool);
  const mistakes = proofs.filter((proof) => {
    const row = known.get(proof.setting);
    assert(row !== undefined, 'each proof is stored by now');
    return !proof.holds(row.proof);
  });
  if (mistakes.length > 0) throw new SettingsError(mistakes.map(sentence));
}

export interface StoredProof {
  readonly proof: string;
  readonly madeAt: Date;
}

export async function readProofs(pool: Pool): Promise<Map<ProvenSetting, StoredProof>> {
  const { rows } = await pool.query<{ setting: ProvenSetting; proof: string; made_at: Date }>(
    'SELECT setting, proof, made_at FROM secret_proofs',
  );
  return new Map(rows.map((row) => [row.setting, { proof: row.proof, madeAt: row.made_at }]));
}

/** From here on processes start with this secret alone (and with those whose list of previous ones holds it). */
export async function renewProof(pool: Pool, proof: SecretProof): Promise<void> {
  await pool.query(
    `INSERT INTO secret_proofs (setting, proof, made_at) VALUES ($1, $2, now())
     ON CONFLICT (setting) DO UPDATE SET proof = excluded.proof, made_at = excluded.made_at`,
    [proof.setting, proof.make()],
  );
}

function sentence({ setting, mistake }: SecretProof): string {
  return `${setting}: ${mistake}`;
}
