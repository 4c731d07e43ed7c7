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
 * Operations of the resource signupForms.
 *
 * @phpstan-import-type CreateSignupFormRequest from Types
 * @phpstan-import-type SignupForm from Types
 * @phpstan-import-type SignupRequest from Types
 * @phpstan-import-type SignupRequestCounts from Types
 * @phpstan-import-type UpdateSignupFormRequest from Types
 */
final class SignupFormsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Create a signup form.
     *
     * Creates a hosted page on which people subscribe (double opt-in). Link to its `url`, or submit your own form to it. Each person gets a confirmation email and is subscribed after confirming. Postrider records the consent.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CreateSignupFormRequest $body
     * @return Answer with the fields of SignupForm
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/signup-forms', body: $body), $options);
    }

    /**
     * List signup forms.
     *
     * Returns all forms with the URLs of their pages.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<SignupForm>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/signup-forms', $query, $options);
    }

    /**
     * Get a signup form.
     *
     * Returns a form with the URL of its page.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of SignupForm
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/signup-forms/' . Request::part($id)), $options);
    }

    /**
     * Update a signup form.
     *
     * Changes the given fields; null clears a field. Submitted signups keep the topics that the form had at the time.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param UpdateSignupFormRequest $body
     * @return Answer with the fields of SignupForm
     */
    public function update(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/signup-forms/' . Request::part($id), body: $body), $options);
    }

    /**
     * Delete a signup form.
     *
     * Deletes the page and its signup requests; confirmation links stop working. Contacts and their consent history stay.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return void
     */
    public function delete(string $id, ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/signup-forms/' . Request::part($id)), $options);
    }

    /**
     * List signup requests.
     *
     * Returns who submitted the form, when and from where, with proof of consent for those who confirmed. Unconfirmed requests are deleted some time after their link expires.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<SignupRequest>
     */
    public function listRequests(string $id, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/signup-forms/' . Request::part($id) . '/requests', $query, $options);
    }

    /**
     * Count signup requests.
     *
     * Returns how many requests of the last 30 days are confirmed, pending and expired. The newest 10,000 requests are counted.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of SignupRequestCounts
     */
    public function countRequests(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/signup-forms/' . Request::part($id) . '/request-counts'), $options);
    }
}
