import { z } from 'zod';
import { pageQuery } from './email';
import { createdAt, line, lineOrNull, objectName, time, timeOrNull } from './fields';
import { list } from './list';
import { sample } from './sample';
import { lineOfText, text } from './text';

export const signupFormFields = ['first_name', 'last_name'] as const;
export const signupFormStatuses = ['enabled', 'disabled'] as const;
export const signupRequestStates = ['pending', 'confirmed', 'expired'] as const;

const topicsMax = 20;

const name = lineOfText()
  .trim()
  .min(1, 'required')
  .max(120)
  .meta({ description: 'What you call it, 1 to 120 characters.', examples: ['Footer of the shop'] });
const mailbox = lineOfText().min(1, 'required').max(1_000);
const from = mailbox.meta({
  description: 'Who the mail that asks to confirm is from, at a verified domain; its stream does not matter.',
  examples: [sample.from],
});
const replyTo = mailbox
  .nullable()
  .optional()
  .meta({ description: 'Where answers to it go; null: to the sender.', examples: ['support@acme.example'] });
const topics = list(lineOfText().min(1, 'required').max(64), topicsMax)
  .refine((slugs) => slugs.length > 0, 'needs at least one topic')
  .meta({
    description: 'Slugs of 1 to 20 topics; who confirms is subscribed to each.',
    examples: [['news']],
  });
const title = lineOfText()
  .trim()
  .max(120)
  .nullable()
  .optional()
  .meta({
    description: 'Heading of the page, up to 120 characters; null: the name.',
    examples: ['Our newsletter'],
  });
const description = text()
  .trim()
  .max(2_000)
  .nullable()
  .optional()
  .meta({
    description: 'What the page says below it: plain text, up to 2,000 characters; null: nothing.',
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
      "What the confirmation email says above the topics and the button: plain text, up to 2,000 characters. Null: a default in the reader's language.",
    examples: ['One more click, and our monthly letter is yours.'],
  });
const fields = list(z.enum(signupFormFields), signupFormFields.length);
const fieldsAsked = 'What the page asks for beside the address; nobody has to fill them in.';
const redirectUrl = lineOfText()
  .max(2_000)
  .nullable()
  .optional()
  .meta({
    description: 'Where the browser goes after the confirmation: an https URL; null: a page of ours.',
    examples: ['https://acme.example/welcome'],
  });
const status = z.enum(signupFormStatuses);
const statusMeaning = { description: '`disabled`: the page takes nobody; links in mails still work.' };

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
    description: 'A signup form to add.',
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
export type CreateSignupFormRequest = z.output<typeof createSignupFormRequest>;

/** Fields left out stay; null clears. */
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
    description: 'What to change; what is left out stays, null clears.',
    examples: [{ status: 'disabled' }],
  });
export type UpdateSignupFormRequest = z.output<typeof updateSignupFormRequest>;

export const signupFormResource = z
  .object({
    object: objectName('signup_form'),
    id: line('Id of the form.', sample.formId),
    name: line('What you call it.', 'Footer of the shop'),
    url: line(
      'The page: link to it, or post to it from a form of your own.',
      `https://mail.acme.example/forms/${sample.formId}`,
    ),
    from: line('Who the mail that asks to confirm is from.', sample.from),
    reply_to: lineOrNull('Where answers to it go; null: to the sender.', null),
    topics: z
      .array(z.string())
      .meta({ description: 'Slugs of the topics that it subscribes to.', examples: [['news']] }),
    title: lineOrNull('Heading of the page; null: the name.', 'Our newsletter'),
    description: lineOrNull(
      'What the page says below it; null: nothing.',
      'Once a month, no advertisements.',
    ),
    fields: z.array(z.enum(signupFormFields)).meta({ description: fieldsAsked, examples: [['first_name']] }),
    redirect_url: lineOrNull(
      'Where the browser goes after the confirmation; null: a page of ours.',
      'https://acme.example/welcome',
    ),
    confirmation_subject: lineOrNull('Subject of the confirmation email. Null: the default.', null),
    confirmation_text: lineOrNull('What the confirmation email says. Null: the default.', null),
    status: status.meta(statusMeaning),
    created_at: createdAt('it was added'),
    updated_at: time('When it last changed.', sample.acceptedAt),
  })
  .meta({
    id: 'SignupForm',
    description: 'A page on which people subscribe, with a mail that asks to confirm.',
  });
export type SignupFormResource = z.infer<typeof signupFormResource>;

export const listSignupRequestsQuery = pageQuery;

/** Somebody who has filled in a form, and what proves the consent once it was confirmed. */
export const signupRequestResource = z
  .object({
    object: objectName('signup_request'),
    id: line('Id of the request.', sample.signupRequestId),
    email: line('The address that was given.', sample.to),
    first_name: lineOrNull('First name; null: not given.', 'Ada'),
    last_name: lineOrNull('Last name; null: not given.', null),
    topics: z
      .array(z.string())
      .meta({ description: 'Slugs that the form had when it was filled in.', examples: [['news']] }),
    state: z.enum(signupRequestStates).meta({
      examples: ['confirmed'],
      description:
        '`pending`: the mail was not answered yet; `confirmed`; `expired`: the link is past its time.',
    }),
    ip_address: line('From which the form was filled in.', sample.ipAddress),
    user_agent: lineOrNull('With which browser; null: not said.', sample.userAgent),
    email_id: line('The mail that asks to confirm.', sample.emailId),
    contact_id: lineOrNull('The contact that was subscribed; null: not confirmed.', sample.contactId),
    created_at: time('When the form was filled in.', sample.acceptedAt),
    expires_at: time('When the link in the mail ends.', sample.laterAt),
    confirmed_at: timeOrNull('When it was confirmed; null: not yet.', sample.deliveredAt),
    confirmed_ip_address: lineOrNull('From which it was confirmed; null: not yet.', sample.ipAddress),
  })
  .meta({
    id: 'SignupRequest',
    description: 'Somebody who has filled in a form, and whether it was confirmed.',
  });
export type SignupRequestResource = z.infer<typeof signupRequestResource>;
