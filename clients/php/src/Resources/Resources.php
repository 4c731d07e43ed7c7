<?php

// Made from docs/openapi.json by bin/generate.php.

declare(strict_types=1);

namespace Postrider\Resources;

use Postrider\Api;

/** The resources of the API. */
abstract class Resources
{
    public readonly InboxResource $inbox;
    public readonly EmailEventsResource $emailEvents;
    public readonly WebhooksResource $webhooks;
    public readonly InboundResource $inbound;
    public readonly TemplatesResource $templates;
    public readonly ImagesResource $images;
    public readonly SavedBlocksResource $savedBlocks;
    public readonly DomainsResource $domains;
    public readonly KeysResource $keys;
    public readonly SuppressionsResource $suppressions;
    public readonly MetricsResource $metrics;
    public readonly DeliverabilityResource $deliverability;
    public readonly UsageResource $usage;
    public readonly ContactsResource $contacts;
    public readonly TopicsResource $topics;
    public readonly SegmentsResource $segments;
    public readonly BroadcastsResource $broadcasts;
    public readonly EventsResource $events;
    public readonly AutomationsResource $automations;
    public readonly SignupFormsResource $signupForms;
    public readonly OrganizationResource $organization;
    public readonly OrganizationsResource $organizations;
    public readonly ApiLogsResource $apiLogs;
    public readonly AuditLogResource $auditLog;
    public readonly AlertsResource $alerts;
    public readonly NoticesResource $notices;

    public function __construct(Api $api)
    {
        $this->inbox = new InboxResource($api);
        $this->emailEvents = new EmailEventsResource($api);
        $this->webhooks = new WebhooksResource($api);
        $this->inbound = new InboundResource($api);
        $this->templates = new TemplatesResource($api);
        $this->images = new ImagesResource($api);
        $this->savedBlocks = new SavedBlocksResource($api);
        $this->domains = new DomainsResource($api);
        $this->keys = new KeysResource($api);
        $this->suppressions = new SuppressionsResource($api);
        $this->metrics = new MetricsResource($api);
        $this->deliverability = new DeliverabilityResource($api);
        $this->usage = new UsageResource($api);
        $this->contacts = new ContactsResource($api);
        $this->topics = new TopicsResource($api);
        $this->segments = new SegmentsResource($api);
        $this->broadcasts = new BroadcastsResource($api);
        $this->events = new EventsResource($api);
        $this->automations = new AutomationsResource($api);
        $this->signupForms = new SignupFormsResource($api);
        $this->organization = new OrganizationResource($api);
        $this->organizations = new OrganizationsResource($api);
        $this->apiLogs = new ApiLogsResource($api);
        $this->auditLog = new AuditLogResource($api);
        $this->alerts = new AlertsResource($api);
        $this->notices = new NoticesResource($api);
    }
}
