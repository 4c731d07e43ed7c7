import { listOf } from '@postrider/contracts/fields';
import { listSignupRequestsQuery, signupRequestResource } from '@postrider/contracts/signup-forms';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import {
  foundForm,
  presentSignupRequest,
  signupFormOf,
  type SignupFormRouteOptions,
} from './signup-form-request';

export function listSignupRequestsRoute({ signupForms, cursors, clock }: SignupFormRouteOptions): Route {
  return defineRoute({
    operationId: 'listSignupRequests',
    method: 'GET',
    path: '/signup-forms/:id/requests',
    access: { key: 'SEND' },
    // From where people wrote is shown to those who may have to prove it, not to pipelines.
    testKeys: 'refused',
    query: listSignupRequestsQuery,
    summary: 'List signup requests',
    description:
      'Returns who submitted the form, when and from where, with proof of consent for those who confirmed. Unconfirmed requests are deleted some time after their link expires.',
    tag: 'Signup forms',
    success: { status: 200, schema: listOf(signupRequestResource).meta({ id: 'SignupRequestList' }) },
    errors: ['not_found', 'validation_error', 'invalid_cursor'],
    handle: async ({ principal, params, query }) => {
      const form = signupFormOf({ principal, params });
      foundForm(await signupForms.find(form));
      const pager = createPager(cursors, {
        list: `signup_requests ${form.id}`,
        organizationId: form.organizationId,
      });
      const rows = await signupForms.listRequests(form, pager.start(query));
      const now = clock.now();
      const body = pager.finishLarge({ rows, searchedTo: null }, query.limit, (row) =>
        presentSignupRequest(row, now),
      );
      return { status: 200, body };
    },
  });
}
