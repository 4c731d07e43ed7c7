import { randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import type { WebhookFormat } from '@postrider/contracts/webhooks';
import { createSecretBox } from '@postrider/runtime';
import { insertRow, type Queryable } from './insert-row';
import { testMasterKey } from './test-secrets';

export interface WebhookEndpointFixture {
  id: string;
  url: string;
  /** `whsec_…`: the whole string is the HMAC key; in Resend's format, the base64 after `whsec_`. */
  signingSecret: string;
}

export interface WebhookEndpointOverrides {
  organizationId: string;
  url: string;
  /** Empty, the default: every event. */
  events?: readonly string[];
  /** Default `postrider`. */
  format?: WebhookFormat;
  /** Default `enabled`. */
  status?: 'enabled' | 'disabled';
  masterKey?: string;
}

export async function createWebhookEndpoint(
  db: Queryable,
  overrides: WebhookEndpointOverrides,
): Promise<WebhookEndpointFixture> {
  const id = newId();
  const signingSecret = `whsec_${randomBytes(33).toString('base64')}`;
  const box = createSecretBox({ masterKey: Buffer.from(overrides.masterKey ?? testMasterKey, 'base64') });
  await insertRow(db, 'webhook_endpoints', {
    id,
    organization_id: overrides.organizationId,
    url: overrides.url,
    events: overrides.events ?? [],
    format: overrides.format ?? 'postrider',
    status: overrides.status ?? 'enabled',
    signing_secret: box.seal(signingSecret, id),
    updated_at: new Date(),
  });
  return { id, url: overrides.url, signingSecret };
}
