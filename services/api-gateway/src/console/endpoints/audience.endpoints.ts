import { erasure } from '@postrider/contracts';
import {
  erasePersonRequest,
  findPersonQuery,
  foundPersonList,
  listOperatorImportsQuery,
  listOperatorSuppressionsQuery,
  operatorImportList,
  operatorSuppressionList,
} from '@postrider/contracts/console';
import { defineEndpoint } from '../endpoint';

const tag = 'Operator';
const access = 'operator';

/** People that organizations write to, for operators of the platform. */
export const audienceEndpoints = {
  listSuppressions: defineEndpoint({
    operationId: 'listOperatorSuppressions',
    method: 'GET',
    path: '/operator/organizations/:id/suppressions',
    access,
    query: listOperatorSuppressionsQuery,
    summary: 'List suppressions of an organization',
    description:
      'Returns suppressions of an organization and its domains, newest first. Includes expired entries until they are deleted.',
    tag,
    success: { status: 200, schema: operatorSuppressionList },
    errors: ['not_found'],
  }),
  removeSuppression: defineEndpoint({
    operationId: 'deleteOperatorSuppression',
    method: 'DELETE',
    path: '/operator/organizations/:id/suppressions/:suppression_id',
    access,
    summary: 'Delete a suppression of an organization',
    description: 'Deletes an entry. The audit log of the organization records it.',
    tag,
    success: { status: 204, schema: null },
    errors: ['not_found'],
  }),
  listImports: defineEndpoint({
    operationId: 'listOperatorImports',
    method: 'GET',
    path: '/operator/imports',
    access,
    query: listOperatorImportsQuery,
    summary: 'List imports of all organizations',
    description:
      'Returns imports of contacts and suppressions with their progress, of all organizations or one, newest first.',
    tag,
    success: { status: 200, schema: operatorImportList },
    errors: [],
  }),
  findPerson: defineEndpoint({
    operationId: 'findPerson',
    method: 'GET',
    path: '/operator/people',
    access,
    query: findPersonQuery,
    summary: 'Find a person in all organizations',
    description:
      'Returns the organizations that have something about an address, with its counts. A page looks at `limit` organizations, and can be empty and not be the last.',
    tag,
    success: { status: 200, schema: foundPersonList },
    errors: [],
  }),
  erasePerson: defineEndpoint({
    operationId: 'erasePerson',
    method: 'POST',
    path: '/operator/organizations/:id/erase-person',
    access,
    isSensitive: true,
    body: erasePersonRequest,
    summary: 'Erase a person in an organization',
    description:
      'Does what `POST /contacts/{id_or_email}/erase` does. A request erases a part: repeat it with `next_cursor` until that is null. Cannot be undone.',
    tag,
    success: { status: 200, schema: erasure },
    errors: ['not_found', 'invalid_cursor'],
  }),
};
