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
 * Operations of the resource domains.
 *
 * @phpstan-import-type CreateDomainRequest from Types
 * @phpstan-import-type Dmarc from Types
 * @phpstan-import-type Domain from Types
 * @phpstan-import-type UpdateDomainRequest from Types
 */
final class DomainsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Add a domain.
     *
     * Creates a DKIM key pair and returns the DNS records to publish. With `dns_mode: cloudflare`, `POST /domains/{id}/publish` publishes them. Postrider checks the records after 1, 2 and 5 minutes, then every 15; `POST /domains/{id}/verify` checks at once. A domain cannot send until it is `verified`.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CreateDomainRequest $body
     * @return Answer with the fields of Domain
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/domains', body: $body), $options);
    }

    /**
     * List domains.
     *
     * Returns the domains with their DNS records. A page can have fewer items than `limit`.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<Domain>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/domains', $query, $options);
    }

    /**
     * Get a domain.
     *
     * Returns a domain with its DNS records: the value to publish, the observed values, and what is wrong.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of Domain
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/domains/' . Request::part($id)), $options);
    }

    /**
     * Update a domain.
     *
     * Changes which emails the domain receives, then checks its DNS records. With the modes `addresses` and `catch_all`, the `INBOUND` record routes all mail of the domain to Postrider. If people already have mailboxes at the domain, add a subdomain and receive there instead. Changes take effect after 10 seconds.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param UpdateDomainRequest $body
     * @return Answer with the fields of Domain
     */
    public function update(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/domains/' . Request::part($id), body: $body), $options);
    }

    /**
     * Delete a domain.
     *
     * Deletes a domain with its published DNS records, its identity at a provider, DKIM keys, suppressions and counters. A domain that has sent email, or is used by broadcasts, forms, automations or active keys, cannot be deleted: `domain_in_use`. If a provider refuses (`domain_cleanup_failed`), the domain stays `disabled` and you can try again.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return void
     */
    public function delete(string $id, ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/domains/' . Request::part($id)), $options);
    }

    /**
     * Get DMARC reports.
     *
     * Returns statistics from the DMARC reports that receivers send once the DMARC record of the domain contains our address. Unknown sources with many failures are often spoofed email.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param array{days?: int} $query
     * @return Answer with the fields of Dmarc
     */
    public function getDmarc(string $id, array $query = [], ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/domains/' . Request::part($id) . '/dmarc', query: $query), $options);
    }

    /**
     * Verify a domain.
     *
     * Checks the DNS records now and returns the result. Verified domains are also checked daily; failed ones only by this request. DNS caches may still return old values.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of Domain
     */
    public function verify(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/domains/' . Request::part($id) . '/verify'), $options);
    }

    /**
     * Publish DNS records.
     *
     * Publishes all missing or wrong records at the DNS provider of the platform, then checks them. Only for domains of internal organizations with `dns_mode: cloudflare`; others fail with `manual_dns`.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of Domain
     */
    public function publish(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/domains/' . Request::part($id) . '/publish'), $options);
    }

    /**
     * Register a domain with Amazon SES.
     *
     * Registers the domain at Amazon SES. Needed only if the domain sends through SES; otherwise it fails with `unsupported_transport`. Can be repeated.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of Domain
     */
    public function registerIdentity(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/domains/' . Request::part($id) . '/register-identity'), $options);
    }
}
