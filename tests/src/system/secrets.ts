import { randomBytes } from 'node:crypto';

/** Made for each system: nothing in a log may ever look like them. */
export interface SystemSecrets {
  readonly masterKey: string;
  readonly returnPathSecret: string;
  readonly linkSecret: string;
  readonly relaySecret: string;
}

export function createSecrets(): SystemSecrets {
  return {
    masterKey: randomBytes(32).toString('base64'),
    returnPathSecret: randomBytes(32).toString('base64'),
    linkSecret: randomBytes(32).toString('base64'),
    relaySecret: randomBytes(32).toString('base64'),
  };
}
