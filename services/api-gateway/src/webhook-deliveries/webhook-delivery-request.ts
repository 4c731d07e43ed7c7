import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { Clock } from '@postrider/runtime';
import { authorOf } from '../audit/record-audit-entry';
import type { RouteRequest } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { findEndpoint, requireEveryDomain, type PublishEndpointChange } from '../webhooks/webhook-request';
import type { EndpointName, WebhookRow, WebhooksRepository } from '../webhooks/webhooks.repository';
import type { FindSentRequest } from './sent-request';
import type { Request, WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import type { WebhookReplaysRepository } from './webhook-replays.repository';

export interface WebhookDeliveryRouteOptions {
  readonly webhooks: Pick<WebhooksRepository, 'find'>;
  readonly deliveries: WebhookDeliveriesRepository;
  readonly findSentRequest: FindSentRequest;
  readonly replays: WebhookReplaysRepository;
  readonly cursors: CursorCodec;
  /** Has the dispatchers look at once; they find what was asked for within seconds anyway. */
  readonly publishEndpointChange: PublishEndpointChange;
  readonly clock: Clock;
}

/** The endpoint that a path names, for keys that see every domain: its log has events of all domains. */
export interface NamedEndpoint {
  readonly name: EndpointName;
  readonly row: WebhookRow;
}

/** @throws AppError `forbidden_domain`, `not_found` */
export async function namedEndpoint(
  { webhooks }: Pick<WebhookDeliveryRouteOptions, 'webhooks'>,
  { principal, params: { id } }: { principal: Principal; params: { readonly id: string } },
): Promise<NamedEndpoint> {
  requireEveryDomain(principal);
  const organizationId = principal.organization.id;
  const row = await findEndpoint(webhooks, organizationId, id);
  return { name: { organizationId, endpointId: row.id }, row };
}

/** @throws AppError `not_found` when it cannot be an id */
export function idOf(text: string): string {
  if (!isId(text)) throw new AppError('not_found');
  return text;
}

export function requestOf(
  { clock }: Pick<WebhookDeliveryRouteOptions, 'clock'>,
  { principal, requestId }: Pick<RouteRequest<unknown, unknown>, 'principal' | 'requestId'>,
): Request {
  return { author: authorOf({ principal, requestId }), now: clock.now() };
}
