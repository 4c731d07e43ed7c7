export * from './document-link';
export * from './document-text';
export * from './email-document';
