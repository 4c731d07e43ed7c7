import {
  changeOperatorMailRequest,
  listOperatorMailQuery,
  operatorMailChange,
  operatorMailList,
  platformHealth,
} from '@postrider/contracts';
import { defineEndpoint } from '../endpoint';

const tag = 'Operator';
const access = 'operator';

/** For operators of the platform, across all organizations. */
export const operatorEndpoints = {
  health: defineEndpoint({
    operationId: 'readPlatformHealth',
    method: 'GET',
    path: '/operator/health',
    access,
    summary: 'Check the platform',
    description:
      'Returns what was checked, queued mail by lane and reason with the oldest due mail, and the queues of RabbitMQ.',
    tag,
    success: { status: 200, schema: platformHealth },
    errors: [],
  }),
  listMail: defineEndpoint({
    operationId: 'listOperatorMail',
    method: 'GET',
    path: '/operator/mail',
    access,
    query: listOperatorMailQuery,
    summary: 'List held, queued or failed email',
    description: 'Returns live email of all organizations, newest first, without its content.',
    tag,
    success: { status: 200, schema: operatorMailList },
    errors: ['invalid_cursor'],
  }),
  changeMail: defineEndpoint({
    operationId: 'changeOperatorMail',
    method: 'POST',
    path: '/operator/mail/changes',
    access,
    body: changeOperatorMailRequest,
    summary: 'Change many emails',
    description:
      'Holds, releases, fails or retries email that the filters choose, or counts it exactly. A request changes up to 5,000 emails, in pages that are committed one by one; `next` continues. Email that a worker is sending is counted as `on the wire` and not changed. The audit log of each organization records it.',
    tag,
    success: { status: 200, schema: operatorMailChange },
    errors: [],
  }),
};
