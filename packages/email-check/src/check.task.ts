/** What a thread loads for `checkTask` and `inspectTask`. */
export { checkEmail } from './check-email';
export { inspectEmail } from './inspect-email';
