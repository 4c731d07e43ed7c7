export { changeSite, type SiteChange, type SiteChanged } from './change-site';
export {
  leaseSites,
  type LeaseTimes,
  type SiteGrant,
  type SiteLeases,
  type SiteRequest,
} from './lease-sites';
export { listSiteNames, listSites, readSiteName, type SiteView } from './list-sites';
export { readSending, type EmailInHand, type SendingView } from './read-sending';
export { nothingKnown, type SiteState } from './site-state';
export { type WaitingEmail } from './waiting-emails';
