import { z } from 'zod';
import { line } from '../fields/fields';

export const googleAuthorization = z
  .object({
    url: line(
      'Page of Google that asks for access. It sends the browser back to `/console/deliverability/google`.',
      'https://accounts.google.com/o/oauth2/v2/auth?client_id=…',
    ),
  })
  .meta({ id: 'GoogleAuthorization', description: 'Where to give access to Google Postmaster Tools.' });

const parameter = (description: string) =>
  z
    .string()
    .min(1)
    .max(2_048)
    .meta({ description, examples: ['4/0AfJohX…'] });

export const connectGooglePostmasterRequest = z
  .object({
    code: parameter('Parameter `code` of the page that Google sent the browser to.'),
    state: parameter('Parameter `state` of that page.'),
  })
  .meta({ id: 'ConnectGooglePostmasterRequest', description: 'Answer of Google.' });
