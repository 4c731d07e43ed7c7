import { z } from 'zod';
import { createdAt, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { list } from '../fields/list';
import { pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { addressLine, lineOfText, text } from '../fields/text';

export const signupFormFields = ['first_name', 'last_name'] as const;
export const signupFormStatuses = ['enabled', 'disabled'] as const;
export const signupRequestStates = ['pending', 'confirmed', 'expired'] as const;

const topicsMax = 20;

const name = lineOfText()
  .trim()
  .min(1, 'required')
  .max(120)
  .meta({ description: 'Name, 1 to 120 characters.', examples: ['Footer of the shop'] });
const mailbox = addressLine().min(1, 'required').max(1_000);
const from = mailbox.meta({
  description: 'Sender of the confirmation email, at a verified domain of any stream.',
  examples: [sample.from],
});
const replyTo = mailbox
  .nullable()
  .optional()
  .meta({
    description: 'Reply-To address of the confirmation email. Null: the sender.',
    examples: ['support@acme.example'],
  });
const topics = list(lineOfText().min(1, 'required').max(64), topicsMax)
  .refine((slugs) => slugs.length > 0, 'needs at least one topic')
  .meta({
    description: 'Slugs of 1 to 20 topics to subscribe confirmed contacts to.',
    examples: [['news']],
  });
const title = lineOfText()
  .trim()
  .max(120)
  .nullable()
  .optional()
  .meta({
    description: 'Heading of the page, up to 120 characters. Null: the name of the form.',
    examples: ['Our newsletter'],
  });
const description = text()
  .trim()
  .max(2_000)
  .nullable()
  .optional()
  .meta({
    description: 'Plain text below the heading, up to 2,000 characters. Null: none.',
    examples: ['Once a month, no advertisements.'],
  });
const confirmationSubject = lineOfText()
  .trim()
  .min(1, 'must not be blank; null restores the default')
  .max(200)
  .nullable()
  .optional()
  .meta({
    description:
      "Subject of the confirmation email, up to 200 characters. Null: a default in the reader's language.",
    examples: ['Please confirm your subscription'],
  });
const confirmationText = text()
  .trim()
  .min(1, 'must not be blank; null restores the default')
  .max(2_000)
  .nullable()
  .optional()
  .meta({
    description:
      "Plain text above the topics and the button in the confirmation email, up to 2,000 characters. Null: a default in the reader's language.",
    examples: ['One more click, and our monthly letter is yours.'],
  });
const fields = list(z.enum(signupFormFields), signupFormFields.length);
const fieldsAsked = 'Optional fields that the page asks for in addition to the address.';
const redirectUrl = lineOfText()
  .max(2_000)
  .nullable()
  .optional()
  .meta({
    description: 'HTTPS URL to redirect to after the confirmation. Null: a default page.',
    examples: ['https://acme.example/welcome'],
  });
const status = z.enum(signupFormStatuses);
const statusMeaning = { description: '`disabled`: the form accepts no signups. Links in emails still work.' };

export const createSignupFormRequest = z
  .object({
    name,
    from,
    reply_to: replyTo,
    topics,
    title,
    description,
    fields: fields.default([]).meta({ description: fieldsAsked, examples: [['first_name']] }),
    redirect_url: redirectUrl,
    confirmation_subject: confirmationSubject,
    confirmation_text: confirmationText,
    status: status.default('enabled').meta(statusMeaning),
  })
  .meta({
    id: 'CreateSignupFormRequest',
    description: 'A signup form to create.',
    examples: [
      {
        name: 'Footer of the shop',
        from: sample.from,
        topics: ['news'],
        title: 'Our newsletter',
        description: 'Once a month, no advertisements.',
        fields: ['first_name'],
        redirect_url: 'https://acme.example/welcome',
      },
    ],
  });

/** Absent fields do not change; null clears. */
export const updateSignupFormRequest = z
  .object({
    name: name.optional(),
    from: from.optional(),
    reply_to: replyTo,
    topics: topics.optional(),
    title,
    description,
    fields: fields.optional().meta({ description: fieldsAsked, examples: [['first_name']] }),
    redirect_url: redirectUrl,
    confirmation_subject: confirmationSubject,
    confirmation_text: confirmationText,
    status: status.optional().meta(statusMeaning),
  })
  .meta({
    id: 'UpdateSignupFormRequest',
    description: 'Fields to change. Missing fields keep their values; null clears a field.',
    examples: [{ status: 'disabled' }],
  });

export const signupFormResource = z
  .object({
    object: objectName('signup_form'),
    id: line('Id of the form.', sample.formId),
    name: line('Name of the form.', 'Footer of the shop'),
    url: line(
      'URL of the page. Link to it, or submit your own form to it.',
      `https://mail.acme.example/forms/${sample.formId}`,
    ),
    from: line('Sender of the confirmation email.', sample.from),
    reply_to: lineOrNull('Reply-To address of the confirmation email. Null: the sender.', null),
    topics: z
      .array(z.string())
      .meta({ description: 'Slugs of the topics to subscribe confirmed contacts to.', examples: [['news']] }),
    title: lineOrNull('Heading of the page. Null: the name of the form.', 'Our newsletter'),
    description: lineOrNull('Text below the heading. Null: none.', 'Once a month, no advertisements.'),
    fields: z.array(z.enum(signupFormFields)).meta({ description: fieldsAsked, examples: [['first_name']] }),
    redirect_url: lineOrNull(
      'URL to redirect to after the confirmation. Null: a default page.',
      'https://acme.example/welcome',
    ),
    confirmation_subject: lineOrNull('Subject of the confirmation email. Null: the default.', null),
    confirmation_text: lineOrNull('Text of the confirmation email. Null: the default.', null),
    status: status.meta(statusMeaning),
    created_at: createdAt('it was created'),
    updated_at: time('When the form was last updated.', sample.acceptedAt),
  })
  .meta({
    id: 'SignupForm',
    description: 'A page on which people subscribe and then confirm by email.',
  });
export type SignupFormResource = z.infer<typeof signupFormResource>;

export const listSignupRequestsQuery = pageQuery;

/** A person who has filled in a form, with the proof of consent once it is confirmed. */
export const signupRequestResource = z
  .object({
    object: objectName('signup_request'),
    id: line('Id of the request.', sample.signupRequestId),
    email: line('Address entered in the form.', sample.to),
    first_name: lineOrNull('First name. Null if not given.', 'Ada'),
    last_name: lineOrNull('Last name. Null if not given.', null),
    topics: z.array(z.string()).meta({
      description: 'Slugs of the topics that the form had when it was submitted.',
      examples: [['news']],
    }),
    state: z.enum(signupRequestStates).meta({
      examples: ['confirmed'],
      description: '`pending`: not confirmed yet. `expired`: not confirmed in time.',
    }),
    ip_address: line('IP address that submitted the form.', sample.ipAddress),
    user_agent: lineOrNull('User agent that submitted the form. Null if unknown.', sample.userAgent),
    email_id: line('Id of the confirmation email.', sample.emailId),
    contact_id: lineOrNull('Id of the subscribed contact. Null until confirmed.', sample.contactId),
    created_at: time('When the form was submitted.', sample.acceptedAt),
    expires_at: time('When the confirmation link expires.', sample.laterAt),
    confirmed_at: timeOrNull('When the signup was confirmed. Null until then.', sample.deliveredAt),
    confirmed_ip_address: lineOrNull(
      'IP address that confirmed the signup. Null until then.',
      sample.ipAddress,
    ),
  })
  .meta({
    id: 'SignupRequest',
    description: 'A submitted signup form and its confirmation.',
  });
export type SignupRequestResource = z.infer<typeof signupRequestResource>;
