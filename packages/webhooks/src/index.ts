export { rebuildBodies } from './rebuilt-bodies';
export { readContactEvents } from './recorded-contact-events.repository';
export { readEvents, type EventKey, type WebhookKey } from './recorded-events.repository';
export { readReplies } from './recorded-replies.repository';
export { factOfContactEvent, factOfEvent, factOfReply, type WebhookFact } from './webhook-fact';
export { bodyText, signedRequest, webhookHeaders } from './webhook-request';
