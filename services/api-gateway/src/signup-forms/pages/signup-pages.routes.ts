import { isId } from '@postrider/contracts/ids';
import {
  clientNetwork,
  CountByKey,
  isEngineUnavailable,
  OverloadedError,
  type Clock,
  type LinkOrigin,
  type Logger,
} from '@postrider/runtime';
import { clientAddress } from '../../auth/request-source';
import type { RequestContext } from '../../http/request-context';
import type { TableRoute } from '../../http/route-table';
import { createAddressRate } from '../../public-links/address-rate';
import { chooseLanguage, type PageLanguage } from '../../public-pages/languages';
import { laterPage, reply, replyPage, unknownLinkPage, type Page } from '../../public-pages/page-shell';
import { readForm } from '../../public-pages/read-form';
import { hashOfToken, type AskToConfirm, type Visitor } from './ask-to-confirm';
import type { Confirmation, ConfirmationOutcome } from './confirm-signup';
import type { PendingSignup, PublicForm, PublicFormsRepository } from './public-forms.repository';
import { readFilledForm, trapField } from './read-filled-form';
import {
  busyPage,
  closedPage,
  confirmedPage,
  confirmPage,
  expiredPage,
  formPage,
  fullPage,
  sentPage,
} from './signup-pages';

interface Options {
  readonly forms: PublicFormsRepository;
  readonly askToConfirm: AskToConfirm;
  readonly confirmSignup: (confirmation: Confirmation) => Promise<ConfirmationOutcome>;
  readonly publicUrl: LinkOrigin;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A busy server says so before it reads anything; what may be mailed is counted in the database. */
const perMinuteMax = 120;
/** Posts to one form that wait for the database: those to other forms have room beside them. */
const postsAtOnceMax = 50;
/** Of one client to one form. An office whose people sign up at the same moment stays below it. */
const postsOfClientAtOnceMax = 10;
const bodyBytesMax = 16_384;
const addressCharsMax = 100;
const userAgentCharsMax = 500;

const formPath = /^\/f\/([0-9a-f-]{36})$/i;
const confirmPath = /^\/f\/confirm\/([A-Za-z0-9_-]{43})$/;

interface Exchange {
  readonly context: RequestContext;
  readonly visitor: Visitor;
}

/**
 * Answers `/f/<form>`, the page of a signup form, and `/f/confirm/<token>`, the link in its mail. Mail servers fetch links to
 * look at them, so a GET changes nothing. Posts may come from any page: a form of the customer's own does as well as ours.
 */
export function signupPageRoutes(options: Options): TableRoute[] {
  const { log, clock, trustedProxyHops } = options;
  const exceedsRate = createAddressRate({ perMinuteMax, clock });
  const posts = new CountByKey();

  const answer = async (exchange: Exchange): Promise<void> => {
    const { context, visitor } = exchange;
    const { path } = context;
    if (exceedsRate(visitor.ipAddress)) return replyBusy(context, visitor.language);
    const [, token] = confirmPath.exec(path) ?? [];
    if (token !== undefined) return answerLink(options, exchange, token);
    const [, id = ''] = formPath.exec(path) ?? [];
    const form = isId(id) ? await options.forms.find(id) : null;
    if (form?.status !== 'enabled') return replyPage(context, 404, closedPage(visitor.language));
    if (context.method !== 'POST') return show(exchange, formPage(form, visitor.language));
    // Before it takes a place, so that slow bodies hold none.
    const posted = await readPosted(context);
    if (typeof posted === 'number') {
      return replyPage(context, posted, formPage(form, visitor.language, noFields));
    }
    const client = `${form.id} ${clientNetwork(visitor.ipAddress)}`;
    if (posts.of(form.id) >= postsAtOnceMax || posts.of(client) >= postsOfClientAtOnceMax) {
      return replyBusy(context, visitor.language);
    }
    for (const key of [form.id, client]) posts.add(key, 1);
    try {
      await answerPost(options, exchange, { form, posted });
    } finally {
      for (const key of [form.id, client]) posts.add(key, -1);
    }
  };

  const handle = (context: RequestContext): void => {
    const visitor = visitorOf(context, trustedProxyHops);
    answer({ context, visitor }).catch((error: unknown) => {
      const isExpected = isEngineUnavailable(error) || error instanceof OverloadedError;
      if (isExpected) log.warn({ err: error }, 'a signup form could not be handled');
      else log.error({ err: error }, 'a signup form failed unexpectedly');
      if (!context.isAnswered) replyPage(context, isExpected ? 503 : 500, laterPage(visitor.language));
    });
  };
  return [{ method: 'ANY', path: /^\/f\//, handle }];
}

async function answerPost(
  { askToConfirm }: Options,
  { context, visitor }: Exchange,
  { form, posted }: { readonly form: PublicForm; readonly posted: URLSearchParams },
): Promise<void> {
  const { language } = visitor;
  // A program wrote this and will not read the answer.
  if ((posted.get(trapField) ?? '') !== '') return replyPage(context, 200, sentPage(form, language));
  const filled = readFilledForm(form, posted);
  if (filled === null) return replyPage(context, 422, formPage(form, language, posted));
  const outcome = await askToConfirm(form, filled, visitor);
  switch (outcome) {
    case 'mailed':
    case 'stored':
    case 'asked':
      return replyPage(context, 200, sentPage(form, language));
    case 'client_limited':
    case 'form_limited':
    case 'address_limited':
      return replyBusy(context, language);
    case 'refused':
      return replyPage(context, 503, laterPage(language));
  }
}

async function answerLink(options: Options, exchange: Exchange, token: string): Promise<void> {
  const { context, visitor } = exchange;
  const tokenHash = hashOfToken(token);
  const signup = await options.forms.findByToken(tokenHash);
  if (signup === null) return replyPage(context, 404, unknownLinkPage(visitor.language));
  const { form } = signup;
  if (context.method === 'POST') {
    const source = `${form.name} (${options.publicUrl.origin}/f/${form.id})`;
    const { ipAddress, userAgent } = visitor;
    const outcome = await options.confirmSignup({ tokenHash, source, ipAddress, userAgent });
    return replyOutcome(exchange, form, outcome);
  }
  return show(exchange, pageOf(signup, { now: options.clock.now(), language: visitor.language }));
}

function pageOf(
  { form, isConfirmed, expiresAt }: PendingSignup,
  { now, language }: { readonly now: Date; readonly language: PageLanguage },
): Page {
  if (isConfirmed) return confirmedPage(form, language);
  return expiresAt > now ? confirmPage(form, language) : expiredPage(form, language);
}

function replyOutcome(
  { context, visitor: { language } }: Exchange,
  form: PublicForm,
  outcome: ConfirmationOutcome,
): void {
  switch (outcome) {
    case 'confirmed':
    case 'repeated': {
      const { redirectUrl } = form;
      if (redirectUrl === null) return replyPage(context, 200, confirmedPage(form, language));
      return reply(context, {
        status: 303,
        headers: { location: redirectUrl, 'referrer-policy': 'no-referrer' },
      });
    }
    case 'expired':
      return replyPage(context, 410, expiredPage(form, language));
    case 'unknown':
      return replyPage(context, 404, unknownLinkPage(language));
    case 'full':
      return replyPage(context, 503, fullPage(form, language));
  }
}

function show({ context }: Exchange, page: Page): void {
  if (context.method === 'GET' || context.method === 'HEAD') return replyPage(context, 200, page);
  reply(context, { status: 405, headers: { allow: 'GET, HEAD, POST' } });
}

const noFields = new URLSearchParams();

/** A status: no form of a browser, or larger than any of ours. */
async function readPosted(context: RequestContext): Promise<URLSearchParams | 408 | 413 | 415> {
  const [type = ''] = (context.headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return 415;
  // Checked before the body is read: an error during reading would end the connection without an answer.
  if (context.declaredBytes !== Infinity && context.declaredBytes > bodyBytesMax) return 413;
  return readForm(context, { bytesMax: bodyBytesMax });
}

function replyBusy(context: RequestContext, language: PageLanguage): void {
  replyPage(context, 429, busyPage(language));
}

function visitorOf(context: RequestContext, trustedProxyHops: number): Visitor {
  const { 'user-agent': userAgent, 'accept-language': acceptLanguage } = context.headers;
  return {
    // An IPv4 address that came by a socket for both.
    ipAddress: clientAddress(context, trustedProxyHops)
      .replace(/^::ffff:(?=\d+\.)/, '')
      .slice(0, addressCharsMax),
    userAgent: userAgent?.slice(0, userAgentCharsMax) ?? null,
    language: chooseLanguage(acceptLanguage),
  };
}
