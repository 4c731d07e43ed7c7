import {
  changeSourceRequest,
  changeTransportRequest,
  operatorSources,
  operatorTransports,
  sourceChanged,
  transportChanged,
} from '@postrider/contracts';
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
    description: 'Returns all transports with their state and last failure.',
    tag,
    success: { status: 200, schema: operatorTransports },
    errors: [],
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
