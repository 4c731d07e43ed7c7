import {
  listOperatorSitesQuery,
  operatorSites,
  resumeSiteRequest,
  siteResumption,
  siteSuspension,
  suspendSiteRequest,
} from '@postrider/contracts/console';
import { defineEndpoint } from '../endpoint';

const tag = 'Operator';
const access = 'operator';

/** Destinations, for operators of the platform. */
export const siteEndpoints = {
  list: defineEndpoint({
    operationId: 'listOperatorSites',
    method: 'GET',
    path: '/operator/sites',
    access,
    query: listOperatorSitesQuery,
    summary: 'List sites',
    description:
      'Returns the sites of the last two days with their present and normal limits, suspensions and reasons.',
    tag,
    success: { status: 200, schema: operatorSites },
    errors: [],
  }),
  suspend: defineEndpoint({
    operationId: 'suspendOperatorSite',
    method: 'POST',
    path: '/operator/sites/suspend',
    access,
    body: suspendSiteRequest,
    summary: 'Suspend a site',
    description: 'Workers stop using it within 5 seconds, and its email waits.',
    tag,
    success: { status: 200, schema: siteSuspension },
    errors: [],
  }),
  resume: defineEndpoint({
    operationId: 'resumeOperatorSite',
    method: 'POST',
    path: '/operator/sites/resume',
    access,
    body: resumeSiteRequest,
    summary: 'Resume a site',
    description:
      'Ends all suspensions, limits and back-off of a site, and makes its deferred email due. A request looks at 50,000 waiting messages; `next` continues.',
    tag,
    success: { status: 200, schema: siteResumption },
    errors: [],
  }),
};
