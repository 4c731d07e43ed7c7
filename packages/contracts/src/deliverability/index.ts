export * from './deliverability';
export * from './google-postmaster';
