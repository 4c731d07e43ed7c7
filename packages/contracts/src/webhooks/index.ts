export * from './contact-webhook';
export * from './email-event';
export * from './email-webhook';
export * from './webhook';
export * from './webhook-delivery';
export * from './webhook-delivery-id';
export * from './webhook-formats';
export * from './webhook-payload';
