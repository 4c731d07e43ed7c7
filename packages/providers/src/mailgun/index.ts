export { options } from './options';
export { read } from './read';
export { send } from './send';
export { verify } from './verify';
