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
 * Operations of the resource templates.
 *
 * @phpstan-import-type CreateTemplateRequest from Types
 * @phpstan-import-type RenderTemplateRequest from Types
 * @phpstan-import-type RenderedTemplate from Types
 * @phpstan-import-type Template from Types
 * @phpstan-import-type TemplateSummary from Types
 * @phpstan-import-type TemplateUses from Types
 * @phpstan-import-type TemplateVersion from Types
 * @phpstan-import-type TemplateVersionSummary from Types
 * @phpstan-import-type UpdateTemplateRequest from Types
 */
final class TemplatesResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Create a template.
     *
     * Creates a template as a draft. It can be sent once you publish it with `POST /templates/{id_or_slug}/publish`. Preview it with `…/render`.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CreateTemplateRequest $body
     * @return Answer with the fields of Template
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/templates', body: $body), $options);
    }

    /**
     * List templates.
     *
     * Returns the templates without their content. `GET /templates/{id_or_slug}` includes it.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string, status?: 'draft'|'published'|'archived'} $query
     * @return Pages<TemplateSummary>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/templates', $query, $options);
    }

    /**
     * Get a template.
     *
     * Returns the draft of a template, which may differ from the published version.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of Template
     */
    public function get(string $idOrSlug, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/templates/' . Request::part($idOrSlug)), $options);
    }

    /**
     * Update a template.
     *
     * Changes the given fields of the draft; null clears a field. Sends use the published version until the next `POST /templates/{id_or_slug}/publish`. A new slug takes effect at once.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param UpdateTemplateRequest $body
     * @return Answer with the fields of Template
     */
    public function update(string $idOrSlug, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/templates/' . Request::part($idOrSlug), body: $body), $options);
    }

    /**
     * Publish a template.
     *
     * Checks the draft and publishes it as the next version. All problems are reported together. Versions never change. Publishing an archived template restores it.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of Template
     */
    public function publish(string $idOrSlug, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/templates/' . Request::part($idOrSlug) . '/publish'), $options);
    }

    /**
     * Archive a template.
     *
     * Archives a template: sends that use it fail with `template_not_found`. Versions are kept. Publish the template to restore it.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of Template
     */
    public function archive(string $idOrSlug, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/templates/' . Request::part($idOrSlug) . '/archive'), $options);
    }

    /**
     * Preview a template.
     *
     * Renders the draft or a version without sending it. `subject` and `document` replace those of the draft, to see a change before it is saved. Missing, unknown and mistyped variables fail with `template_variables`, as in a send.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param RenderTemplateRequest $body
     * @return Answer with the fields of RenderedTemplate
     */
    public function render(string $idOrSlug, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/templates/' . Request::part($idOrSlug) . '/render', body: $body), $options);
    }

    /**
     * List template versions.
     *
     * Returns the published versions of a template without their bodies and variables, newest first.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<TemplateVersionSummary>
     */
    public function listVersions(string $idOrSlug, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/templates/' . Request::part($idOrSlug) . '/versions', $query, $options);
    }

    /**
     * Get a template version.
     *
     * Returns a published version with its content. To restore it, write its content to the draft with `PATCH /templates/{id_or_slug}`, then publish the draft.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of TemplateVersion
     */
    public function getVersion(string $idOrSlug, int $version, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/templates/' . Request::part($idOrSlug) . '/versions/' . Request::part($version)), $options);
    }

    /**
     * List uses of a template.
     *
     * Returns the automations whose current steps use a template, and the newest 20 broadcasts that use it, of the newest 2,000. Keys restricted to domains get the broadcasts of their domains.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of TemplateUses
     */
    public function getUses(string $idOrSlug, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/templates/' . Request::part($idOrSlug) . '/uses'), $options);
    }
}
