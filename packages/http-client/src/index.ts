export { createGuardedConnect, RefusedAddressError } from './guarded-connect';
export { createHttpClient, ResponseTooLargeError, type HttpAnswer, type HttpClient } from './http-client';
