import { contactImportResource } from '@postrider/contracts/contacts';
import type { Pool } from '@postrider/db';
import type { Route } from '../http/route';
import { importRoutes, type ImportRouteOptions } from '../imports/import-routes';
import type { TopicsRepository } from '../topics/topics.repository';
import { batchContactsRoute } from './batch-contacts.route';
import type { ContactRouteOptions } from './contact-request';
import { deleteContactRoute } from './delete-contact.route';
import { eraseContactRoute } from './erase-contact.route';
import { exportContactsRoute } from './export-contacts.route';
import { importContactsRoute, presentContactImport } from './imports/import-contacts.route';
import { listContactTimelineRoute } from './list-contact-timeline.route';
import { listContactsRoute } from './list-contacts.route';
import { listSubscriptionChangesRoute } from './list-subscription-changes.route';
import { readContactRoute } from './read-contact.route';
import { setSubscriptionsRoute } from './set-subscriptions.route';
import { upsertContactRoute } from './upsert-contact.route';

export function contactRoutes(
  options: ContactRouteOptions &
    ImportRouteOptions & {
      readonly topics: Pick<TopicsRepository, 'find' | 'findMany'>;
      readonly pool: Pool;
    },
): Route[] {
  return [
    upsertContactRoute(options),
    batchContactsRoute(options),
    listContactsRoute(options),
    exportContactsRoute(options),
    importContactsRoute(options),
    ...importRoutes(options, {
      kind: 'contacts',
      operationNoun: 'ContactImport',
      tag: 'Contacts',
      resource: contactImportResource,
      present: presentContactImport,
    }),
    readContactRoute(options),
    deleteContactRoute(options),
    eraseContactRoute(options),
    setSubscriptionsRoute(options),
    listSubscriptionChangesRoute(options),
    listContactTimelineRoute(options),
  ];
}
