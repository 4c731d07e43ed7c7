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
 * Operations of the resource automations.
 *
 * @phpstan-import-type Automation from Types
 * @phpstan-import-type AutomationDryRun from Types
 * @phpstan-import-type AutomationRun from Types
 * @phpstan-import-type AutomationRunCancellation from Types
 * @phpstan-import-type AutomationRunSummary from Types
 * @phpstan-import-type AutomationStepCounts from Types
 * @phpstan-import-type AutomationSummary from Types
 * @phpstan-import-type AutomationVersion from Types
 * @phpstan-import-type AutomationVersionSummary from Types
 * @phpstan-import-type CancelAutomationRunsRequest from Types
 * @phpstan-import-type CreateAutomationRequest from Types
 * @phpstan-import-type DryRunRequest from Types
 * @phpstan-import-type TestAutomationRequest from Types
 * @phpstan-import-type TestBroadcastResponse from Types
 * @phpstan-import-type UpdateAutomationRequest from Types
 */
final class AutomationsResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Create an automation.
     *
     * Creates an automation. Unless it is `paused`, the next matching event starts a run. Emails of an automation are bulk email with the kind `sequence.<slug>`: they need a domain of the stream `bulk`, have unsubscribe headers and are sent only to contacts who may receive bulk email.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CreateAutomationRequest $body
     * @return Answer with the fields of Automation
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/automations', body: $body), $options);
    }

    /**
     * List automations.
     *
     * Returns the automations without their steps. `GET /automations/{id_or_slug}` includes the steps.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<AutomationSummary>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/automations', $query, $options);
    }

    /**
     * Get an automation.
     *
     * Returns an automation with its current steps.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of Automation
     */
    public function get(string $idOrSlug, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/automations/' . Request::part($idOrSlug)), $options);
    }

    /**
     * Update an automation.
     *
     * Changes the given fields. Active runs finish on the steps they started with. `status: paused` pauses active runs; `active` resumes them.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param UpdateAutomationRequest $body
     * @return Answer with the fields of Automation
     */
    public function update(string $idOrSlug, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/automations/' . Request::part($idOrSlug), body: $body), $options);
    }

    /**
     * Delete an automation.
     *
     * Deletes an automation and cancels its active runs within seconds. Sent emails keep their kind.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return void
     */
    public function delete(string $idOrSlug, ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/automations/' . Request::part($idOrSlug)), $options);
    }

    /**
     * List automation versions.
     *
     * Returns the versions of an automation without their steps, newest first.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string} $query
     * @return Pages<AutomationVersionSummary>
     */
    public function listVersions(string $idOrSlug, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/automations/' . Request::part($idOrSlug) . '/versions', $query, $options);
    }

    /**
     * Get an automation version.
     *
     * Returns a version with its trigger and steps. To use it again, write its trigger and steps with `PATCH /automations/{id_or_slug}`, as `draft` or as a new version.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of AutomationVersion
     */
    public function getVersion(string $idOrSlug, int $version, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/automations/' . Request::part($idOrSlug) . '/versions/' . Request::part($version)), $options);
    }

    /**
     * Get counts by step.
     *
     * Returns, for each step of the current version, how many runs are at the step now, and how many have passed it, stopped, failed or were canceled at it. Counts stay when runs are deleted.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of AutomationStepCounts
     */
    public function getStepCounts(string $idOrSlug, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/automations/' . Request::part($idOrSlug) . '/step-counts'), $options);
    }

    /**
     * Try an automation with a contact.
     *
     * Returns the steps that a run of the contact would take if it started now, with times, results of conditions and subjects of emails. Nothing is stored, sent or called. Conditions see the contact as it is now, without the changes of earlier steps.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param DryRunRequest $body
     * @return Answer with the fields of AutomationDryRun
     */
    public function dryRun(string $idOrSlug, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/automations/' . Request::part($idOrSlug) . '/dry-run', body: $body), $options);
    }

    /**
     * Send a test of a step.
     *
     * Sends the email of a step to the given addresses, which need not be contacts. No run starts. Test emails count toward your quota. Their unsubscribe and preferences links show the pages and change nothing.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param TestAutomationRequest $body
     * @return Answer with the fields of TestBroadcastResponse
     */
    public function sendTest(string $idOrSlug, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/automations/' . Request::part($idOrSlug) . '/test', body: $body), $options);
    }

    /**
     * List runs.
     *
     * Returns the runs of an automation, newest first.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param array{limit?: int, cursor?: string, status?: 'running'|'completed'|'stopped'|'failed'|'canceled', contact?: string} $query
     * @return Pages<AutomationRunSummary>
     */
    public function listRuns(string $idOrSlug, array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/automations/' . Request::part($idOrSlug) . '/runs', $query, $options);
    }

    /**
     * Cancel runs by filter.
     *
     * Cancels the active runs that match all filters, or counts them with `dry_run`. Repeat the request with `next` until it is null. Recorded in the audit log.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @param CancelAutomationRunsRequest $body
     * @return Answer with the fields of AutomationRunCancellation
     */
    public function cancelRuns(string $idOrSlug, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/automations/' . Request::part($idOrSlug) . '/runs/cancel', body: $body), $options);
    }

    /**
     * Get a run.
     *
     * Returns a run with its current step, the event it waits for, and its completed steps.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @return Answer with the fields of AutomationRun
     */
    public function getRun(string $idOrSlug, string $runId, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/automations/' . Request::part($idOrSlug) . '/runs/' . Request::part($runId)), $options);
    }

    /**
     * Cancel a run.
     *
     * Cancels a run. Other runs of the contact are not affected.
     *
     * Permission: ADMIN or higher. Test keys: refused.
     *
     * @return Answer with the fields of AutomationRun
     */
    public function cancelRun(string $idOrSlug, string $runId, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/automations/' . Request::part($idOrSlug) . '/runs/' . Request::part($runId) . '/cancel'), $options);
    }
}
