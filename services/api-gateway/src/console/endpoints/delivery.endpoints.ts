import {
  addSourceRequest,
  changeSourceRequest,
  changeTransportRequest,
  operatorSources,
  operatorTransports,
  setTransportRequest,
  sourceAdded,
  sourceChanged,
  transportChanged,
  transportSet,
} from '@postrider/contracts/console';
import { defineEndpoint } from '../endpoint';

const tag = 'Operator';
const access = 'operator';

/** Source addresses and transports, for operators of the platform. */
export const deliveryEndpoints = {
  listSources: defineEndpoint({
    operationId: 'listOperatorSources',
    method: 'GET',
    path: '/operator/sources',
    access,
    summary: 'List source addresses',
    description: 'Returns the addresses that email is sent from, with their PTR check and warm-up.',
    tag,
    success: { status: 200, schema: operatorSources },
    errors: [],
  }),
  addSource: defineEndpoint({
    operationId: 'addOperatorSource',
    method: 'POST',
    path: '/operator/sources',
    access,
    body: addSourceRequest,
    summary: 'Add a source address',
    description: 'Adds an address. Workers whose machine has it use it within seconds.',
    tag,
    success: { status: 200, schema: sourceAdded },
    errors: [],
  }),
  changeSource: defineEndpoint({
    operationId: 'changeOperatorSource',
    method: 'POST',
    path: '/operator/sources/change',
    access,
    body: changeSourceRequest,
    summary: 'Change a source address',
    description:
      'Pauses, resumes, warms up or removes an address. The last address of a pool that domains use is not removed.',
    tag,
    success: { status: 200, schema: sourceChanged },
    errors: ['not_found'],
  }),
  listTransports: defineEndpoint({
    operationId: 'listOperatorTransports',
    method: 'GET',
    path: '/operator/transports',
    access,
    summary: 'List transports',
    description: 'Returns all transports with their state and last failure, and the kinds of transports.',
    tag,
    success: { status: 200, schema: operatorTransports },
    errors: [],
  }),
  setTransport: defineEndpoint({
    operationId: 'setOperatorTransport',
    method: 'PUT',
    path: '/operator/transports/:name',
    access,
    isSensitive: true,
    body: setTransportRequest,
    summary: 'Set a transport',
    description:
      'Creates or replaces a transport. Of one that settings define, only the fallback is set. The secret is stored encrypted and never returned.',
    tag,
    success: { status: 200, schema: transportSet },
    errors: [],
  }),
  removeTransport: defineEndpoint({
    operationId: 'removeOperatorTransport',
    method: 'DELETE',
    path: '/operator/transports/:name',
    access,
    isSensitive: true,
    summary: 'Remove a transport',
    description:
      'Removes a transport that no domain and no fallback uses. One that settings define loses what was changed about it.',
    tag,
    success: { status: 204, schema: null },
    errors: ['validation_error', 'not_found'],
  }),
  changeTransport: defineEndpoint({
    operationId: 'changeOperatorTransport',
    method: 'POST',
    path: '/operator/transports/change',
    access,
    body: changeTransportRequest,
    summary: 'Change a transport',
    description:
      'Disables, enables or resumes a transport. Of a resumed one, a request looks at 50,000 waiting messages; `next` continues.',
    tag,
    success: { status: 200, schema: transportChanged },
    errors: ['not_found'],
  }),
};
