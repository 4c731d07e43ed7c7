export * from './event-reply';
export * from './failure-classes';
