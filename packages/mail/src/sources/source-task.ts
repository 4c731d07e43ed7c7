/** `showSource` in a thread. */
export const sourceTask = { file: require.resolve('./source.task'), name: 'showSource' } as const;
