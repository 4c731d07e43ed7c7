/** Kind of the platform's own mail. Rules do not count it, so that what becomes of a notice causes no further one. */
export const platformNoticeKind = 'platform.notice';
