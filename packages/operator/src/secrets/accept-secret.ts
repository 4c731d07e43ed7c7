import {
  doSealedValuesOpen,
  linkSecretProof,
  masterKeyProof,
  renewProof,
  returnPathSecretProof,
  type ProvenSetting,
  type SecretProof,
} from '@postrider/db';
import { CommandRefused } from '../command-refused';
import { linkSecrets, returnPathSecretSettings } from '../config';
import type { Row } from '../output/render-answer';
import type { Session } from '../session';

/** The proof of what the settings of this command hold. */
export function proofOf(session: Session, setting: ProvenSetting): SecretProof {
  switch (setting) {
    case 'MASTER_KEY':
      return masterKeyProof(session.secretBox());
    case 'LINK_SECRET': {
      const { secret, previous } = linkSecrets();
      return linkSecretProof(secret, previous);
    }
    case 'RETURN_PATH_SECRET':
      return returnPathSecretProof(returnPathSecretSettings());
  }
}

export async function acceptSecret(
  session: Session,
  setting: ProvenSetting,
  { althoughSealedSecretsAreLost }: { readonly althoughSealedSecretsAreLost: boolean },
): Promise<Row> {
  const proof = proofOf(session, setting);
  if (setting === 'MASTER_KEY' && !althoughSealedSecretsAreLost) {
    if ((await doSealedValuesOpen(session.pool(), session.secretBox())) === false) {
      throw new CommandRefused(
        'MASTER_KEY opens none of the sealed values in this database. Put the former key into MASTER_KEYS_PREVIOUS and run "secrets reseal". Use --although-sealed-secrets-are-lost only if the former key is lost.',
      );
    }
  }
  await renewProof(session.pool(), proof);
  return { setting, accepted: true };
}
