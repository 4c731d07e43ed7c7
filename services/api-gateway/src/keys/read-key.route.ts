import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { keyResource } from '@postrider/contracts/keys';
import { defineRoute, type Route } from '../http/route';
import { visibleCreator, type KeyRouteOptions } from './key-request';
import { keyPresenter } from './keys.presenter';

export function readKeyRoute({ keys, clock }: KeyRouteOptions): Route {
  return defineRoute({
    operationId: 'readKey',
    method: 'GET',
    path: '/keys/:id',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    summary: 'Get an API key',
    description: 'Returns a key without its token.',
    tag: 'Keys',
    success: { status: 200, schema: keyResource },
    errors: ['not_found'],
    handle: async ({ principal, params: { id } }) => {
      const row = isId(id) ? await keys.find(principal.organization.id, id, visibleCreator(principal)) : null;
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: keyPresenter(principal, clock.now())(row) };
    },
  });
}
