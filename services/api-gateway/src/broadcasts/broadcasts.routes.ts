import type { Pool } from '@postrider/db';
import type { AcceptEmails } from '@postrider/submission';
import type { Renderer } from '@postrider/templating';
import type { ContactsRepository } from '../contacts/contacts.repository';
import type { Route } from '../http/route';
import type { SegmentsRepository } from '../segments/segments.repository';
import type { TopicsRepository } from '../topics/topics.repository';
import { createListRecipients } from './broadcast-recipients.repository';
import type { BroadcastRouteOptions } from './broadcast-request';
import { createBroadcastsRepository } from './broadcasts.repository';
import { cancelBroadcastRoute } from './cancel-broadcast.route';
import { createCheckBroadcast } from './check-broadcast';
import { createCheckContent } from './check-content';
import { createBroadcastRoute } from './create-broadcast.route';
import { decideBroadcastRoute } from './decide-broadcast.route';
import { deleteBroadcastRoute } from './delete-broadcast.route';
import { listBroadcastRecipientsRoute } from './list-broadcast-recipients.route';
import { listBroadcastsRoute } from './list-broadcasts.route';
import { previewBroadcastRoute } from './preview-broadcast.route';
import { readBroadcastRoute } from './read-broadcast.route';
import { resendBroadcastRoute } from './resend-broadcast.route';
import { sendBroadcastRoute } from './send-broadcast.route';
import { createShowContent } from './show-content';
import { testBroadcastRoute } from './test-broadcast.route';
import { updateBroadcastRoute } from './update-broadcast.route';

interface BroadcastFeatureOptions extends Omit<BroadcastRouteOptions, 'broadcasts'> {
  readonly pool: Pool;
  readonly renderer: Renderer;
  readonly acceptEmails: Pick<AcceptEmails, 'batch'>;
  readonly topics: Pick<TopicsRepository, 'find'>;
  readonly segments: Pick<SegmentsRepository, 'find'>;
  readonly contacts: Pick<ContactsRepository, 'find'>;
}

export function broadcastRoutes(options: BroadcastFeatureOptions): Route[] {
  const checkContent = createCheckContent(options);
  const shared = {
    ...options,
    broadcasts: createBroadcastsRepository(options),
    checkBroadcast: createCheckBroadcast({ ...options, checkContent }),
    showContent: createShowContent(options),
    listRecipients: createListRecipients(options),
  };
  return [
    createBroadcastRoute(shared),
    listBroadcastsRoute(shared),
    readBroadcastRoute(shared),
    updateBroadcastRoute(shared),
    deleteBroadcastRoute(shared),
    sendBroadcastRoute(shared),
    cancelBroadcastRoute(shared),
    decideBroadcastRoute(shared),
    resendBroadcastRoute(shared),
    previewBroadcastRoute(shared),
    testBroadcastRoute(shared),
    listBroadcastRecipientsRoute(shared),
  ];
}
