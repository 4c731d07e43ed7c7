import { countedDays, countedRequestsMax, signupRequestCounts } from '@postrider/contracts/signup-forms';
import { defineRoute, type Route } from '../http/route';
import { countSignupRequests } from './count-signup-requests';
import { foundForm, signupFormOf, type SignupFormRouteOptions } from './signup-form-request';

export function countSignupRequestsRoute({ signupForms, pool, clock }: SignupFormRouteOptions): Route {
  return defineRoute({
    operationId: 'countSignupRequests',
    method: 'GET',
    path: '/signup-forms/:id/request-counts',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Count signup requests',
    description: `Returns how many requests of the last ${countedDays} days are confirmed, pending and expired. The newest ${countedRequestsMax.toLocaleString('en')} requests are counted.`,
    tag: 'Signup forms',
    success: { status: 200, schema: signupRequestCounts },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const form = signupFormOf({ principal, params });
      foundForm(await signupForms.find(form));
      return { status: 200, body: await countSignupRequests(pool, form, clock.now()) };
    },
  });
}
