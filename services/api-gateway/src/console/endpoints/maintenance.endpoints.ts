import {
  allSendingChanged,
  changeAllSendingRequest,
  changeRestoredRequest,
  drainQueuesRequest,
  operatorDrains,
  operatorRestorations,
  restoredChanged,
  resumeQueuesRequest,
} from '@postrider/contracts/console';
import { defineEndpoint } from '../endpoint';

const tag = 'Operator';
const access = 'operator';

/** What stops sending for all organizations, for operators of the platform. */
export const maintenanceEndpoints = {
  changeAllSending: defineEndpoint({
    operationId: 'changeAllSending',
    method: 'POST',
    path: '/operator/sending',
    access,
    body: changeAllSendingRequest,
    summary: 'Pause or resume all sending',
    description:
      'Pauses each organization that is not paused, or resumes those that are paused with exactly this reason. A request changes 200 organizations at most, each with an entry in its audit log.',
    tag,
    success: { status: 200, schema: allSendingChanged },
    errors: [],
  }),
  listDrains: defineEndpoint({
    operationId: 'listOperatorDrains',
    method: 'GET',
    path: '/operator/drains',
    access,
    summary: 'List drained queues',
    description: 'Returns the queues of email with their drains, and the newest drains of the past.',
    tag,
    success: { status: 200, schema: operatorDrains },
    errors: [],
  }),
  drainQueues: defineEndpoint({
    operationId: 'drainQueues',
    method: 'POST',
    path: '/operator/drains',
    access,
    body: drainQueuesRequest,
    summary: 'Drain queues',
    description:
      'Stops all workers from claiming email of the queues, until they are resumed. Email that is being sent is still sent: `in_progress` counts it. A queue that is drained keeps its reason.',
    tag,
    success: { status: 200, schema: operatorDrains },
    errors: [],
  }),
  resumeQueues: defineEndpoint({
    operationId: 'resumeQueues',
    method: 'POST',
    path: '/operator/drains/resume',
    access,
    body: resumeQueuesRequest,
    summary: 'Resume drained queues',
    description: 'Workers send the email of the queues again.',
    tag,
    success: { status: 200, schema: operatorDrains },
    errors: [],
  }),
  listRestorations: defineEndpoint({
    operationId: 'listOperatorRestorations',
    method: 'GET',
    path: '/operator/restorations',
    access,
    summary: 'List restored backups',
    description: 'Returns when a restored database was recognized, and what is still held, by organization.',
    tag,
    success: { status: 200, schema: operatorRestorations },
    errors: [],
  }),
  declareRestoration: defineEndpoint({
    operationId: 'declareRestoration',
    method: 'POST',
    path: '/operator/restorations',
    access,
    isSensitive: true,
    summary: 'Hold all due email',
    description:
      'For a restored database that was not recognized: workers hold all due email, broadcasts and runs.',
    tag,
    success: { status: 200, schema: operatorRestorations },
    errors: ['validation_error'],
  }),
  changeRestored: defineEndpoint({
    operationId: 'changeRestored',
    method: 'POST',
    path: '/operator/restorations/changes',
    access,
    body: changeRestoredRequest,
    summary: 'Release or cancel what was held',
    description:
      'Releases or cancels broadcasts or automation runs that were held after restoring a backup. A request changes 2,000 at most, each page with an entry in the audit log of its organizations.',
    tag,
    success: { status: 200, schema: restoredChanged },
    errors: [],
  }),
};
