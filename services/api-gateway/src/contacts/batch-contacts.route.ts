import assert from 'node:assert';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContactUpsert, UpsertResult } from '@postrider/audiences';
import {
  batchContactsRequest,
  batchContactsResponse,
  documentedContactBatch,
  upsertContactRequest,
} from '@postrider/contracts/contacts';
import { AppError, checkInput, errorDetailOf, validationError } from '@postrider/contracts/errors';
import { createSemaphore } from '@postrider/runtime';
import { defineRoute, type Route } from '../http/route';
import { slipsIn } from '../http/unknown-fields';
import { keptOf, upsertOf, type Caller, type ContactRouteOptions } from './contact-request';

/** A thousand contacts of eight kilobytes. */
const bodyBytesMax = 8_000_000;
const bodyValuesMax = 100_000;

/** Upserts of all callers share two transactions: more batches would only wait in front of the single contacts of others. */
const batchesAtOnce = 2;
/** Some milliseconds of checks, between which the process answers others. */
const itemsPerTurn = 50;

export function batchContactsRoute({ upsertContacts, plans }: ContactRouteOptions): Route {
  const turns = createSemaphore({ permits: batchesAtOnce });
  const upsert = async (caller: Caller, body: readonly unknown[]) => {
    const items = await readItems(caller, body);
    const upserts = items.filter((item): item is ContactUpsert => !(item instanceof AppError));
    const results = await upsertContacts(upserts);
    const resultOf = new Map(upserts.map((item, index) => [item, results[index]] as const));
    return items.map((item) => (item instanceof AppError ? refusal(item) : entry(resultOf.get(item))));
  };
  return defineRoute({
    operationId: 'upsertContacts',
    method: 'POST',
    path: '/contacts/batch',
    access: { key: 'SEND' },
    testKeys: 'refused',
    body: batchContactsRequest,
    bodyBytesMax,
    bodyValuesMax,
    summary: 'Create or update many contacts',
    description:
      'Creates or updates up to 1,000 contacts, each as in `POST /contacts`. The status is 200, with an id or an error per contact, in order: check every result.',
    tag: 'Contacts',
    success: { status: 200, schema: batchContactsResponse },
    documented: { body: documentedContactBatch },
    errors: ['validation_error', 'payload_too_large'],
    handle: async ({ principal, requestId, body }) => {
      const place = { priority: 0, owner: principal.organization.id };
      const data = await turns.run(place, () => upsert({ principal, requestId, plans }, body));
      return { status: 200, body: { data } };
    },
  });
}

async function readItems(caller: Caller, body: readonly unknown[]): Promise<(ContactUpsert | AppError)[]> {
  const items: (ContactUpsert | AppError)[] = [];
  for (const [index, item] of body.entries()) {
    if (index > 0 && index % itemsPerTurn === 0) await nextTurn();
    items.push(readItem(caller, item));
  }
  return items;
}

function readItem(caller: Caller, item: unknown): ContactUpsert | AppError {
  const read = checkInput(upsertContactRequest, item);
  const problems = [...slipsIn(upsertContactRequest, item), ...(read.ok ? [] : read.problems)];
  if (!read.ok || problems.length > 0) return validationError(problems);
  try {
    return upsertOf(caller, read.value);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function entry(result: UpsertResult | undefined) {
  assert(result !== undefined && result.kind !== 'absent', 'an upsert makes what is not there');
  if (result.kind === 'refused') return refusal(result.error);
  return { id: result.id, created: result.isNew, ...keptOf(result.kept) };
}

function refusal(error: AppError) {
  return { error: errorDetailOf(error) };
}
