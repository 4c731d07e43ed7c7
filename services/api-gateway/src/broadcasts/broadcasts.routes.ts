import type { PlanTable } from '@postrider/contracts/organizations';
import type { ApiGatewayView, Pool } from '@postrider/db';
import type { PublicLinks } from '@postrider/mail';
import type { LinkOrigin } from '@postrider/runtime';
import type { AcceptEmails } from '@postrider/submission';
import type { Renderer } from '@postrider/templating';
import type { ContactsRepository } from '../contacts/contacts.repository';
import type { Route } from '../http/route';
import type { CountSegments } from '../segments/segment-counts';
import type { SegmentsRepository } from '../segments/segments.repository';
import type { TopicsRepository } from '../topics/topics.repository';
import type { UsageRepository } from '../usage/usage.repository';
import { createBroadcastReportRepository } from './broadcast-report.repository';
import type { BroadcastRouteOptions } from './broadcast-request';
import { createBroadcastsRepository } from './broadcasts.repository';
import { cancelBroadcastRoute } from './cancel-broadcast.route';
import { createCheckBroadcast } from './check-broadcast';
import { createCheckContent } from './check-content';
import { createBroadcastRoute } from './create-broadcast.route';
import { decideBroadcastRoute } from './decide-broadcast.route';
import { deleteBroadcastRoute } from './delete-broadcast.route';
import { duplicateBroadcastRoute } from './duplicate-broadcast.route';
import { estimateBroadcastRoute } from './estimate-broadcast.route';
import { exportBroadcastRecipientsRoute } from './export-broadcast-recipients.route';
import { listBroadcastLinksRoute } from './list-broadcast-links.route';
import { listBroadcastRecipientsRoute } from './list-broadcast-recipients.route';
import { listBroadcastsRoute } from './list-broadcasts.route';
import { pauseBroadcastRoute } from './pause-broadcast.route';
import { previewBroadcastRoute } from './preview-broadcast.route';
import { readBroadcastSeriesRoute } from './read-broadcast-series.route';
import { readBroadcastRoute } from './read-broadcast.route';
import { resendBroadcastRoute } from './resend-broadcast.route';
import { resumeBroadcastRoute } from './resume-broadcast.route';
import { sendBroadcastRoute } from './send-broadcast.route';
import { createShowContent } from './show-content';
import { testBroadcastRoute } from './test-broadcast.route';
import { updateBroadcastRoute } from './update-broadcast.route';

interface BroadcastFeatureOptions extends Omit<BroadcastRouteOptions, 'broadcasts'> {
  readonly pool: Pool;
  readonly prisma: ApiGatewayView;
  readonly renderer: Renderer;
  readonly acceptEmails: Pick<AcceptEmails, 'batch'>;
  readonly topics: Pick<TopicsRepository, 'find'>;
  readonly segments: Pick<SegmentsRepository, 'find'>;
  readonly contacts: Pick<ContactsRepository, 'find'>;
  readonly countSegments: CountSegments;
  readonly usage: UsageRepository;
  readonly plans: PlanTable;
  readonly links: Pick<PublicLinks, 'urlOf'>;
  readonly publicUrl: LinkOrigin;
}

export function broadcastRoutes(options: BroadcastFeatureOptions): Route[] {
  const checkContent = createCheckContent(options);
  const shared = {
    ...options,
    broadcasts: createBroadcastsRepository(options),
    checkBroadcast: createCheckBroadcast({ ...options, checkContent }),
    showContent: createShowContent(options),
    report: createBroadcastReportRepository(options),
  };
  return [
    createBroadcastRoute(shared),
    listBroadcastsRoute(shared),
    readBroadcastRoute(shared),
    updateBroadcastRoute(shared),
    deleteBroadcastRoute(shared),
    sendBroadcastRoute(shared),
    pauseBroadcastRoute(shared),
    resumeBroadcastRoute(shared),
    cancelBroadcastRoute(shared),
    decideBroadcastRoute(shared),
    resendBroadcastRoute(shared),
    duplicateBroadcastRoute(shared),
    estimateBroadcastRoute(shared),
    previewBroadcastRoute(shared),
    testBroadcastRoute(shared),
    listBroadcastRecipientsRoute(shared),
    exportBroadcastRecipientsRoute(shared),
    listBroadcastLinksRoute(shared),
    readBroadcastSeriesRoute(shared),
  ];
}
