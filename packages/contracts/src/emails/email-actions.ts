import { z } from 'zod';
import { line, objectName, time } from '../fields/fields';
import { sample } from '../fields/sample';

const emailId = line('Id of the email, as returned when it was sent.', sample.emailId);

export const rescheduleEmailResponse = z
  .object({
    id: emailId,
    object: objectName('email'),
    scheduled_at: time('When the email will be sent.', sample.laterAt),
  })
  .meta({ id: 'RescheduledEmail', description: 'A rescheduled email.' });

export const tryEmailNowResponse = z
  .object({
    id: emailId,
    object: objectName('email'),
    due_at: time('When the next attempt is due.', sample.laterAt),
  })
  .meta({ id: 'TriedEmail', description: 'An email whose next attempt is due.' });

export const cancelEmailResponse = z
  .object({
    id: emailId,
    object: objectName('email'),
    status: z.literal('canceled').meta({ description: 'Always `canceled`.' }),
  })
  .meta({ id: 'CanceledEmail', description: 'A canceled email.' });
