export { checkEmail, checkTask, inOrder, type EmailChecked } from './check-email';
export type { CheckedEmail, CheckedLink } from './checked-email';
export { inspectTask, type inspectEmail } from './inspect-email';
