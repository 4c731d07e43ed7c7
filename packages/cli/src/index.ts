export { listen, type ListenerOptions, type Report } from './listen/listener';
export { openListenerState } from './listen/listener-state';
export { createReceiver } from './listen/receiver';
export { waitAfterAttemptMs } from './listen/retry-schedule';
export { deliveryIdOf, signedRequest, webhookOf } from './listen/webhook-request';
export { createProgram, runCommandLine } from './program';
