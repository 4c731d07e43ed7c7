import { createSignupFormRequest, signupFormResource } from '@postrider/contracts/signup-forms';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  presentSignupForm,
  redirectUrlOf,
  replyToOf,
  senderOf,
  signupFormVersion,
  type SignupFormRouteOptions,
} from './signup-form-request';

export function createSignupFormRoute({ signupForms, publicUrl }: SignupFormRouteOptions): Route {
  return defineRoute({
    operationId: 'createSignupForm',
    method: 'POST',
    path: '/signup-forms',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: createSignupFormRequest,
    bodyBytesMax: 65_536,
    summary: 'Create a signup form',
    description:
      'Creates a hosted page on which people subscribe (double opt-in). Link to its `url`, or submit your own form to it. Each person gets a confirmation email and is subscribed after confirming. Postrider records the consent.',
    tag: 'Signup forms',
    versioned: signupFormVersion,
    success: { status: 201, schema: signupFormResource },
    errors: [
      ...(['validation_error', 'invalid_from', 'unknown_topic'] as const),
      ...(['unknown_domain', 'forbidden_domain', 'domain_not_verified'] as const),
    ],
    handle: async ({ principal, body, requestId }) => {
      const { name, topics, fields, status, title = null, description = null } = body;
      const form = {
        ...{ name, topics, fields: [...new Set(fields)], status, title, description },
        sender: senderOf(principal, body.from),
        replyTo: replyToOf(body.reply_to ?? null),
        redirectUrl: redirectUrlOf(body.redirect_url ?? null, publicUrl),
        confirmationSubject: body.confirmation_subject ?? null,
        confirmationText: body.confirmation_text ?? null,
      };
      const row = await signupForms.create(
        principal.organization.id,
        form,
        authorOf({ principal, requestId }),
      );
      return { status: 201, body: presentSignupForm(row, publicUrl) };
    },
  });
}
