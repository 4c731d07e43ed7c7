import { listOf, pageQuery } from '@postrider/contracts/fields';
import { signupFormResource } from '@postrider/contracts/signup-forms';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { presentSignupForm, type SignupFormRouteOptions } from './signup-form-request';

export function listSignupFormsRoute({ signupForms, cursors, publicUrl }: SignupFormRouteOptions): Route {
  return defineRoute({
    operationId: 'listSignupForms',
    method: 'GET',
    path: '/signup-forms',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: pageQuery,
    summary: 'List signup forms',
    description: 'Returns all forms with the URLs of their pages.',
    tag: 'Signup forms',
    success: { status: 200, schema: listOf(signupFormResource).meta({ id: 'SignupFormList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'signup_forms', organizationId });
      const forms = { organizationId, domainIds: principal.domainIds };
      const rows = await signupForms.list(forms, pager.start(query));
      const body = pager.finishLarge({ rows, searchedTo: null }, query.limit, (row) =>
        presentSignupForm(row, publicUrl),
      );
      return { status: 200, body };
    },
  });
}
