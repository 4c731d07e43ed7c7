import type { Endpoint } from './endpoint';

/** Gone: it answered 410. Failing: nothing but failures for too long. */
export type DisabledReason = 'gone' | 'failing';

/** What the organization's alert address is told when an endpoint is disabled. */
export interface DisabledNotice {
  readonly subject: string;
  readonly text: string;
  /** One notice for each time that it is disabled. */
  readonly identity: string;
}

export function disabledNotice(endpoint: Endpoint, reason: DisabledReason, at: Date): DisabledNotice {
  const place = placeOf(endpoint);
  return {
    subject: `Webhook endpoint disabled: ${endpoint.url.host}`,
    text: [
      `The webhook endpoint ${place} (id ${endpoint.id}) was disabled at ${at.toISOString()}.`,
      reasonText(endpoint, reason),
      '',
      'Nothing is delivered to it any more; sending mail goes on.',
      '',
      'Once it works again:',
      `1. Enable it: PATCH /api/v1/webhooks/${endpoint.id} {"status": "enabled"}`,
      `2. Fetch what it missed: POST /api/v1/webhooks/${endpoint.id}/replay {"since": "<time>"}`,
      '',
    ].join('\n'),
    identity: `webhook_disabled:${endpoint.id}:${at.toISOString()}`,
  };
}

/** Without the query: some put their secrets there, and mail is read by many. */
function placeOf({ url }: Endpoint): string {
  return `${url.origin}${url.pathname}`;
}

function reasonText({ failingSince }: Endpoint, reason: DisabledReason): string {
  if (reason === 'gone') return 'It answered 410 Gone, which says that nobody wants its events any more.';
  const since = failingSince === null ? '' : ` since ${failingSince.toISOString()}`;
  return `Every delivery to it has failed${since}, for 5 days or longer.`;
}
