export * from './expression';
export * from './mail-rules';
export * from './platform-alert-rule';
export * from './platform-alert-rules';
