import { z } from 'zod';
import { count, line, objectName, time } from '../fields/fields';
import { sample } from '../fields/sample';

/** Requests are counted for this long: those that were never confirmed are deleted later. */
export const countedDays = 30;
/** The newest requests of a form that are counted. */
export const countedRequestsMax = 10_000;

export const signupRequestCounts = z
  .object({
    object: objectName('signup_request_counts'),
    form_id: line('Id of the form.', sample.formId),
    since: time(
      `Requests since then are counted: those of ${countedDays} days, or the newest ${countedRequestsMax} if there are more.`,
      sample.acceptedAt,
    ),
    pending: count('Number of requests that are not confirmed yet.', 12),
    confirmed: count('Number of confirmed requests.', 231),
    expired: count('Number of requests that were not confirmed in time.', 31),
  })
  .meta({
    id: 'SignupRequestCounts',
    description: 'How many requests of a signup form are pending, confirmed and expired.',
  });
export type SignupRequestCounts = z.infer<typeof signupRequestCounts>;
