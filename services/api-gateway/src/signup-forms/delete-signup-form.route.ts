import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { signupFormOf, type SignupFormRouteOptions } from './signup-form-request';

export function deleteSignupFormRoute({ signupForms }: SignupFormRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteSignupForm',
    method: 'DELETE',
    path: '/signup-forms/:id',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Delete a signup form',
    description:
      'Deletes the page and its signup requests; confirmation links stop working. Contacts and their consent history stay.',
    tag: 'Signup forms',
    success: { status: 204, schema: null },
    errors: ['not_found'],
    handle: async ({ principal, params, requestId }) => {
      const author = authorOf({ principal, requestId });
      if (!(await signupForms.remove(signupFormOf({ principal, params }), author))) {
        throw new AppError('not_found');
      }
      return { status: 204 };
    },
  });
}
