import { nameInMail } from '@postrider/contracts/fields';
import type { Pool } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import type { AttemptResult } from '../transport/webhook-transport';
import type { Endpoint } from './endpoint';
import {
  disableEndpoint,
  disableIfOnlyFailing,
  markFailing,
  markWorking,
  type DisabledNotice,
  type DisabledReason,
} from './endpoints.repository';

/** Notices whether endpoints work, and disables those that do not. */
export interface EndpointHealth {
  observe(endpoint: Endpoint, result: AttemptResult): Promise<void>;
}

/** Longer than a long weekend; after that the endpoint is unlikely to return, and each attempt costs us 5 s of waiting. */
const failingMaxMs = 5 * 86_400_000;

export function createEndpointHealth(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onDisabled: (endpoint: Endpoint) => void;
}): EndpointHealth {
  const { pool, clock, log, onDisabled } = options;

  const disabled = (endpoint: Endpoint, reason: DisabledReason): void => {
    log.warn(
      { organization_id: endpoint.organizationId, endpoint_id: endpoint.id, reason },
      'webhook endpoint is disabled',
    );
    onDisabled(endpoint);
  };

  const observeFailure = async (endpoint: Endpoint): Promise<void> => {
    const now = clock.now();
    if (endpoint.failingSince === null) {
      endpoint.failingSince = now;
      await markFailing(pool, endpoint, now);
      return;
    }
    const failingBefore = new Date(now.getTime() - failingMaxMs);
    if (endpoint.failingSince > failingBefore) return;
    const notice = disabledNotice(endpoint, 'failing', now);
    if (await disableIfOnlyFailing(pool, endpoint, { failingBefore, notice })) disabled(endpoint, 'failing');
  };

  return {
    // Writes only changes: an endpoint that keeps working, or keeps failing, costs nothing here.
    observe: async (endpoint, result) => {
      if (result === 'delivered') {
        if (endpoint.failingSince === null) return;
        endpoint.failingSince = null;
        await markWorking(pool, endpoint);
      } else if (result === 'gone') {
        const notice = disabledNotice(endpoint, 'gone', clock.now());
        if (await disableEndpoint(pool, endpoint, notice)) disabled(endpoint, 'gone');
      } else {
        await observeFailure(endpoint);
      }
    },
  };
}

function disabledNotice(endpoint: Endpoint, reason: DisabledReason, at: Date): DisabledNotice {
  const host = nameInMail(endpoint.url.host);
  return {
    reason,
    subject: `Webhook endpoint disabled: ${host}`,
    text: [
      `The webhook endpoint ${endpoint.id} at ${host} was disabled at ${at.toISOString()}.`,
      reasonText(endpoint, reason),
      '',
      'Nothing is delivered to it any more. Your email is still sent.',
      '',
      'Once it works again:',
      `1. Enable it: PATCH /api/v1/webhooks/${endpoint.id} {"status": "enabled"}`,
      `2. Fetch what it missed: POST /api/v1/webhooks/${endpoint.id}/replay {"since": "<time>"}`,
      '',
    ].join('\n'),
    identity: `webhook_disabled:${endpoint.id}:${at.toISOString()}`,
  };
}

function reasonText({ failingSince }: Endpoint, reason: DisabledReason): string {
  if (reason === 'gone') return 'It answered 410 Gone, which says that its events are no longer wanted.';
  const since = failingSince === null ? '' : ` since ${failingSince.toISOString()}`;
  return `Every delivery to it has failed${since}, for 5 days or longer.`;
}
