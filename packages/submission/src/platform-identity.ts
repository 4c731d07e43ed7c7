/** Kind of the platform's own mail. Rules do not count it, so that the outcome of a notice causes no further one. No other sender may use it. */
export const platformNoticeKind = 'platform.notice';

/** Stands for the platform itself where a message names its key: no key has this id. */
export const platformKeyId = '00000000-0000-7000-8000-000000000000';
