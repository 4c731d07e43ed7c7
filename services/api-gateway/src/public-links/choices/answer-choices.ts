import { presentEmailEvent, type Pool } from '@postrider/db';
import type { PublicLink, PublicLinks } from '@postrider/mail';
import {
  clientNetwork,
  CountByKey,
  createBatcher,
  isEngineUnavailable,
  OverloadedError,
  type Clock,
  type Logger,
} from '@postrider/runtime';
import { clientAddress } from '../../auth/request-source';
import type { RequestContext } from '../../http/request-context';
import { chooseLanguage, type PageLanguage } from '../../public-pages/languages';
import { laterPage, replyPage, unknownLinkPage, type Page } from '../../public-pages/page-shell';
import { readForm } from '../../public-pages/read-form';
import type { PublishEvent } from '../engagement-recorder';
import {
  changeChoices,
  type ChangedChoices,
  type Choice,
  type ChoiceProof,
  type MadeChoice,
} from './change-choices';
import { askPage, donePage, preferencesPage } from './choice-pages';
import { findReader, type Reader, type ReaderLink } from './reader.repository';

export type ChoiceLink = Extract<PublicLink, { kind: 'unsubscribe' | 'preferences' }>;

/** A request for a link that has been read, and the host it was read for. */
export interface ChoiceRequest {
  readonly link: ChoiceLink;
  readonly host: string;
  readonly context: RequestContext;
}

/** Answers when the choice is committed; a GET changes nothing. */
export type AnswerChoices = (asked: ChoiceRequest) => Promise<void>;

interface Options {
  readonly pool: Pool;
  readonly links: PublicLinks;
  readonly publishEvent: PublishEvent;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Readers wait for each other, not the API for them: a link that is fetched by everybody takes two connections. */
const inFlightMax = 2;
const waitingMax = 2_000;
/** Of those who wait. Mail servers that follow every link in a newsletter come from one network. */
const atOnceOfClientMax = 100;

export function createAnswerChoices(options: Options): AnswerChoices {
  const { pool, log, links, publishEvent } = options;
  const atOnce = new CountByKey();
  const batches = { batchMax: 1, inFlightMax, waitingMax };
  const finds = createBatcher<ReaderLink, Reader | null>({
    ...{ name: 'readers of mail', ...batches },
    run: (readers) => Promise.all(readers.map((reader) => findReader(pool, reader))),
  });
  const changes = createBatcher<MadeChoice, ChangedChoices | null>({
    ...{ name: 'choices of readers', ...batches },
    run: (made) => Promise.all(made.map((one) => changeChoices(pool, one))),
  });
  const choices: Choices = {
    find: (link) => finds.submit(link),
    change: async (asked, choice) => {
      const changed = await changes.submit({ link: asked.link, choice, proof: proofOf(options, asked) });
      if (changed?.event?.recorded) publishEvent(presentEmailEvent(changed.event));
      return changed;
    },
    preferencesPathOf: ({ link, host }) => {
      if (host === '') return null;
      return new URL(links.urlOf(`https://${host}`, { ...link, kind: 'preferences' })).pathname;
    },
  };

  return async (asked) => {
    const { context } = asked;
    const language = chooseLanguage(context.headers['accept-language']);
    // Before it takes a place, so that slow bodies hold none. An unsubscription needs no body (RFC 8058 §3.1).
    const hasForm = context.method === 'POST' && asked.link.kind === 'preferences';
    const form = hasForm ? await readForm(context) : new URLSearchParams();
    if (typeof form === 'number') return replyPage(context, form, laterPage(language));
    const client = clientNetwork(clientAddress(context, options.trustedProxyHops));
    if (atOnce.of(client) >= atOnceOfClientMax) return replyPage(context, 429, laterPage(language));
    atOnce.add(client, 1);
    try {
      const page = await pageFor(choices, asked, { language, form });
      replyPage(context, page ? 200 : 404, page ?? unknownLinkPage(language));
    } catch (error) {
      if (!isEngineUnavailable(error) && !(error instanceof OverloadedError)) throw error;
      log.warn({ err: error }, 'a subscription change through a link failed');
      replyPage(context, 503, laterPage(language));
    } finally {
      atOnce.add(client, -1);
    }
  };
}

interface Choices {
  readonly find: (link: ReaderLink) => Promise<Reader | null>;
  readonly change: (asked: ChoiceRequest, choice: Choice) => Promise<ChangedChoices | null>;
  /** Null: the request names no host, so no link would be read. */
  readonly preferencesPathOf: (asked: ChoiceRequest) => string | null;
}

/** Null: there is no such reader, or the form is none of ours. */
async function pageFor(
  choices: Choices,
  asked: ChoiceRequest,
  { language, form }: { readonly language: PageLanguage; readonly form: URLSearchParams },
): Promise<Page | null> {
  const { link, context } = asked;
  const isUnsubscribe = link.kind === 'unsubscribe';
  if (context.method === 'POST' && isUnsubscribe) {
    const changed = await choices.change(asked, { kind: 'leave' });
    const page = { language, preferencesPath: choices.preferencesPathOf(asked) };
    if (changed?.reader.isSample) return askPage({ ...page, reader: changed.reader });
    return changed && donePage({ ...page, ...changed });
  }
  if (context.method === 'POST') {
    const choice = choiceOf(form);
    const changed = await choices.change(asked, choice);
    const what = choice.kind === 'undo' ? 'undone' : 'saved';
    return changed && preferencesPage({ language, reader: changed.reader, changed: what });
  }
  const reader = await choices.find(link);
  if (reader === null || !isUnsubscribe) {
    return reader && preferencesPage({ language, reader, changed: null });
  }
  return askPage({ language, reader, preferencesPath: choices.preferencesPathOf(asked) });
}

function choiceOf(form: URLSearchParams): Choice {
  const action = form.get('action');
  if (action === 'leave') return { kind: 'leave everything' };
  if (action === 'return') return { kind: 'return' };
  if (action === 'undo') return { kind: 'undo' };
  return { kind: 'topics', shown: form.getAll('shown'), wanted: form.getAll('topic') };
}

function proofOf({ clock, trustedProxyHops }: Options, { context }: ChoiceRequest): ChoiceProof {
  return {
    at: clock.now(),
    ipAddress: clientAddress(context, trustedProxyHops),
    userAgent: context.headers['user-agent'],
  };
}
