import type { CurlRequest } from '../../ui/curl';

/** The request that sends a first email. */
export function sendRequest(
  from = 'Acme <hello@your-domain.example>',
  to = 'you@example.com',
): CurlRequest & { readonly body: object } {
  return {
    method: 'POST',
    path: '/emails',
    body: { from, to, subject: 'Hello', text: 'My first email.' },
    docs: 'emails#sendEmail',
  };
}
