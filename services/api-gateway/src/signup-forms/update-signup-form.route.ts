import { signupFormResource, updateSignupFormRequest } from '@postrider/contracts/signup-forms';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  foundForm,
  presentSignupForm,
  redirectUrlOf,
  replyToOf,
  senderOf,
  signupFormOf,
  signupFormVersion,
  type SignupFormRouteOptions,
} from './signup-form-request';

export function updateSignupFormRoute({ signupForms, publicUrl }: SignupFormRouteOptions): Route {
  return defineRoute({
    operationId: 'updateSignupForm',
    method: 'PATCH',
    path: '/signup-forms/:id',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: updateSignupFormRequest,
    bodyBytesMax: 65_536,
    summary: 'Update a signup form',
    description:
      'Changes the given fields; null clears a field. Submitted signups keep the topics that the form had at the time.',
    tag: 'Signup forms',
    versioned: signupFormVersion,
    success: { status: 200, schema: signupFormResource },
    errors: [
      ...(['not_found', 'validation_error', 'invalid_from', 'unknown_topic'] as const),
      ...(['unknown_domain', 'forbidden_domain', 'domain_not_verified'] as const),
    ],
    handle: async ({ principal, params, body, requestId, version }) => {
      const form = signupFormOf({ principal, params });
      // Before what the body says of domains: a form that the key may not see does not exist for it.
      foundForm(await signupForms.find(form));
      const { from, reply_to: replyTo, redirect_url: redirectUrl, fields, ...rest } = body;
      const {
        confirmation_subject: confirmationSubject,
        confirmation_text: confirmationText,
        ...same
      } = rest;
      const change = {
        ...{ ...same, confirmationSubject, confirmationText },
        fields: fields && [...new Set(fields)],
        sender: from === undefined ? undefined : senderOf(principal, from),
        replyTo: replyTo === undefined ? undefined : replyToOf(replyTo),
        redirectUrl: redirectUrl === undefined ? undefined : redirectUrlOf(redirectUrl, publicUrl),
      };
      const row = await signupForms.change(form, change, {
        author: authorOf({ principal, requestId, version }),
        check: (before) => version.require(presentSignupForm(before, publicUrl)),
      });
      return { status: 200, body: presentSignupForm(foundForm(row), publicUrl) };
    },
  });
}
