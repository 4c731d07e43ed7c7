import { isEmailEventType } from '@postrider/contracts/events';
import { messageEventTypes } from '@postrider/contracts/statuses';

const unpublished = messageEventTypes.filter((type) => !isEmailEventType(`email.${type}`));

/** Of a row of `email_events`: it leaves the service. The others are in the answer of the send, and in no webhook. */
export const isPublishedSql = `type NOT IN (${unpublished.map((type) => `'${type}'`).join(', ')})`;
