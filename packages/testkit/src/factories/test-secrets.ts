/** 32 bytes, base64: the master key of all tests. The same everywhere, so that rows and services agree. */
export const testMasterKey = Buffer.alloc(32, 'postrider test master key').toString('base64');

/** Signs return-path tokens in tests. */
export const testReturnPathSecret = Buffer.alloc(32, 'postrider test return path').toString('base64');

/** Signs the links in mails in tests. */
export const testLinkSecret = Buffer.alloc(32, 'postrider test links').toString('base64');

/** Shown by relays to gateways in tests. */
export const testRelaySecret = Buffer.alloc(32, 'postrider test relay').toString('base64');
