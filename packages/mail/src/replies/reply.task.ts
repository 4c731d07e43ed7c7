/** What a thread loads for `replyTask`, and nothing beside it. */
export { readReply } from './read-reply';
