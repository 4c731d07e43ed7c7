export { checkEmail, inOrder, type EmailChecked } from './check-email';
export type { CheckedEmail, CheckedLink } from './checked-email';
export { checkTask } from './check-task';
