/** `checkEmail` in a thread: it takes tenths of a second where a body has megabytes. */
export const checkTask = { file: require.resolve('./check.task'), name: 'checkEmail' } as const;
