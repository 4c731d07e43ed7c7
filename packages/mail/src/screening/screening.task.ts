/** What a thread loads for `screeningTask`, and nothing beside it. */
export { screenHeldMessage } from './screen-held-message';
