export { changeDomain } from './domains/domains.repository';
export { listKeys, requestRotation, type KeyRow } from './domains/keys.repository';
