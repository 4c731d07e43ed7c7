import { keyIdentity } from '@postrider/contracts/keys';
import { defineRoute, type Route } from '../http/route';
import { presentKeyIdentity } from './keys.presenter';

/**
 * Answered from the auth cache alone: the SMTP relay asks this at every AUTH, and counts memory and processor time of
 * messages for the organization that the header names.
 */
export function readOwnKeyRoute(): Route {
  return defineRoute({
    operationId: 'readOwnKey',
    method: 'GET',
    path: '/keys/me',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get the current API key',
    description:
      'Returns the permission, domains and limits on recipients of the calling key, without its token. Use it to check a configuration without sending.',
    tag: 'Keys',
    success: { status: 200, schema: keyIdentity },
    errors: [],
    handle: ({ principal }) =>
      Promise.resolve({
        status: 200,
        headers: { 'postrider-organization': principal.organization.id },
        body: presentKeyIdentity(principal),
      }),
  });
}
