/** What a thread loads for `checkTask`. */
export { checkEmail } from './check-email';
