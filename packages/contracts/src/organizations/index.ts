export * from './client-organization';
export * from './organization';
export * from './plans';
export * from './plans-setting';
export * from './usage';
export { utmOf, type OrganizationUtm } from './utm';
