import type { GoogleRequirement } from '@postrider/contracts/deliverability';
import type { HttpAnswer } from '@postrider/http-client';
import { z } from 'zod';
import { jsonOf, type GoogleOauth, type GoogleSettings } from './google-oauth';
import { GoogleRefusal } from './google-refusal';

/** Figures of a UTC day; null: Google has none. Shares, from 0 to 1. */
export interface GoogleDay {
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly spamRate: number | null;
  readonly spfPassed: number | null;
  readonly dkimPassed: number | null;
  readonly dmarcPassed: number | null;
}

/** Whole UTC days: `from` belongs to it, `until` does not. */
export interface GoogleWindow {
  readonly from: Date;
  readonly until: Date;
}

/** Google Postmaster Tools API v2, as one account sees it. */
export interface GoogleApi {
  /** Names of verified domains. @throws GoogleRefusal */
  domains(): Promise<string[]>;
  /** Oldest first. @throws GoogleRefusal */
  days(domain: string, window: GoogleWindow): Promise<GoogleDay[]>;
  /** @throws GoogleRefusal */
  requirements(domain: string): Promise<GoogleRequirement[]>;
}

/** A page of 200 figures or domains has some 40 kB. */
const bytesMax = 1_000_000;
const timeoutMs = 10_000;
const pageSize = 200;
/** Of domains and of figures; further ones are not read. */
const pagesMax = 10;
const dayMs = 86_400_000;

/** Google wants a filter with the kind of authentication, in lower case. */
const metrics = {
  spamRate: { standardMetric: 'SPAM_RATE' },
  spfPassed: { standardMetric: 'AUTH_SUCCESS_RATE', filter: 'auth_type = "spf"' },
  dkimPassed: { standardMetric: 'AUTH_SUCCESS_RATE', filter: 'auth_type = "dkim"' },
  dmarcPassed: { standardMetric: 'AUTH_SUCCESS_RATE', filter: 'auth_type = "dmarc"' },
} as const satisfies Record<Exclude<keyof GoogleDay, 'day'>, object>;

const metricDefinitions = Object.entries(metrics).map(([name, { standardMetric, ...filter }]) => ({
  ...{ name, ...filter },
  baseMetric: { standardMetric },
}));

const nextPageToken = z.string().max(4_096).optional();

const domainsPage = z.object({
  domains: z
    .array(
      z.object({
        name: z.string(),
        verificationState: z.string().optional(),
        permission: z.string().optional(),
      }),
    )
    .max(pageSize)
    .default([]),
  nextPageToken,
});

const statsPage = z.object({
  domainStats: z
    .array(
      z.object({
        metric: z.string().optional(),
        date: z.object({ year: z.int(), month: z.int(), day: z.int() }).optional(),
        value: z.object({ doubleValue: z.number().optional(), floatValue: z.number().optional() }).optional(),
      }),
    )
    .max(pageSize)
    .default([]),
  nextPageToken,
});

const state = z.object({ status: z.string().optional() }).optional();
const verdict = z.object({ status: state, state, reason: z.string().max(100).optional() }).optional();
const compliance = z
  .object({
    rowData: z
      .array(z.object({ requirement: z.string().max(100).optional(), status: state }))
      .max(100)
      .default([]),
    oneClickUnsubscribeVerdict: verdict,
    honorUnsubscribeVerdict: verdict,
    deliverabilityStatusVerdict: verdict,
  })
  .optional();
const complianceStatus = z.object({ complianceData: compliance, subdomainComplianceData: compliance });

const failure = z.object({
  error: z.object({ details: z.array(z.object({ reason: z.string().optional() })).optional() }),
});

export function createGoogleApi(
  settings: GoogleSettings,
  oauth: Pick<GoogleOauth, 'refresh'>,
  refreshToken: string,
): GoogleApi {
  const call = createCall(settings, () => oauth.refresh(refreshToken));
  return {
    domains: async () => {
      const found: string[] = [];
      let pageToken: string | undefined;
      for (let page = 0; page < pagesMax; page += 1) {
        const query = new URLSearchParams({ pageSize: `${pageSize}`, pageToken: pageToken ?? '' });
        const body = await call(domainsPage, { path: `/domains?${query.toString()}` });
        found.push(...body.domains.filter(isReadable).map(({ name }) => name.slice('domains/'.length)));
        pageToken = body.nextPageToken;
        if (!pageToken) break;
      }
      return found;
    },
    days: async (domain, window) => {
      const days = new Map<string, GoogleDay>();
      let pageToken: string | undefined;
      for (let page = 0; page < pagesMax; page += 1) {
        const body = await call(statsPage, {
          path: `/${nameOf(domain)}/domainStats:query`,
          body: { ...statsQuery(window), pageToken: pageToken ?? '' },
        });
        for (const stat of body.domainStats) addFigure(days, stat, window);
        pageToken = body.nextPageToken;
        if (!pageToken) break;
      }
      return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
    },
    requirements: async (domain) => {
      const body = await call(complianceStatus, { path: `/${nameOf(domain)}/complianceStatus` });
      // Of a subdomain, its own verdicts where Google has them.
      return requirementsOf(body.subdomainComplianceData ?? body.complianceData);
    },
  };
}

type Call = <Schema extends z.ZodType>(
  schema: Schema,
  request: { readonly path: string; readonly body?: object },
) => Promise<z.output<Schema>>;

/** With an access token that is renewed when Google no longer accepts it. */
function createCall({ http, endpoints }: GoogleSettings, renew: () => Promise<string>): Call {
  let accessToken: string | null = null;
  const send = async (path: string, body: object | undefined): Promise<HttpAnswer> => {
    accessToken ??= await renew();
    try {
      return await http.request({
        ...{ url: new URL(endpoints.api + path), timeoutMs, bytesMax },
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (cause) {
      throw new GoogleRefusal('unavailable', 'the API does not answer', { cause });
    }
  };
  return async (schema, { path, body }) => {
    let answer = await send(path, body);
    if (answer.status === 401) {
      accessToken = null;
      answer = await send(path, body);
    }
    if (answer.status !== 200) throw faultOf(answer);
    const parsed = schema.safeParse(jsonOf(answer.body));
    if (!parsed.success) throw new GoogleRefusal('unavailable', 'the answer of the API is not understood');
    return parsed.data;
  };
}

/** Of the project at Google; else a 403 is about the domain. */
const projectReasons = new Set(['SERVICE_DISABLED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'CONSUMER_INVALID']);

function faultOf({ status, body }: HttpAnswer): GoogleRefusal {
  const details = failure.safeParse(jsonOf(body)).data?.error.details ?? [];
  const reason = details.find((each) => projectReasons.has(each.reason ?? ''))?.reason;
  if (reason !== undefined) return new GoogleRefusal('refused', reason);
  if (status === 429) return new GoogleRefusal('rate_limited', 'the API limits requests');
  if (status === 403 || status === 404) return new GoogleRefusal('no_data', `the API answers ${status}`);
  if (status === 401) return new GoogleRefusal('access_revoked', 'the API does not accept a new token');
  return new GoogleRefusal(status >= 500 ? 'unavailable' : 'refused', `the API answers ${status}`);
}

const domainName = /^(?=.{1,253}$)[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

function isReadable({
  name,
  verificationState,
  permission,
}: z.output<typeof domainsPage>['domains'][number]): boolean {
  const isName = name.startsWith('domains/') && domainName.test(name.slice('domains/'.length));
  return isName && verificationState !== 'UNVERIFIED' && permission !== 'NONE';
}

const nameOf = (domain: string): string => `domains/${encodeURIComponent(domain)}`;

function statsQuery({ from, until }: GoogleWindow): object {
  const partsOf = (date: Date) => ({
    ...{ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
  });
  const end = new Date(until.getTime() - dayMs);
  return {
    metricDefinitions,
    timeQuery: { dateRanges: { dateRanges: [{ start: partsOf(from), end: partsOf(end) }] } },
    ...{ aggregationGranularity: 'DAILY', pageSize },
  };
}

function addFigure(
  days: Map<string, GoogleDay>,
  { metric, date, value }: z.output<typeof statsPage>['domainStats'][number],
  { from, until }: GoogleWindow,
): void {
  const figure = value?.doubleValue ?? value?.floatValue;
  if (metric === undefined || !Object.hasOwn(metrics, metric)) return;
  if (date === undefined || figure === undefined || !(figure >= 0 && figure <= 1)) return;
  const time = new Date(Date.UTC(date.year, date.month - 1, date.day));
  if (!(time >= from && time < until)) return;
  const day = time.toISOString().slice(0, 10);
  const known = days.get(day) ?? {
    day,
    ...{ spamRate: null, spfPassed: null, dkimPassed: null, dmarcPassed: null },
  };
  days.set(day, { ...known, [metric]: figure });
}

function requirementsOf(data: z.output<typeof compliance>): GoogleRequirement[] {
  if (data === undefined) return [];
  const { oneClickUnsubscribeVerdict: oneClick, honorUnsubscribeVerdict: honor } = data;
  const { deliverabilityStatusVerdict: deliverability } = data;
  const reasons = new Map([
    ['one_click_unsubscribe', reasonOf(oneClick?.reason)],
    ['honor_unsubscribe', reasonOf(honor?.reason)],
  ]);
  const rows = [
    ...data.rowData.map(({ requirement, status }) => ({
      ...{ requirement: requirement?.toLowerCase() ?? '', status: status?.status },
      reason: reasons.get(requirement?.toLowerCase() ?? '') ?? null,
    })),
    {
      ...{ requirement: 'deliverability', reason: reasonOf(deliverability?.reason) },
      status: deliverability?.state?.status ?? deliverability?.status?.status,
    },
  ];
  return rows.flatMap(({ requirement, status, reason }): GoogleRequirement[] => {
    if (!/^[a-z_]{1,100}$/.test(requirement)) return [];
    if (status === 'COMPLIANT') return [{ requirement, verdict: 'compliant', reason: null }];
    return status === 'NEEDS_WORK' ? [{ requirement, verdict: 'needs_work', reason }] : [];
  });
}

function reasonOf(reason: string | undefined): string | null {
  if (reason === undefined || reason.endsWith('_UNSPECIFIED') || !/^[A-Z_]+$/.test(reason)) return null;
  return reason.toLowerCase();
}
