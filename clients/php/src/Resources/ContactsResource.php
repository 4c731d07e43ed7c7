<?php

// Made from docs/openapi.json by bin/generate.php.

declare(strict_types=1);

namespace Postrider\Resources;

use Postrider\Answer;
use Postrider\Api;
use Postrider\Options;
use Postrider\Pages;
use Postrider\Request;
use Postrider\Types;

/**
 * Operations of the resource contacts.
 *
 * @phpstan-import-type BatchContactsRequest from Types
 * @phpstan-import-type BatchContactsResponse from Types
 * @phpstan-import-type Contact from Types
 * @phpstan-import-type ContactDetail from Types
 * @phpstan-import-type ContactImport from Types
 * @phpstan-import-type DeletedContact from Types
 * @phpstan-import-type EraseContactRequest from Types
 * @phpstan-import-type Erasure from Types
 * @phpstan-import-type SetSubscriptionsRequest from Types
 * @phpstan-import-type SubscriptionChange from Types
 * @phpstan-import-type TimelineEntry from Types
 * @phpstan-import-type UpsertContactRequest from Types
 */
final class ContactsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Create or update a contact.
     *
     * Creates a contact (201), or updates the one with this address (200). Missing fields keep their values; properties are merged. If the contact has unsubscribed, it stays unsubscribed unless you set `resubscribe`; see `kept_unsubscribed`. Automations are started by `POST /events`, not here. For many contacts use `POST /contacts/batch`; for a file, `POST /contacts/import`.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param UpsertContactRequest $body
     * @return Answer with the fields of Contact
     */
    public function upsert(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/contacts', body: $body), $options);
    }

    /**
     * List contacts.
     *
     * Returns the contacts that match all filters.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string, email?: string, search?: string, status?: 'SUBSCRIBED'|'UNSUBSCRIBED'|'BOUNCED'|'COMPLAINED', topic?: string} $query
     * @return Pages<Contact>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/contacts', $query, $options);
    }

    /**
     * Create or update many contacts.
     *
     * Creates or updates up to 1,000 contacts, each as in `POST /contacts`. The status is 200, with an id or an error per contact, in order: check every result.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param BatchContactsRequest $body
     * @return Answer with the fields of BatchContactsResponse
     */
    public function upsertBatch(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/contacts/batch', body: $body), $options);
    }

    /**
     * Export contacts.
     *
     * Returns all contacts that match the filters of the list as a CSV with a header row. The file is streamed. If the connection closes early, it is incomplete: request it again. Recorded in the audit log.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{email?: string, search?: string, status?: 'SUBSCRIBED'|'UNSUBSCRIBED'|'BOUNCED'|'COMPLAINED', topic?: string} $query
     * @return string
     */
    public function export(array $query = [], ?Options $options = null): string
    {
        return $this->api->call(new Request('GET', '/contacts/export', query: $query, isRaw: true), $options);
    }

    /**
     * Import contacts.
     *
     * Uploads a CSV that is imported in the background. `GET /contacts/imports/{id}` returns the progress. Exports of other services are recognized: unsubscribed rows become unsubscribed contacts, bounced and complained rows become suppressions, and rows with an unknown status are refused. Unsubscribed contacts stay unsubscribed. A column that may say who has unsubscribed must be recognized or mapped; otherwise the file is refused. `dry_run` reports the result without changing anything.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param array{filename?: string, columns?: string, topics?: string, source?: string, dry_run?: 'true'|'false'} $query
     * @param string $body a CSV file
     * @return Answer with the fields of ContactImport
     */
    public function import(string $body, array $query = [], ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/contacts/import', body: $body, contentType: 'text/csv', query: $query), $options);
    }

    /**
     * List imports.
     *
     * Returns the imports of the last 30 days with their progress, newest first.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string, dry_run?: 'true'|'false'} $query
     * @return Pages<ContactImport>
     */
    public function listImports(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/contacts/imports', $query, $options);
    }

    /**
     * Get an import.
     *
     * Returns the progress of an import. Ask again every few seconds until `status` is `finished` or `failed`.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of ContactImport
     */
    public function getImport(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/contacts/imports/' . Request::part($id)), $options);
    }

    /**
     * Download refused rows.
     *
     * Returns up to 10,000 refused rows as CSV: the columns `row`, `value`, `code` and `reason`, then those of the file. Correct the rows and import the file again; its first four columns are ignored.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return string
     */
    public function getImportRefusals(string $id, ?Options $options = null): string
    {
        return $this->api->call(new Request('GET', '/contacts/imports/' . Request::part($id) . '/refused', isRaw: true), $options);
    }

    /**
     * Get a contact.
     *
     * Returns a contact with its topic subscriptions and last activity, by id or address.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of ContactDetail
     */
    public function get(string $idOrEmail, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/contacts/' . Request::part($idOrEmail)), $options);
    }

    /**
     * Delete a contact.
     *
     * Deletes a contact with its properties, subscriptions and consent history. Suppressions of its address and topics that it unsubscribed from stay in effect; only a hash of the address is kept.
     *
     * Permission: FULL or higher. Test keys: refused.
     *
     * @return Answer with the fields of DeletedContact
     */
    public function delete(string $idOrEmail, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('DELETE', '/contacts/' . Request::part($idOrEmail)), $options);
    }

    /**
     * Erase a person.
     *
     * Deletes the contact, its signups and runs, inbound email from the address, the content of emails to it, and logged requests that name it. A digest replaces the address in suppressions, recipients and events. Emails that may still be sent are left and counted; repeat the erasure after they are sent. A request erases a part: repeat it with the address and `next_cursor` until that is null. Cannot be undone.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param EraseContactRequest $body
     * @return Answer with the fields of Erasure
     */
    public function erase(string $idOrEmail, ?array $body = null, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/contacts/' . Request::part($idOrEmail) . '/erase', body: $body), $options);
    }

    /**
     * Set subscriptions.
     *
     * Sets one subscription (`topic`, `state`) or several (`topics`). Others do not change. If the contact has unsubscribed from a topic, it stays unsubscribed unless you set `resubscribe`; `kept_unsubscribed` lists these topics. When you subscribe a contact, give its `consent` as proof.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param SetSubscriptionsRequest $body
     * @return Answer with the fields of Contact
     */
    public function setSubscriptions(string $idOrEmail, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/contacts/' . Request::part($idOrEmail) . '/subscriptions', body: $body), $options);
    }

    /**
     * List subscription changes.
     *
     * Returns all changes to the status and subscriptions of a contact, newest first, with proof of consent.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<SubscriptionChange>
     */
    public function listSubscriptionChanges(string $idOrEmail, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/contacts/' . Request::part($idOrEmail) . '/subscription-changes', $query, $options);
    }

    /**
     * List a contact's timeline.
     *
     * Returns the emails to a contact with their events, its runs of automations and its subscription changes, newest first. A key that is restricted to domains sees only their emails. A page can be short or empty and still have a `next_cursor`: continue until there is none.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<TimelineEntry>
     */
    public function listTimeline(string $idOrEmail, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/contacts/' . Request::part($idOrEmail) . '/timeline', $query, $options);
    }
}
