import type { Route } from '../http/route';
import type { TopicsRepository } from '../topics/topics.repository';
import { batchContactsRoute } from './batch-contacts.route';
import type { ContactRouteOptions } from './contact-request';
import { deleteContactRoute } from './delete-contact.route';
import { listContactsRoute } from './list-contacts.route';
import { listSubscriptionChangesRoute } from './list-subscription-changes.route';
import { readContactRoute } from './read-contact.route';
import { setSubscriptionsRoute } from './set-subscriptions.route';
import { upsertContactRoute } from './upsert-contact.route';

export function contactRoutes(
  options: ContactRouteOptions & { readonly topics: Pick<TopicsRepository, 'find'> },
): Route[] {
  return [
    upsertContactRoute(options),
    batchContactsRoute(options),
    listContactsRoute(options),
    readContactRoute(options),
    deleteContactRoute(options),
    setSubscriptionsRoute(options),
    listSubscriptionChangesRoute(options),
  ];
}
