import { signupFormResource } from '@postrider/contracts/signup-forms';
import { defineRoute, type Route } from '../http/route';
import {
  foundForm,
  presentSignupForm,
  signupFormOf,
  signupFormVersion,
  type SignupFormRouteOptions,
} from './signup-form-request';

export function readSignupFormRoute({ signupForms, publicUrl }: SignupFormRouteOptions): Route {
  return defineRoute({
    operationId: 'readSignupForm',
    method: 'GET',
    path: '/signup-forms/:id',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get a signup form',
    description: 'Returns a form with the URL of its page.',
    tag: 'Signup forms',
    versioned: signupFormVersion,
    success: { status: 200, schema: signupFormResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = foundForm(await signupForms.find(signupFormOf({ principal, params })));
      return { status: 200, body: presentSignupForm(row, publicUrl) };
    },
  });
}
