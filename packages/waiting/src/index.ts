export { createReadWaiting, type ReadWaiting } from './read-waiting';
