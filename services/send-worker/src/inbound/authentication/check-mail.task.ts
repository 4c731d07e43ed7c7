/** What a thread loads to check who a mail is from, and nothing beside it. */
export { checkMail } from './check-mail';
