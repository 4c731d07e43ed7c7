import {
  allSendingChanged,
  changeAllSendingRequest,
  drainQueuesRequest,
  operatorDrains,
  resumeQueuesRequest,
} from '@postrider/contracts';
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
};
