export * from './contact';
export * from './contact-list';
export * from './contact-timeline';
export * from './erasure';
