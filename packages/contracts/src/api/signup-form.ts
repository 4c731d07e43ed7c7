import { z } from 'zod';
import { pageQuery } from './email';
import { list } from './list';
import { lineOfText, text } from './text';

export const signupFormFields = ['first_name', 'last_name'] as const;
export const signupFormStatuses = ['enabled', 'disabled'] as const;
export const signupRequestStates = ['pending', 'confirmed', 'expired'] as const;

const topicsMax = 20;

const name = lineOfText().trim().min(1, 'required').max(120);
const mailbox = lineOfText().min(1, 'required').max(1_000);
const topics = list(lineOfText().min(1, 'required').max(64), topicsMax)
  .refine((slugs) => slugs.length > 0, 'needs at least one topic')
  .meta({ description: 'Slugs; who confirms is subscribed to each of them' });
const title = lineOfText().trim().max(120).nullable().meta({ description: 'Default: the name' });
const description = text().trim().max(2_000).nullable().meta({ description: 'Plain text' });
const fields = list(z.enum(signupFormFields), signupFormFields.length).meta({
  description: 'What the page asks for beside the address; nobody has to fill them in',
});
const redirectUrl = lineOfText().max(2_000).nullable().meta({
  description: 'Where the browser goes after the confirmation: an https URL',
});
const status = z.enum(signupFormStatuses);

export const createSignupFormRequest = z
  .object({
    name,
    from: mailbox.meta({ description: 'Of a verified domain; its stream does not matter' }),
    reply_to: mailbox.nullable().optional(),
    topics,
    title: title.optional(),
    description: description.optional(),
    fields: fields.default([]),
    redirect_url: redirectUrl.optional(),
    status: status.default('enabled'),
  })
  .meta({
    id: 'CreateSignupFormRequest',
    examples: [
      {
        name: 'Footer of the shop',
        from: 'Shop <news@shop.example>',
        topics: ['news'],
        title: 'Our newsletter',
        description: 'Once a month, no advertisements.',
        fields: ['first_name'],
        redirect_url: 'https://shop.example/welcome',
      },
    ],
  });
export type CreateSignupFormRequest = z.output<typeof createSignupFormRequest>;

/** Fields left out stay; null clears. */
export const updateSignupFormRequest = z
  .object({
    name: name.optional(),
    from: mailbox.optional(),
    reply_to: mailbox.nullable().optional(),
    topics: topics.optional(),
    title: title.optional(),
    description: description.optional(),
    fields: fields.optional(),
    redirect_url: redirectUrl.optional(),
    status: status.optional(),
  })
  .meta({ id: 'UpdateSignupFormRequest' });
export type UpdateSignupFormRequest = z.output<typeof updateSignupFormRequest>;

export const signupFormResource = z
  .object({
    object: z.literal('signup_form'),
    id: z.string(),
    name: z.string(),
    url: z.string().describe('The page; what is posted there from elsewhere is taken, too'),
    from: z.string(),
    reply_to: z.string().nullable(),
    topics: z.array(z.string()),
    title: z.string().nullable(),
    description: z.string().nullable(),
    fields: z.array(z.enum(signupFormFields)),
    redirect_url: z.string().nullable(),
    status: z.enum(signupFormStatuses),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'SignupForm' });
export type SignupFormResource = z.infer<typeof signupFormResource>;

export const listSignupRequestsQuery = pageQuery;

/** Somebody who has filled in a form, and what proves the consent once it was confirmed. */
export const signupRequestResource = z
  .object({
    object: z.literal('signup_request'),
    id: z.string(),
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    topics: z.array(z.string()).describe('Slugs that the form had when it was filled in'),
    state: z.enum(signupRequestStates),
    ip_address: z.string().describe('From which the form was filled in'),
    user_agent: z.string().nullable(),
    email_id: z.string().describe('The mail that asks to confirm'),
    contact_id: z.string().nullable(),
    created_at: z.string(),
    expires_at: z.string().describe('Of the link in the mail'),
    confirmed_at: z.string().nullable(),
    confirmed_ip_address: z.string().nullable(),
  })
  .meta({ id: 'SignupRequest' });
export type SignupRequestResource = z.infer<typeof signupRequestResource>;
