<?php

// Made from docs/openapi.json by bin/generate.php.

declare(strict_types=1);

namespace Postrider;

/**
 * Objects of the API, as types of PHPStan and editors.
 *
 * @phpstan-type SendEmailRequest array{from: string, to: string|list<string>, cc?: string|list<string>, bcc?: string|list<string>, reply_to?: string, hide_recipients?: bool, subject?: string, html?: string, text?: string, generate_text?: bool, keep_content?: bool, mime?: string, template?: TemplateChoice, headers?: array<string, string>, tags?: list<Tag>, kind?: string, scheduled_at?: string, expires_at?: string, idempotency_key?: string, track?: Tracking, metadata?: array<string, string>, attachments?: list<Attachment>}
 * @phpstan-type TemplateChoice array{id?: string, slug?: string, version?: int|'latest', data?: array<string, mixed>}
 * @phpstan-type Tag array{name: string, value: string}
 * @phpstan-type Tracking array{opens?: bool, clicks?: bool}
 * @phpstan-type Attachment array{filename: string, content: string, content_type?: string, content_id?: string}
 * @phpstan-type SendEmailBatchRequest list<SendEmailRequest>
 * @phpstan-type CheckEmailRequest array{from: string, to: string|list<string>, cc?: string|list<string>, bcc?: string|list<string>, reply_to?: string, hide_recipients?: bool, subject?: string, html?: string, text?: string, generate_text?: bool, keep_content?: bool, mime?: string, template?: TemplateChoice, headers?: array<string, string>, tags?: list<Tag>, kind?: string, scheduled_at?: string, expires_at?: string, idempotency_key?: string, track?: Tracking, metadata?: array<string, string>, attachments?: list<Attachment>, links?: bool}
 * @phpstan-type RescheduleEmailRequest array{scheduled_at: string}
 * @phpstan-type CancelEmailsRequest array{ids: list<string>}
 * @phpstan-type ChangeEmailsRequest array{change: 'cancel'|'send_again', status?: 'queued'|'failed'|'bounced'|'canceled', to?: string, kind?: string, mode?: 'live'|'test', subject?: string, tag?: string, metadata?: string, message_id?: string, domain?: string, key?: string, template?: string, broadcast?: string, failure_class?: 'recipient'|'domain'|'inactive'|'full'|'no_answer'|'routing'|'auth'|'policy'|'block'|'rate'|'content'|'size'|'system'|'expired'|'unsendable'|'platform'|'other', since?: string, until: string, ids?: list<string>, dry_run: bool, after?: string, idempotency_key?: string}
 * @phpstan-type SendAgainRequest array{to?: string|list<string>, idempotency_key?: string}
 * @phpstan-type CreateShareLinkRequest array{expires_in_days?: int, with_content?: bool}
 * @phpstan-type CreateWebhookRequest array{url: string, events?: list<'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'email.received'|'webhook.test'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed'>, description?: string, format?: 'postrider'|'resend'}
 * @phpstan-type UpdateWebhookRequest array{url?: string, events?: list<'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'email.received'|'webhook.test'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed'>|null, description?: string|null, status?: 'enabled'|'disabled', format?: 'postrider'|'resend'}
 * @phpstan-type TestWebhookRequest array{event_type?: 'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'email.received'|'webhook.test'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed'}
 * @phpstan-type ReplayWebhookDeliveriesRequest array{ids: list<string>}
 * @phpstan-type ReplayWebhookRequest array{since: string, until?: string, events?: list<'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed'>}
 * @phpstan-type ReplyRequest array{from?: string, to?: string|list<string>, cc?: string|list<string>, bcc?: string|list<string>, reply_to?: string, subject?: string, text: string, html?: string, quote?: bool, tags?: list<Tag>, metadata?: array<string, string>, attachments?: list<Attachment>, idempotency_key?: string}
 * @phpstan-type CreateTemplateRequest array{slug: string, name?: string, subject?: string|null, document?: EmailDocument|null, html?: string|null, text?: string|null, variables?: list<TemplateVariableRequest>}
 * @phpstan-type EmailDocument array{version: 1, language?: string, direction?: 'ltr'|'rtl', accent_color?: string, background_color?: string, blocks: list<DocumentParagraph|DocumentHeading|DocumentQuote|DocumentList|DocumentImage|DocumentButton|DocumentDivider|DocumentSpacer|DocumentSocial|DocumentLogo|DocumentFooter|DocumentColumns>}
 * @phpstan-type DocumentParagraph array{type: 'paragraph', align?: 'left'|'center'|'right', text: list<DocumentTextPart|DocumentVariable|DocumentLineBreak>}
 * @phpstan-type DocumentTextPart array{type: 'text', text: string, bold?: bool, italic?: bool, underline?: bool, strike?: bool, color?: string, link?: string}
 * @phpstan-type DocumentVariable array{type: 'variable', name: string, fallback?: string, bold?: bool, italic?: bool, underline?: bool, strike?: bool, color?: string, link?: string}
 * @phpstan-type DocumentLineBreak array{type: 'line_break'}
 * @phpstan-type DocumentHeading array{type: 'heading', level: int, align?: 'left'|'center'|'right', text: list<DocumentTextPart|DocumentVariable|DocumentLineBreak>}
 * @phpstan-type DocumentQuote array{type: 'quote', text: list<DocumentTextPart|DocumentVariable|DocumentLineBreak>}
 * @phpstan-type DocumentList array{type: 'list', ordered?: bool, items: list<DocumentItem>}
 * @phpstan-type DocumentItem array{text: list<DocumentTextPart|DocumentVariable|DocumentLineBreak>, list?: DocumentSecondList}
 * @phpstan-type DocumentSecondList array{ordered?: bool, items: list<DocumentSecondItem>}
 * @phpstan-type DocumentSecondItem array{text: list<DocumentTextPart|DocumentVariable|DocumentLineBreak>, list?: DocumentThirdList}
 * @phpstan-type DocumentThirdList array{ordered?: bool, items: list<DocumentThirdItem>}
 * @phpstan-type DocumentThirdItem array{text: list<DocumentTextPart|DocumentVariable|DocumentLineBreak>}
 * @phpstan-type DocumentImage array{type: 'image', src: string, alt: string, width?: int, align?: 'left'|'center'|'right', link?: string}
 * @phpstan-type DocumentButton array{type: 'button', label: string, link: string, align?: 'left'|'center'|'right', color?: string}
 * @phpstan-type DocumentDivider array{type: 'divider'}
 * @phpstan-type DocumentSpacer array{type: 'spacer', height: int}
 * @phpstan-type DocumentSocial array{type: 'social', align?: 'left'|'center'|'right', links: list<DocumentSocialLink>}
 * @phpstan-type DocumentSocialLink array{service: 'facebook'|'instagram'|'linkedin'|'youtube'|'tiktok'|'x'|'bluesky'|'mastodon'|'github'|'website', link: string}
 * @phpstan-type DocumentLogo array{type: 'logo', align?: 'left'|'center'|'right'}
 * @phpstan-type DocumentFooter array{type: 'footer', text?: list<DocumentTextPart|DocumentVariable|DocumentLineBreak>, unsubscribe?: bool}
 * @phpstan-type DocumentColumns array{type: 'columns', columns: list<DocumentColumn>}
 * @phpstan-type DocumentColumn array{blocks: list<DocumentParagraph|DocumentHeading|DocumentQuote|DocumentList|DocumentImage|DocumentButton|DocumentDivider|DocumentSpacer|DocumentSocial>}
 * @phpstan-type TemplateVariableRequest array{key: string, type: 'string'|'number'|'boolean'|'list'|'object', required?: bool, fallback?: mixed}
 * @phpstan-type UpdateTemplateRequest array{slug?: string, name?: string, subject?: string|null, document?: EmailDocument|null, html?: string|null, text?: string|null, variables?: list<TemplateVariableRequest>}
 * @phpstan-type RenderTemplateRequest array{version?: int|'latest', subject?: string, document?: EmailDocument, data?: array<string, mixed>}
 * @phpstan-type CreateImageRequest array{filename: string, content: string, alt?: string|null}
 * @phpstan-type UpdateImageRequest array{name?: string, alt?: string|null}
 * @phpstan-type CreateSavedBlockRequest array{name: string, blocks: list<DocumentParagraph|DocumentHeading|DocumentQuote|DocumentList|DocumentImage|DocumentButton|DocumentDivider|DocumentSpacer|DocumentSocial|DocumentLogo|DocumentFooter|DocumentColumns>}
 * @phpstan-type UpdateSavedBlockRequest array{name?: string, blocks?: list<DocumentParagraph|DocumentHeading|DocumentQuote|DocumentList|DocumentImage|DocumentButton|DocumentDivider|DocumentSpacer|DocumentSocial|DocumentLogo|DocumentFooter|DocumentColumns>}
 * @phpstan-type CreateDomainRequest array{name: string, stream?: 'transactional'|'bulk', dns_mode?: 'manual'|'cloudflare', return_path?: string, tracking_host?: string, reply_host?: string}
 * @phpstan-type UpdateDomainRequest array{inbound?: InboundRuleRequest}
 * @phpstan-type InboundRuleRequest array{mode: 'replies'|'addresses'|'catch_all', addresses?: list<string>}
 * @phpstan-type CreateApiKeyRequest array{name: string, permission: string, mode?: 'live'|'test', domains?: list<string>, domain?: string, expires_at?: string|null, rate_limit?: int|null, allowed_ips?: list<string>|null, allowed_recipients?: list<string>|null, templates_only?: bool|null, daily_limit?: int|null, rights?: RequestedApiKeyRights}
 * @phpstan-type RequestedApiKeyRights array{content?: bool, export?: bool}
 * @phpstan-type RotateApiKeyRequest array{allowed_ips?: list<string>|null, allowed_recipients?: list<string>|null, templates_only?: bool|null, daily_limit?: int|null}
 * @phpstan-type CreateSuppressionRequest array{email: string, domain?: string, expires_at?: string|null}
 * @phpstan-type UpsertContactRequest array{email: string, first_name?: string|null, last_name?: string|null, properties?: array<string, string|int|float|bool|list<string>|null>, status?: 'SUBSCRIBED'|'UNSUBSCRIBED', topics?: list<TopicChoice>, resubscribe?: bool, consent?: Consent}
 * @phpstan-type TopicChoice array{topic: string, state: 'SUBSCRIBED'|'UNSUBSCRIBED'}
 * @phpstan-type Consent array{source?: string, ip_address?: string, user_agent?: string, at?: string}
 * @phpstan-type BatchContactsRequest list<UpsertContactRequest>
 * @phpstan-type EraseContactRequest array{cursor?: string}
 * @phpstan-type SetSubscriptionsRequest array{topic?: string, state?: 'SUBSCRIBED'|'UNSUBSCRIBED', topics?: list<TopicChoice>, resubscribe?: bool, consent?: Consent}
 * @phpstan-type CreateTopicRequest array{slug: string, name: string, description?: string|null, default_opt_in?: bool, visibility?: 'public'|'private', archive?: bool}
 * @phpstan-type UpdateTopicRequest array{name?: string, description?: string|null, default_opt_in?: bool, visibility?: 'public'|'private', archive?: bool}
 * @phpstan-type CreateSegmentRequest array{name: string, filter: SegmentFilter}
 * @phpstan-type SegmentFilter array{all: list<StatusCondition|TopicCondition|EqualCondition|ContainsCondition|OrderCondition|ExistsCondition|FieldCondition|DateCondition|WithinDaysCondition|BroadcastCondition|BroadcastOpenedCondition|BroadcastClickedCondition|ActivityCondition|FormConfirmedCondition|FormAddedCondition|ImportIncludedCondition|ImportAddedCondition|AnyGroup|AllGroup>, any?: list<StatusCondition|TopicCondition|EqualCondition|ContainsCondition|OrderCondition|ExistsCondition|FieldCondition|DateCondition|WithinDaysCondition|BroadcastCondition|BroadcastOpenedCondition|BroadcastClickedCondition|ActivityCondition|FormConfirmedCondition|FormAddedCondition|ImportIncludedCondition|ImportAddedCondition|AnyGroup|AllGroup>}
 * @phpstan-type StatusCondition array{status: 'SUBSCRIBED'|'UNSUBSCRIBED'|'BOUNCED'|'COMPLAINED'}
 * @phpstan-type TopicCondition array{topic: string, state: 'SUBSCRIBED'|'UNSUBSCRIBED'}
 * @phpstan-type EqualCondition array{property: string, op: 'eq'|'neq', value: string|int|float|bool}
 * @phpstan-type ContainsCondition array{property: string, op: 'contains', value: string}
 * @phpstan-type OrderCondition array{property: string, op: 'gt'|'lt', value: string|int|float}
 * @phpstan-type ExistsCondition array{property: string, op: 'exists', value?: bool}
 * @phpstan-type FieldCondition array{field: 'first_name'|'last_name'|'email'|'email_domain', op: 'eq'|'neq'|'contains', value: string}
 * @phpstan-type DateCondition array{date: 'created_at'|'updated_at', op: 'before'|'after', value: string}
 * @phpstan-type WithinDaysCondition array{date: 'created_at'|'updated_at', op: 'within_days', value: int}
 * @phpstan-type BroadcastCondition array{broadcast: string, received: bool}
 * @phpstan-type BroadcastOpenedCondition array{broadcast: string, opened: bool}
 * @phpstan-type BroadcastClickedCondition array{broadcast: string, clicked: bool}
 * @phpstan-type ActivityCondition array{activity: 'received'|'opened'|'clicked', op: 'within_days'|'not_within_days', value: int}
 * @phpstan-type FormConfirmedCondition array{form: string, confirmed: bool}
 * @phpstan-type FormAddedCondition array{form: string, added: bool}
 * @phpstan-type ImportIncludedCondition array{import: string, included: bool}
 * @phpstan-type ImportAddedCondition array{import: string, added: bool}
 * @phpstan-type AnyGroup array{any: list<StatusCondition|TopicCondition|EqualCondition|ContainsCondition|OrderCondition|ExistsCondition|FieldCondition|DateCondition|WithinDaysCondition|BroadcastCondition|BroadcastOpenedCondition|BroadcastClickedCondition|ActivityCondition|FormConfirmedCondition|FormAddedCondition|ImportIncludedCondition|ImportAddedCondition>}
 * @phpstan-type AllGroup array{all: list<StatusCondition|TopicCondition|EqualCondition|ContainsCondition|OrderCondition|ExistsCondition|FieldCondition|DateCondition|WithinDaysCondition|BroadcastCondition|BroadcastOpenedCondition|BroadcastClickedCondition|ActivityCondition|FormConfirmedCondition|FormAddedCondition|ImportIncludedCondition|ImportAddedCondition>}
 * @phpstan-type PreviewSegmentRequest array{filter: SegmentFilter}
 * @phpstan-type UpdateSegmentRequest array{name?: string, filter?: SegmentFilter}
 * @phpstan-type CreateBroadcastRequest array{name: string, segment_id: string, topic: string, from: string, reply_to?: string|null, subject?: string|null, preview_text?: string|null, document?: EmailDocument|null, html?: string|null, text?: string|null, template?: BroadcastTemplateChoice|null, track?: BroadcastTracking, utm?: BroadcastUtm|null, in_archive?: bool, ab_test?: BroadcastTestRequest|null, send_at_local?: string, timezone_property?: string, default_timezone?: string, scheduled_at?: string|null}
 * @phpstan-type BroadcastTemplateChoice array{id?: string, slug?: string, version?: int|'latest', data?: array<string, mixed>}
 * @phpstan-type BroadcastTracking array{opens?: bool, clicks?: bool}
 * @phpstan-type BroadcastUtm array{source: string, medium: string, campaign: string}
 * @phpstan-type BroadcastTestRequest array{variants: list<BroadcastVariantRequest>, percent: int, wait_minutes: int, metric: 'open'|'click'}
 * @phpstan-type BroadcastVariantRequest array{subject?: string, html?: string, text?: string, template?: BroadcastTemplateChoice}
 * @phpstan-type UpdateBroadcastRequest array{name?: string, segment_id?: string, topic?: string, from?: string, reply_to?: string|null, subject?: string|null, preview_text?: string|null, document?: EmailDocument|null, html?: string|null, text?: string|null, template?: BroadcastTemplateChoice|null, track?: BroadcastTracking, utm?: BroadcastUtm|null, in_archive?: bool, ab_test?: BroadcastTestRequest|null, scheduled_at?: null}
 * @phpstan-type SendBroadcastRequest array{scheduled_at?: string, send_at_local?: string, timezone_property?: string, default_timezone?: string, overridden_findings?: list<'clipped'|'client_support'|'missing_alt'|'missing_text'|'insecure_link'|'broken_link'|'link_mismatch'|'shortener'|'unfilled_variable'|'missing_unsubscribe'|'alignment'|'image_only'|'large_image'>}
 * @phpstan-type DecideBroadcastRequest array{winner: int}
 * @phpstan-type ResendBroadcastRequest array{subject?: string, audience?: 'not_opened', scheduled_at?: string}
 * @phpstan-type PreviewBroadcastRequest array{contact?: string, variant?: int, subject?: string, preview_text?: string, document?: EmailDocument}
 * @phpstan-type TestBroadcastRequest array{to?: string|list<string>, contact?: string, variant?: int}
 * @phpstan-type PostEventRequest array{event: string, email?: string, contact_id?: string, properties?: array<string, string|int|float|bool|list<string>|null>, contact?: EventContact, idempotency_key?: string}
 * @phpstan-type EventContact array{first_name?: string|null, last_name?: string|null, properties?: array<string, string|int|float|bool|list<string>|null>, topics?: list<TopicChoice>}
 * @phpstan-type CreateAutomationRequest array{name: string, slug?: string, status?: 'active'|'paused', one_per_contact?: bool, trigger: AutomationTrigger, steps: list<AutomationStep>, draft?: AutomationDraft|null}
 * @phpstan-type TriggerFilter array{all: list<EventEqualCondition|EventContainsCondition|EventOrderCondition|EventExistsCondition>}
 * @phpstan-type EventEqualCondition array{event_property: string, op: 'eq'|'neq', value: string|int|float|bool}
 * @phpstan-type EventContainsCondition array{event_property: string, op: 'contains', value: string}
 * @phpstan-type EventOrderCondition array{event_property: string, op: 'gt'|'lt', value: string|int|float}
 * @phpstan-type EventExistsCondition array{event_property: string, op: 'exists', value?: bool}
 * @phpstan-type AutomationTrigger array{event: string, segment?: string, if?: TriggerFilter}
 * @phpstan-type AutomationStep SendStep|WaitStep|WaitUntilStep|ConditionStep|UpdateContactStep|WebhookStep
 * @phpstan-type StepTemplate array{id?: string, slug?: string, version?: int|'latest'}
 * @phpstan-type StepTracking array{opens?: bool, clicks?: bool}
 * @phpstan-type SendStep array{type: 'send', from: string, reply_to?: string, template?: StepTemplate, subject?: string, preview_text?: string, html?: string, text?: string, document?: EmailDocument, topic?: string, track?: StepTracking}
 * @phpstan-type WaitStep array{type: 'wait', duration: string}
 * @phpstan-type WaitUntilStep array{type: 'wait_until', event?: string, timeout?: string, time?: string, timezone?: string, event_property?: string}
 * @phpstan-type ConditionStep array{type: 'condition', if: AutomationFilter, then?: list<AutomationStep>, else?: list<AutomationStep>}
 * @phpstan-type AutomationFilter array{all: list<StatusCondition|TopicCondition|EqualCondition|ContainsCondition|OrderCondition|ExistsCondition|FieldCondition|DateCondition|WithinDaysCondition|BroadcastCondition|BroadcastOpenedCondition|BroadcastClickedCondition|ActivityCondition|FormConfirmedCondition|FormAddedCondition|ImportIncludedCondition|ImportAddedCondition|EventEqualCondition|EventContainsCondition|EventOrderCondition|EventExistsCondition|WaitCondition>}
 * @phpstan-type WaitCondition array{waited: 'event'|'timeout'}
 * @phpstan-type UpdateContactStep array{type: 'update_contact', first_name?: string|null, last_name?: string|null, properties?: array<string, string|int|float|bool|list<string>|null>, topics?: list<TopicChoice>, status?: 'UNSUBSCRIBED'}
 * @phpstan-type WebhookStep array{type: 'webhook', url: string}
 * @phpstan-type AutomationDraft array{trigger: UnfinishedTrigger, steps: list<UnfinishedStep>}
 * @phpstan-type UnfinishedTrigger array{event: string}
 * @phpstan-type UnfinishedStep array{type: 'send'|'wait'|'wait_until'|'condition'|'update_contact'|'webhook'}
 * @phpstan-type UpdateAutomationRequest array{name?: string, status?: 'active'|'paused', one_per_contact?: bool, trigger?: AutomationTrigger, steps?: list<AutomationStep>, draft?: AutomationDraft|null}
 * @phpstan-type DryRunRequest array{contact: string, properties?: array<string, string|int|float|bool|list<string>|null>, waited?: 'event'|'timeout', version?: int, steps?: list<AutomationStep>}
 * @phpstan-type TestAutomationRequest array{to?: string|list<string>, position: string, contact?: string, properties?: array<string, string|int|float|bool|list<string>|null>, steps?: list<AutomationStep>}
 * @phpstan-type CancelAutomationRunsRequest array{dry_run: bool, contact?: string, version?: int, position?: string, after?: string}
 * @phpstan-type CreateSignupFormRequest array{name: string, from: string, reply_to?: string|null, topics: list<string>, title?: string|null, description?: string|null, fields?: list<'first_name'|'last_name'>, redirect_url?: string|null, confirmation_subject?: string|null, confirmation_text?: string|null, status?: 'enabled'|'disabled'}
 * @phpstan-type UpdateSignupFormRequest array{name?: string, from?: string, reply_to?: string|null, topics?: list<string>, title?: string|null, description?: string|null, fields?: list<'first_name'|'last_name'>, redirect_url?: string|null, confirmation_subject?: string|null, confirmation_text?: string|null, status?: 'enabled'|'disabled'}
 * @phpstan-type UpdateOrganizationRequest array{name?: string, postal_address?: string|null, logo_url?: string|null, brand_color?: string|null, privacy_url?: string|null, body_retention_days?: int|null, alert_email?: string|null, generate_text?: bool, utm?: OrganizationUtm|null, late_after?: list<LateRule>, sending_paused?: bool}
 * @phpstan-type OrganizationUtm array{source: string, medium: string, campaign?: string}
 * @phpstan-type LateRule array{kind: string|null, seconds: int}
 * @phpstan-type CreateOrganizationRequest array{name: string, slug: string, alert_email?: string, api_key?: PartnerKeyRequest}
 * @phpstan-type PartnerKeyRequest array{name?: string, permission?: string}
 * @phpstan-type RevokeKeysRequest array{replace_with?: PartnerKeyRequest}
 * @phpstan-type UpdateAlertRulesRequest array{rules: list<AlertRuleChange>}
 * @phpstan-type AlertRuleChange array{kind: 'bounce'|'complaint'|'provider_block'|'delivery_silence', enabled?: bool, warn_rate?: int|float, pause_rate?: int|float, minimum?: int}
 * @phpstan-type EmailSentWebhook array{type: 'email.sent', created_at: string, data: EmailHandoverData}
 * @phpstan-type EmailHandoverData array{email_id: string, message_id?: string, mode: 'live'|'test', from: string, to: list<string>, subject: string, recipient: string, kind?: string, tags?: list<EmailTag>|TemplateTags, metadata?: array<string, string>, detail?: string, reply?: EventReply}
 * @phpstan-type EmailTag array{name: string, value: string}
 * @phpstan-type TemplateTags array{template: TemplateReference, tags: list<EmailTag>}
 * @phpstan-type TemplateReference array{id: string, slug: string, version: int|float}
 * @phpstan-type EventReply array{host: string, code: int, text: string}
 * @phpstan-type EmailDeliveredWebhook array{type: 'email.delivered', created_at: string, data: EmailHandoverData}
 * @phpstan-type EmailDeliveryDelayedWebhook array{type: 'email.delivery_delayed', created_at: string, data: EmailDelayData}
 * @phpstan-type EmailDelayData array{email_id: string, message_id?: string, mode: 'live'|'test', from: string, to: list<string>, subject: string, recipient: string, kind?: string, tags?: list<EmailTag>|TemplateTags, metadata?: array<string, string>, detail?: string, diagnosis?: Diagnosis, reply?: EventReply, next_attempt_at?: string, waiting?: Waiting}
 * @phpstan-type Diagnosis array{class: 'recipient'|'domain'|'inactive'|'full'|'no_answer'|'routing'|'auth'|'policy'|'block'|'rate'|'content'|'size'|'system'|'expired'|'unsendable'|'platform'|'other', actor: 'recipient'|'sender'|'platform'|'none', advice: string, failed_authentication?: list<'spf'|'dkim'|'dmarc'>}
 * @phpstan-type Waiting array{cause: 'scheduled'|'review'|'operator_hold'|'restoration_hold'|'sending_paused'|'queue_paused'|'domain'|'daily_cap'|'warm_up'|'backlog'|'site_limit'|'site_suspended'|'dns'|'no_source'|'transport'|'retry'|'no_worker'|'sending', actor: 'sender'|'recipient'|'platform'|'none', since: string, next_attempt_at: string|null, advice: string, detail: string|null}
 * @phpstan-type EmailLateWebhook array{type: 'email.late', created_at: string, data: EmailEventData}
 * @phpstan-type EmailEventData array{email_id: string, message_id?: string, mode: 'live'|'test', from: string, to: list<string>, subject: string, recipient: string, kind?: string, tags?: list<EmailTag>|TemplateTags, metadata?: array<string, string>, detail?: string}
 * @phpstan-type EmailBouncedWebhook array{type: 'email.bounced', created_at: string, data: EmailBounceData}
 * @phpstan-type EmailBounceData array{email_id: string, message_id?: string, mode: 'live'|'test', from: string, to: list<string>, subject: string, recipient: string, kind?: string, tags?: list<EmailTag>|TemplateTags, metadata?: array<string, string>, detail?: string, diagnosis?: Diagnosis, reply?: EventReply, bounce_type?: 'hard'|'soft'|'undetermined'}
 * @phpstan-type EmailComplainedWebhook array{type: 'email.complained', created_at: string, data: EmailEventData}
 * @phpstan-type EmailRejectedWebhook array{type: 'email.rejected', created_at: string, data: EmailFailureData}
 * @phpstan-type EmailFailureData array{email_id: string, message_id?: string, mode: 'live'|'test', from: string, to: list<string>, subject: string, recipient: string, kind?: string, tags?: list<EmailTag>|TemplateTags, metadata?: array<string, string>, detail?: string, diagnosis?: Diagnosis, reply?: EventReply}
 * @phpstan-type EmailOpenedWebhook array{type: 'email.opened', created_at: string, data: EmailEventData}
 * @phpstan-type EmailClickedWebhook array{type: 'email.clicked', created_at: string, data: EmailClickData}
 * @phpstan-type EmailClickData array{email_id: string, message_id?: string, mode: 'live'|'test', from: string, to: list<string>, subject: string, recipient: string, kind?: string, tags?: list<EmailTag>|TemplateTags, metadata?: array<string, string>, detail?: string, url?: string}
 * @phpstan-type EmailUnsubscribedWebhook array{type: 'email.unsubscribed', created_at: string, data: EmailEventData}
 * @phpstan-type EmailFailedWebhook array{type: 'email.failed', created_at: string, data: EmailFailureData}
 * @phpstan-type EmailReceivedWebhook array{type: 'email.received', created_at: string, data: ReceivedData}
 * @phpstan-type ReceivedData array{inbound_id: string, message_id?: string, email_id?: string, in_reply_to_message_id?: string, metadata?: array<string, string>, from: string, to: list<string>, received_for: list<string>, rule: 'replies'|'addresses'|'catch_all', subject: string, attachments?: list<InboundAttachment>}
 * @phpstan-type InboundAttachment array{index: int, filename: string, content_type: string, size: int, content_id?: string}
 * @phpstan-type WebhookTestWebhook array{type: 'webhook.test', created_at: string, data: TestData}
 * @phpstan-type TestData array{webhook_id: string}
 * @phpstan-type ContactCreatedWebhook array{type: 'contact.created', created_at: string, data: ContactEventData}
 * @phpstan-type ContactEventData array{object: 'contact', id: string, email: string, first_name: string|null, last_name: string|null, properties: array<string, mixed>, status: 'SUBSCRIBED'|'UNSUBSCRIBED'|'BOUNCED'|'COMPLAINED', topics: list<ContactTopic>, created_at: string, updated_at: string}
 * @phpstan-type ContactTopic array{topic: string, state: 'SUBSCRIBED'|'UNSUBSCRIBED'}
 * @phpstan-type ContactUpdatedWebhook array{type: 'contact.updated', created_at: string, data: ContactEventData}
 * @phpstan-type ContactDeletedWebhook array{type: 'contact.deleted', created_at: string, data: DeletedContact}
 * @phpstan-type DeletedContact array{object: 'contact', id: string, deleted: true}
 * @phpstan-type ContactSubscribedWebhook array{type: 'contact.subscribed', created_at: string, data: ContactChangeData}
 * @phpstan-type ContactChangeData array{object: 'contact', id: string, email: string, first_name: string|null, last_name: string|null, properties: array<string, mixed>, status: 'SUBSCRIBED'|'UNSUBSCRIBED'|'BOUNCED'|'COMPLAINED', topics: list<ContactTopic>, created_at: string, updated_at: string, change: ContactChange}
 * @phpstan-type ContactChange array{status: bool, topics: list<string>, actor: 'api_key'|'user'|'import'|'bounce'|'complaint'|'recipient'|'form'|'automation', source?: string}
 * @phpstan-type ContactUnsubscribedWebhook array{type: 'contact.unsubscribed', created_at: string, data: ContactChangeData}
 * @phpstan-type SendEmailResponse array{id: string, suppressed?: list<string>, warnings?: list<SendWarning>}
 * @phpstan-type SendWarning array{code: 'possible_typo'|'disposable_suspected', address: string, suggestion?: string}
 * @phpstan-type Error array{error: ErrorDetail}
 * @phpstan-type ErrorCode 'invalid_json'|'unauthorized'|'invalid_credentials'|'forbidden_domain'|'forbidden_ip'|'forbidden_recipient'|'template_required'|'forbidden'|'sending_paused'|'under_review'|'test_key_not_allowed'|'reauthentication_required'|'cross_site_request'|'sign_in_method_disabled'|'not_found'|'method_not_allowed'|'request_timeout'|'not_cancelable'|'not_schedulable'|'not_deferred'|'not_pausable'|'not_paused'|'not_testing'|'not_resendable'|'resend_exists'|'resend_too_early'|'suppression_conflict'|'already_revoked'|'already_rotated'|'domain_taken'|'domain_in_use'|'topic_exists'|'topic_in_use'|'segment_in_use'|'image_in_use'|'slug_taken'|'member_exists'|'invitation_exists'|'last_owner'|'last_sign_in_method'|'version_conflict'|'payload_too_large'|'unsupported_media_type'|'validation_error'|'invalid_from'|'unknown_domain'|'domain_not_verified'|'bulk_single_recipient'|'stream_mismatch'|'reserved_header'|'template_not_found'|'template_variables'|'invalid_subject'|'subject_from_template'|'unknown_topic'|'unknown_segment'|'invalid_segment'|'invalid_cursor'|'attachments_not_in_batch'|'domain_cleanup_failed'|'manual_dns'|'cloudflare_unconfigured'|'publish_failed'|'unsupported_transport'|'identity_registration_failed'|'invalid_invitation'|'admin_key_not_mintable'|'plan_limit'|'rate_limited'|'quota_exceeded'|'key_quota_exceeded'|'contact_quota_exceeded'|'run_quota_exceeded'|'organization_quota_exceeded'|'internal_error'|'usage_unavailable'|'service_unavailable'
 * @phpstan-type InvalidField array{path: string, message: string}
 * @phpstan-type AuditActor array{type: 'key'|'user'|'operator'|'system', id: string|null, name: string|null}
 * @phpstan-type ErrorDetail array{code: ErrorCode|string, message: string, fields?: list<InvalidField>, changed_at?: string, changed_by?: AuditActor}
 * @phpstan-type EmailList array{object: 'list', data: list<EmailSummary>, next_cursor?: string}
 * @phpstan-type EmailSummary array{object: 'email', id: string, from: string, to: list<string>, subject: string, last_event: 'queued'|'sending'|'sent'|'delivered'|'bounced'|'complained'|'failed'|'suppressed'|'canceled'|'unconfirmed', waiting: Waiting|null, mode: 'live'|'test', kind: string|null, created_at: string, sent_at: string|null}
 * @phpstan-type BatchResponse array{data: list<AcceptedItem|RefusedItem>}
 * @phpstan-type AcceptedItem array{id: string, suppressed?: list<string>, warnings?: list<SendWarning>, idempotent_mismatch?: true}
 * @phpstan-type RefusedItem array{error: ErrorDetail}
 * @phpstan-type EmailCheck array{object: 'email_check', size_bytes: int, findings: list<EmailCheckFinding>}
 * @phpstan-type EmailCheckFinding array{code: 'clipped'|'client_support'|'missing_alt'|'missing_text'|'insecure_link'|'broken_link'|'link_mismatch'|'shortener'|'unfilled_variable'|'missing_unsubscribe'|'alignment'|'image_only'|'large_image', severity: 'error'|'warning'|'info', message: string, field?: 'from'|'subject'|'html'|'text'|'headers'|'attachments', line?: int, clients?: list<string>}
 * @phpstan-type Email array{object: 'email', id: string, from: string, to: list<string>, cc: list<string>, bcc: list<string>, reply_to: string|null, subject: string, html: string|null, text: string|null, kind: string|null, tags: list<EmailTag>|null, created_at: string, scheduled_at: string|null, expires_at: string|null, claimed_at: string|null, sent_at: string|null, last_event: 'queued'|'sending'|'sent'|'delivered'|'bounced'|'complained'|'failed'|'suppressed'|'canceled'|'unconfirmed', waiting: Waiting|null, mode: 'live'|'test', message_id: string|null, metadata: array<string, string>|null, attachments: list<EmailAttachment>, holds: list<EmailHold>, events: list<EmailEvent>, events_truncated: bool}
 * @phpstan-type EmailAttachment array{filename: string, content_type: string, size: int}
 * @phpstan-type EmailHold array{reason: 'review'|'operator'|'restoration', since: string, until: string|null}
 * @phpstan-type EmailEvent array{type: 'queued'|'sent'|'delivered'|'delivery_delayed'|'late'|'bounced'|'complained'|'rejected'|'opened'|'clicked'|'unsubscribed'|'suppressed'|'failed', recipient: string, at: string, bounce_type?: 'hard'|'soft'|'undetermined', detail?: string, diagnosis?: Diagnosis, next_attempt_at?: string, reply?: EventReply, suppression?: EventSuppression, url?: string, automatic?: true}
 * @phpstan-type EventSuppression array{id: string, reason: 'complaint'|'hard_bounce'|'validation'|'manual'|'unsubscribe'}
 * @phpstan-type RescheduledEmail array{id: string, object: 'email', scheduled_at: string}
 * @phpstan-type EmailSource array{object: 'email_source', id: string, source: string|null}
 * @phpstan-type CanceledEmail array{id: string, object: 'email', status: 'canceled'}
 * @phpstan-type CancelEmailsResponse array{data: list<CanceledEmail|RefusedItem>}
 * @phpstan-type EmailChange array{object: 'email_change', dry_run: bool, results: list<EmailChangeResult>, next: string|null}
 * @phpstan-type EmailChangeResult array{result: string, emails: int}
 * @phpstan-type TriedEmail array{id: string, object: 'email', due_at: string}
 * @phpstan-type DeliveryAttemptList array{object: 'list', data: list<DeliveryAttempt>}
 * @phpstan-type DeliveryAttempt array{object: 'delivery_attempt', recipient: string, round: int, host: string, transport: string|null, source_address: string|null, tls: DeliveryTls|null, started_at: string, finished_at: string|null, result: 'accepted'|'deferred'|'bounced'|'unconfirmed'|null, reply_code: int|null, reply: string|null, diagnosis: Diagnosis|null, next_attempt_at: string|null, phases: list<DeliveryPhase>, conversation: list<string>|null}
 * @phpstan-type DeliveryTls array{encrypted: bool, version: string|null, cipher: string|null, verified: 'pkix'|'dane'|null}
 * @phpstan-type DeliveryPhase array{phase: 'accepted'|'claimed'|'connected'|'tls'|'data'|'reply'|'ended', at: string, after_ms: int|null}
 * @phpstan-type CreatedShareLink array{object: 'share_link', id: string, email_id: string, with_content: bool, created_by: string|null, created_at: string, expires_at: string, last_viewed_at: string|null, url: string}
 * @phpstan-type ShareLinkList array{object: 'list', data: list<ShareLink>}
 * @phpstan-type ShareLink array{object: 'share_link', id: string, email_id: string, with_content: bool, created_by: string|null, created_at: string, expires_at: string, last_viewed_at: string|null}
 * @phpstan-type EmailWebhookDeliveryList array{object: 'list', data: list<WebhookDeliverySummary>, next_cursor?: string}
 * @phpstan-type WebhookDeliverySummary array{object: 'webhook_delivery', id: string, webhook_id: string, event_type: 'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'email.received'|'webhook.test'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed', email_id: string|null, status: 'pending'|'delivered'|'exhausted', attempt_count: int, latency_ms: int|null, next_attempt_at: string|null, created_at: string, delivered_at: string|null}
 * @phpstan-type InboxList array{object: 'list', data: list<InboxEmailSummary>, next_cursor?: string}
 * @phpstan-type InboxEmailSummary array{id: string, from: string, to: list<string>, subject: string, last_event: 'queued'|'sending'|'sent'|'delivered'|'bounced'|'complained'|'failed'|'suppressed'|'canceled'|'unconfirmed', mode: 'live'|'test', created_at: string, object: 'inbox_email'}
 * @phpstan-type InboxCleared array{object: 'inbox_cleared', deleted: int, has_more: bool}
 * @phpstan-type InboxEmail array{id: string, from: string, to: list<string>, subject: string, last_event: 'queued'|'sending'|'sent'|'delivered'|'bounced'|'complained'|'failed'|'suppressed'|'canceled'|'unconfirmed', mode: 'live'|'test', created_at: string, object: 'inbox_email', cc: list<string>, bcc: list<string>, tags: list<EmailTag>|null, headers: list<InboxHeader>, html: string|null, text: string|null, codes: list<string>, links: list<InboxLink>, attachments: list<InboxAttachment>, size_bytes: int, findings: list<EmailCheckFinding>}
 * @phpstan-type InboxHeader array{name: string, value: string}
 * @phpstan-type InboxLink array{url: string, text: string}
 * @phpstan-type InboxAttachment array{index: int, filename: string, content_type: string, size: int, content_id: string|null}
 * @phpstan-type EmailEventFeed array{object: 'list', data: list<EmailEventEntry>, next_cursor: string, has_more: bool, recent?: list<EmailEventEntry>, recent_cursor?: string}
 * @phpstan-type EmailEventEntry EmailSentEvent|EmailDeliveredEvent|EmailDeliveryDelayedEvent|EmailLateEvent|EmailBouncedEvent|EmailComplainedEvent|EmailRejectedEvent|EmailOpenedEvent|EmailClickedEvent|EmailUnsubscribedEvent|EmailFailedEvent
 * @phpstan-type EmailSentEvent array{type: 'email.sent', created_at: string, data: EmailHandoverData, object: 'email_event', id: string}
 * @phpstan-type EmailDeliveredEvent array{type: 'email.delivered', created_at: string, data: EmailHandoverData, object: 'email_event', id: string}
 * @phpstan-type EmailDeliveryDelayedEvent array{type: 'email.delivery_delayed', created_at: string, data: EmailDelayData, object: 'email_event', id: string}
 * @phpstan-type EmailLateEvent array{type: 'email.late', created_at: string, data: EmailEventData, object: 'email_event', id: string}
 * @phpstan-type EmailBouncedEvent array{type: 'email.bounced', created_at: string, data: EmailBounceData, object: 'email_event', id: string}
 * @phpstan-type EmailComplainedEvent array{type: 'email.complained', created_at: string, data: EmailEventData, object: 'email_event', id: string}
 * @phpstan-type EmailRejectedEvent array{type: 'email.rejected', created_at: string, data: EmailFailureData, object: 'email_event', id: string}
 * @phpstan-type EmailOpenedEvent array{type: 'email.opened', created_at: string, data: EmailEventData, object: 'email_event', id: string}
 * @phpstan-type EmailClickedEvent array{type: 'email.clicked', created_at: string, data: EmailClickData, object: 'email_event', id: string}
 * @phpstan-type EmailUnsubscribedEvent array{type: 'email.unsubscribed', created_at: string, data: EmailEventData, object: 'email_event', id: string}
 * @phpstan-type EmailFailedEvent array{type: 'email.failed', created_at: string, data: EmailFailureData, object: 'email_event', id: string}
 * @phpstan-type CreatedWebhook array{object: 'webhook', id: string, url: string, events: list<'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'email.received'|'webhook.test'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed'>, description: string|null, format: 'postrider'|'resend', status: 'enabled'|'disabled', disabled_reason: 'gone'|'failing'|'operator'|null, failing_since: string|null, created_at: string, signing_secret: string}
 * @phpstan-type WebhookList array{object: 'list', data: list<Webhook>, next_cursor?: string}
 * @phpstan-type Webhook array{object: 'webhook', id: string, url: string, events: list<'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'email.received'|'webhook.test'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed'>, description: string|null, format: 'postrider'|'resend', status: 'enabled'|'disabled', disabled_reason: 'gone'|'failing'|'operator'|null, failing_since: string|null, created_at: string}
 * @phpstan-type RotatedWebhook array{object: 'webhook', id: string, url: string, events: list<'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'email.received'|'webhook.test'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed'>, description: string|null, format: 'postrider'|'resend', status: 'enabled'|'disabled', disabled_reason: 'gone'|'failing'|'operator'|null, failing_since: string|null, created_at: string, signing_secret: string, previous_secret_until: string}
 * @phpstan-type WebhookDelivery array{object: 'webhook_delivery', id: string, webhook_id: string, event_type: 'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'email.received'|'webhook.test'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed', email_id: string|null, status: 'pending'|'delivered'|'exhausted', attempt_count: int, latency_ms: int|null, next_attempt_at: string|null, created_at: string, delivered_at: string|null, request_headers: list<WebhookRequestHeader>, body: string|null, body_rebuilt: bool, attempts: list<WebhookAttempt>}
 * @phpstan-type WebhookRequestHeader array{name: string, value: string|null}
 * @phpstan-type WebhookAttempt array{number: int, at: string, status: int|null, latency_ms: int, error: string|null, response: string|null}
 * @phpstan-type WebhookDeliveryList array{object: 'list', data: list<WebhookDeliverySummary>, next_cursor?: string}
 * @phpstan-type ReplayWebhookDeliveriesResponse array{data: list<WebhookDeliverySummary|RefusedItem>}
 * @phpstan-type WebhookReplay array{object: 'webhook_replay', id: string, webhook_id: string, since: string, until: string, events: list<'email.sent'|'email.delivered'|'email.delivery_delayed'|'email.late'|'email.bounced'|'email.complained'|'email.rejected'|'email.opened'|'email.clicked'|'email.unsubscribed'|'email.failed'|'contact.created'|'contact.updated'|'contact.deleted'|'contact.subscribed'|'contact.unsubscribed'>, status: 'running'|'finished'|'stopped', deliveries: int, created_at: string, finished_at: string|null}
 * @phpstan-type InboundEmailList array{object: 'list', data: list<InboundEmailSummary>, next_cursor?: string}
 * @phpstan-type InboundEmailSummary array{object: 'inbound_email', id: string, domain: string, email_id: string|null, from: string, to: list<string>, received_for: list<string>, rule: 'replies'|'addresses'|'catch_all', subject: string, automatic: bool, spf: 'pass'|'fail'|'softfail'|'neutral'|'none'|'temperror'|'permerror', dkim: 'pass'|'fail'|'neutral'|'none'|'policy'|'temperror'|'permerror', dmarc: 'pass'|'fail'|'none'|'temperror'|'permerror', received_at: string, replied_at: string|null}
 * @phpstan-type InboundEmail array{object: 'inbound_email', id: string, domain: string, email_id: string|null, from: string, to: list<string>, received_for: list<string>, rule: 'replies'|'addresses'|'catch_all', subject: string, automatic: bool, spf: 'pass'|'fail'|'softfail'|'neutral'|'none'|'temperror'|'permerror', dkim: 'pass'|'fail'|'neutral'|'none'|'policy'|'temperror'|'permerror', dmarc: 'pass'|'fail'|'none'|'temperror'|'permerror', received_at: string, replied_at: string|null, message_id: string|null, in_reply_to_message_id: string|null, metadata: array<string, string>|null, html: string|null, text: string|null, reply_text: string|null, headers: list<InboundHeader>|null, authentication: InboundAuthentication, attachments: list<InboundAttachment>, reply_defaults: ReplyDefaults}
 * @phpstan-type InboundHeader array{name: string, value: string}
 * @phpstan-type InboundAuthentication array{spf: InboundSpf, dkim: InboundDkim, dmarc: InboundDmarc}
 * @phpstan-type InboundSpf array{result: 'pass'|'fail'|'softfail'|'neutral'|'none'|'temperror'|'permerror', domain: string|null}
 * @phpstan-type InboundDkim array{result: 'pass'|'fail'|'neutral'|'none'|'policy'|'temperror'|'permerror', signatures: list<InboundSignature>}
 * @phpstan-type InboundSignature array{result: 'pass'|'fail'|'neutral'|'none'|'policy'|'temperror'|'permerror', domain: string, selector: string, comment?: string}
 * @phpstan-type InboundDmarc array{result: 'pass'|'fail'|'none'|'temperror'|'permerror', domain: string|null, policy?: string}
 * @phpstan-type ReplyDefaults array{from: string|null, to: list<string>, reply_to: string|null, subject: string}
 * @phpstan-type Conversation array{data: list<ConversationEntry>, truncated: bool}
 * @phpstan-type ConversationEntry array{type: 'sent'|'received', id: string, from: string, to: list<string>, subject: string, preview: string|null, attachment_count: int, replies_to: string|null, at: string, last_event: 'queued'|'sending'|'sent'|'delivered'|'bounced'|'complained'|'failed'|'suppressed'|'canceled'|'unconfirmed'|null, automatic: bool, dmarc: 'pass'|'fail'|'none'|'temperror'|'permerror'|null}
 * @phpstan-type Template array{object: 'template', id: string, slug: string, name: string, status: 'draft'|'published'|'archived', current_version: int|null, published_at: string|null, created_at: string, updated_at: string, subject: string|null, document: EmailDocumentOutput|null, html: string|null, text: string|null, variables: list<TemplateVariable>}
 * @phpstan-type TemplateVariable array{key: string, type: 'string'|'number'|'boolean'|'list'|'object', required: bool, fallback?: mixed}
 * @phpstan-type TemplateList array{object: 'list', data: list<TemplateSummary>, next_cursor?: string}
 * @phpstan-type TemplateSummary array{object: 'template', id: string, slug: string, name: string, status: 'draft'|'published'|'archived', current_version: int|null, published_at: string|null, created_at: string, updated_at: string}
 * @phpstan-type RenderedTemplate array{object: 'rendered_template', subject: string, html: string|null, text: string|null}
 * @phpstan-type TemplateVersionList array{object: 'list', data: list<TemplateVersionSummary>, next_cursor?: string}
 * @phpstan-type TemplateVersionSummary array{object: 'template_version', version: int, subject: string, published_at: string, published_by: AuditActor|null}
 * @phpstan-type TemplateVersion array{object: 'template_version', version: int, subject: string, published_at: string, published_by: AuditActor|null, document: EmailDocumentOutput|null, html: string|null, text: string|null, variables: list<TemplateVariable>}
 * @phpstan-type TemplateUses array{object: 'template_uses', automations: list<TemplateAutomation>, broadcasts: list<TemplateBroadcast>, broadcasts_truncated: bool}
 * @phpstan-type TemplateAutomation array{id: string, name: string, status: 'active'|'paused'}
 * @phpstan-type TemplateBroadcast array{id: string, name: string, status: 'draft'|'scheduled'|'testing'|'sent'|'canceled'}
 * @phpstan-type Image array{object: 'image', id: string, name: string, alt: string|null, url: string, content_type: 'image/png'|'image/jpeg'|'image/gif', width: int, height: int, animated: bool, bytes: int, created_at: string}
 * @phpstan-type ImageList array{object: 'list', data: list<Image>, next_cursor?: string}
 * @phpstan-type SavedBlock array{object: 'saved_block', id: string, name: string, created_at: string, updated_at: string, blocks: list<DocumentParagraphOutput|DocumentHeadingOutput|DocumentQuoteOutput|DocumentListOutput|DocumentImageOutput|DocumentButtonOutput|DocumentDividerOutput|DocumentSpacerOutput|DocumentSocialOutput|DocumentLogoOutput|DocumentFooterOutput|DocumentColumnsOutput>}
 * @phpstan-type SavedBlockList array{object: 'list', data: list<SavedBlockSummary>, next_cursor?: string}
 * @phpstan-type SavedBlockSummary array{object: 'saved_block', id: string, name: string, created_at: string, updated_at: string}
 * @phpstan-type Domain array{object: 'domain', id: string, name: string, status: 'pending'|'verified'|'failed'|'disabled', failed_reason: 'not_verified'|'records_lost'|'claimed_by_another'|null, stream: 'transactional'|'bulk', dns_mode: 'manual'|'cloudflare', created_at: string, verified_at: string|null, last_checked_at: string|null, return_path: string, tracking_host: string, reply_address: string, inbound: InboundRule, dkim: DomainDkim, records: list<DomainRecord>}
 * @phpstan-type InboundRule array{mode: 'replies'|'addresses'|'catch_all', addresses: list<string>}
 * @phpstan-type DomainDkim array{selector: string}
 * @phpstan-type DomainRecord array{record: 'DKIM'|'SPF'|'MX'|'DMARC'|'TRACKING'|'REPLY'|'INBOUND'|'MTA_STS'|'TLS_RPT', type: 'TXT'|'MX'|'CNAME', name: string, value: string, ttl: int, priority?: int, required: bool, status: 'pending'|'verified'|'missing'|'mismatch', observed: list<string>, error?: string, hint?: string}
 * @phpstan-type DomainList array{object: 'list', data: list<Domain>, next_cursor?: string}
 * @phpstan-type Dmarc array{object: 'dmarc', domain: string, days: int, totals: DmarcTotals, series: list<DmarcDay>, sources: list<DmarcSource>, reasons: list<DmarcReason>}
 * @phpstan-type DmarcTotals array{messages: int, passed: int, failed: int, quarantined: int, rejected: int, dkim_aligned: int, spf_aligned: int, reports: int, unauthenticated: int}
 * @phpstan-type DmarcDay array{messages: int, passed: int, failed: int, quarantined: int, rejected: int, day: string}
 * @phpstan-type DmarcSource array{messages: int, passed: int, failed: int, quarantined: int, rejected: int, dkim_aligned: int, spf_aligned: int, source_ip: string, host_name: string|null, type: 'own'|'forwarder'|'service'|'unknown', service: string|null, first_day: string, is_new: bool, reporters: list<string>}
 * @phpstan-type DmarcReason array{type: 'forwarded'|'mailing_list'|'trusted_forwarder'|'local_policy'|'policy_test_mode'|'sampled_out'|'other', comment: string|null, messages: int, reporters: list<string>, source_ips: list<string>, first_day: string, last_day: string}
 * @phpstan-type KeyIdentity array{object: 'api_key', id: string, name: string, mode: 'live'|'test', permission: 'SEND'|'FULL'|'ADMIN', domains: list<string>, allowed_recipients: list<string>, templates_only: bool}
 * @phpstan-type CreatedApiKey array{object: 'api_key', id: string, name: string, permission: 'SEND'|'FULL'|'ADMIN', mode: 'live'|'test', domains: list<string>, prefix: string, status: 'active'|'rotated'|'revoked'|'expired', rights: ApiKeyRights, rate_limit: int|null, allowed_ips: list<string>, allowed_recipients: list<string>, templates_only: bool, daily_limit: int|null, created_by: ApiKeyCreator|null, replaced_by: string|null, created_at: string, expires_at: string|null, last_used_at: string|null, token: string}
 * @phpstan-type ApiKeyRights array{content: bool, export: bool}
 * @phpstan-type ApiKeyCreator array{type: 'key'|'user'|'operator', id: string|null, name: string|null}
 * @phpstan-type ApiKeyList array{object: 'list', data: list<ApiKey>, next_cursor?: string}
 * @phpstan-type ApiKey array{object: 'api_key', id: string, name: string, permission: 'SEND'|'FULL'|'ADMIN', mode: 'live'|'test', domains: list<string>, prefix: string, status: 'active'|'rotated'|'revoked'|'expired', rights: ApiKeyRights, rate_limit: int|null, allowed_ips: list<string>, allowed_recipients: list<string>, templates_only: bool, daily_limit: int|null, created_by: ApiKeyCreator|null, replaced_by: string|null, created_at: string, expires_at: string|null, last_used_at: string|null}
 * @phpstan-type SuppressionList array{object: 'list', data: list<Suppression>, next_cursor?: string}
 * @phpstan-type Suppression array{object: 'suppression', id: string, email: string, reason: 'complaint'|'hard_bounce'|'validation'|'manual'|'unsubscribe', scope: 'organization'|'domain', domain?: string, source_email_id?: string, created_at: string, expires_at?: string}
 * @phpstan-type SuppressionCounts array{object: 'suppression_counts', reasons: list<SuppressionReasonCount>}
 * @phpstan-type SuppressionReasonCount array{reason: 'complaint'|'hard_bounce'|'validation'|'manual'|'unsubscribe', count: int, truncated: bool}
 * @phpstan-type SuppressionImport array{object: 'suppression_import', id: string, status: 'queued'|'running'|'finished'|'failed', filename?: string, bytes: int, bytes_read: int, rows_read: int, error?: string, created_at: string, started_at?: string, finished_at?: string, format: 'postmark'|'ses'|'sendgrid'|'mailgun'|'mailchimp'|'listmonk'|'kit'|'brevo'|'mailerlite'|'klaviyo'|'activecampaign'|'constantcontact'|'campaignmonitor'|'hubspot'|'beehiiv'|'substack'|'resend'|'plain', domain?: string, rows_added: int, rows_unchanged: int, rows_refused: int}
 * @phpstan-type SuppressionImportList array{object: 'list', data: list<SuppressionImport>, next_cursor?: string}
 * @phpstan-type Metrics array{object: 'metrics', days: int, domain: string|null, series: list<MetricsDay>, totals: MetricCounters, rates: MetricRates, facet?: 'provider'|'key'|'template'|'kind', by?: list<MetricsGroup>}
 * @phpstan-type MetricsDay array{sent: int, delivered: int, bouncedHard: int, bouncedSoft: int, complained: int, opened: int, clicked: int, unsubscribed: int, day: string}
 * @phpstan-type MetricCounters array{sent: int, delivered: int, bouncedHard: int, bouncedSoft: int, complained: int, opened: int, clicked: int, unsubscribed: int}
 * @phpstan-type MetricRates array{delivery: int|float, bounce: int|float, hardBounce: int|float, softBounce: int|float, complaint: int|float, open: int|float, click: int|float}
 * @phpstan-type MetricsGroup array{sent: int, delivered: int, bouncedHard: int, bouncedSoft: int, complained: int, opened: int, clicked: int, unsubscribed: int, key: string, label: string, delayed: int, blocked: int}
 * @phpstan-type Deliverability array{object: 'deliverability', days: int, domain: string|null, providers: list<DeliverabilityProvider>, findings: list<DeliverabilityFinding>, google_postmaster: GooglePostmaster|null}
 * @phpstan-type DeliverabilityProvider array{provider: string, recipients: int, delivered: int, deferred: int, blocked: int, bounced: int, complained: int, seconds_to_delivery: DeliverabilitySeconds|null, usual_seconds: DeliverabilitySeconds|null, replies: list<DeliverabilityReply>}
 * @phpstan-type DeliverabilitySeconds array{p50: int|float, p95: int|float}
 * @phpstan-type DeliverabilityReply array{text: string, class: 'recipient'|'domain'|'inactive'|'full'|'no_answer'|'routing'|'auth'|'policy'|'block'|'rate'|'content'|'size'|'system'|'expired'|'unsendable'|'platform'|'other', advice: string, count: int}
 * @phpstan-type DeliverabilityFinding array{code: 'dmarc_fail_own'|'dmarc_unknown_source'|'dmarc_requirement'|'spf_lookups'|'dkim_weak'|'ptr_mismatch'|'blocklisted'|'tls_failures'|'complaints_high'|'bounces_high'|'blocked_by_provider'|'slower_than_usual'|'no_unsubscribe'|'record_wrong', severity: 'error'|'warning'|'info', subject: string, since: string|null, evidence: list<string>, advice: string}
 * @phpstan-type GooglePostmaster array{status: 'not_connected'|'connected'|'access_revoked', connected_at: string|null, read_at: string|null, error: string|null, domains: list<GooglePostmasterDomain>}
 * @phpstan-type GooglePostmasterDomain array{domain: string, google_domain: string|null, day: string|null, days_with_data: int, spam_rate: int|float|null, spf_passed: int|float|null, dkim_passed: int|float|null, dmarc_passed: int|float|null, requirements: list<GoogleRequirement>}
 * @phpstan-type GoogleRequirement array{requirement: string, verdict: 'compliant'|'needs_work', reason: string|null}
 * @phpstan-type Usage array{object: 'usage', plan: string, emails: EmailUsage, contacts: ContactUsage, rate_limit: RateLimit}
 * @phpstan-type EmailUsage array{monthly: MonthlyUsage, daily: DailyUsage}
 * @phpstan-type MonthlyUsage array{used: int, limit: int|null, allowance: int|null, overage: bool, resets_at: string}
 * @phpstan-type DailyUsage array{used: int, limit: int|null, resets_at: string}
 * @phpstan-type ContactUsage array{used: int, limit: int|null}
 * @phpstan-type RateLimit array{limit: int|null, organization_limit: int|null, duration: string}
 * @phpstan-type Contact array{object: 'contact', id: string, email: string, first_name: string|null, last_name: string|null, properties: array<string, mixed>, status: 'SUBSCRIBED'|'UNSUBSCRIBED'|'BOUNCED'|'COMPLAINED', topics: list<ContactTopic>, kept_unsubscribed?: KeptUnsubscribed, created_at: string, updated_at: string}
 * @phpstan-type KeptUnsubscribed array{status: bool, topics: list<string>}
 * @phpstan-type ContactList array{object: 'list', data: list<Contact>, next_cursor?: string}
 * @phpstan-type BatchContactsResponse array{data: list<TakenContact|RefusedItem>}
 * @phpstan-type TakenContact array{id: string, created: bool, kept_unsubscribed?: KeptUnsubscribed}
 * @phpstan-type ContactImport array{object: 'contact_import', id: string, status: 'queued'|'running'|'finished'|'failed', filename?: string, bytes: int, bytes_read: int, rows_read: int, error?: string, created_at: string, started_at?: string, finished_at?: string, format: 'mailchimp'|'listmonk'|'kit'|'brevo'|'mailerlite'|'klaviyo'|'activecampaign'|'constantcontact'|'campaignmonitor'|'hubspot'|'beehiiv'|'substack'|'resend'|'plain', dry_run: bool, columns: list<ImportColumn>, keeps_contacts: bool, rows_added: int, rows_updated: int, rows_unsubscribed: int, kept_unsubscribed: int, rows_suppressed: int, rows_refused: int}
 * @phpstan-type ImportColumn array{name: string, read_as: 'email'|'name'|'first_name'|'last_name'|'status'|'consent'|'property'|'topics'|'properties'|'ignored', property?: string, type?: 'text'|'number'|'boolean'|'list'|'object', rows_unsubscribed?: int, rows_suppressed?: int, rows_refused?: int}
 * @phpstan-type ContactImportList array{object: 'list', data: list<ContactImport>, next_cursor?: string}
 * @phpstan-type ContactDetail array{object: 'contact', id: string, email: string, first_name: string|null, last_name: string|null, properties: array<string, mixed>, status: 'SUBSCRIBED'|'UNSUBSCRIBED'|'BOUNCED'|'COMPLAINED', topics: list<ContactTopic>, created_at: string, updated_at: string, activity: ContactActivity|null}
 * @phpstan-type ContactActivity array{last_received_at: string|null, last_opened_at: string|null, last_clicked_at: string|null}
 * @phpstan-type Erasure array{object: 'erasure', address_digest: string, erased: ErasedCounts, next_cursor: string|null}
 * @phpstan-type ErasedCounts array{contacts: int, signup_requests: int, suppressions: int, emails: int, open_emails: int, inbound_emails: int}
 * @phpstan-type SubscriptionChangeList array{object: 'list', data: list<SubscriptionChange>, next_cursor?: string}
 * @phpstan-type SubscriptionChange array{object: 'subscription_change', id: string, topic: string|null, from: 'SUBSCRIBED'|'UNSUBSCRIBED'|'BOUNCED'|'COMPLAINED'|null, to: 'SUBSCRIBED'|'UNSUBSCRIBED'|'BOUNCED'|'COMPLAINED', actor: 'api_key'|'user'|'import'|'bounce'|'complaint'|'recipient'|'form'|'automation', key_id: string|null, source: string|null, ip_address: string|null, user_agent: string|null, at: string}
 * @phpstan-type ContactTimeline array{object: 'list', data: list<TimelineEntry>, next_cursor?: string}
 * @phpstan-type TimelineEntry array{object: 'timeline_entry', id: string, type: 'email'|'automation_run'|'subscription_change', at: string, email: TimelineEmail|null, automation_run: TimelineRun|null, subscription_change: SubscriptionChange|null}
 * @phpstan-type TimelineEmail array{id: string, from: string, subject: string, last_event: 'queued'|'sending'|'sent'|'delivered'|'bounced'|'complained'|'failed'|'suppressed'|'canceled'|'unconfirmed', mode: 'live'|'test', events: list<TimelineEvent>}
 * @phpstan-type TimelineEvent array{type: 'queued'|'sent'|'delivered'|'delivery_delayed'|'late'|'bounced'|'complained'|'rejected'|'opened'|'clicked'|'unsubscribed'|'suppressed'|'failed', at: string, automatic: bool}
 * @phpstan-type TimelineRun array{id: string, automation_id: string, automation_name: string, status: 'running'|'completed'|'stopped'|'failed'|'canceled', detail: string|null, finished_at: string|null}
 * @phpstan-type Topic array{object: 'topic', id: string, slug: string, name: string, description: string|null, default_opt_in: bool, visibility: 'public'|'private', archive: bool, archive_url: string|null, created_at: string}
 * @phpstan-type TopicList array{object: 'list', data: list<Topic>, next_cursor?: string}
 * @phpstan-type Segment array{object: 'segment', id: string, name: string, filter: StoredSegmentFilter, contact_count: int|null, counted_at: string|null, created_at: string}
 * @phpstan-type StoredSegmentFilter array{all: list<mixed>, any?: list<mixed>}
 * @phpstan-type SegmentList array{object: 'list', data: list<Segment>, next_cursor?: string}
 * @phpstan-type SegmentPreview array{object: 'segment_preview', contact_count: int|null, counted_at: string|null, samples: list<Contact>}
 * @phpstan-type SegmentContactList array{object: 'list', data: list<Contact>, next_cursor?: string}
 * @phpstan-type Broadcast array{object: 'broadcast', id: string, name: string, status: 'draft'|'scheduled'|'testing'|'sent'|'canceled', phase: 'draft'|'scheduled'|'sending'|'testing'|'sent'|'canceled', segment_id: string, audience: 'segment'|'not_opened', topic: string, from: string, reply_to: string|null, subject: string|null, preview_text: string|null, template: BroadcastTemplate|null, track: BroadcastTracked, in_archive: bool, tested_at: string|null, counts: BroadcastCounts, winner: int|null, waiting_for: string|null, waiting: Waiting|null, parent_id: string|null, created_at: string, scheduled_at: string|null, send_at_local: string|null, send_on_local: string|null, timezone_property: string|null, default_timezone: string|null, sent_at: string|null, decide_at: string|null, finished_at: string|null, canceled_at: string|null, paused_at: string|null, document: EmailDocumentOutput|null, html: string|null, text: string|null, utm: BroadcastUtm|null, ab_test: BroadcastTest|null}
 * @phpstan-type BroadcastTemplate array{id: string, slug: string, version: int, data?: array<string, mixed>}
 * @phpstan-type BroadcastTracked array{opens: bool, clicks: bool}
 * @phpstan-type BroadcastCounts array{recipients: int, waiting: int, submitted: int, suppressed: int, unsubscribed: int, over_quota: int, invalid: int, canceled: int, sent: int, delivered: int, bounced: int, complained: int, failed: int, opened: int, clicked: int, unsubscribed_by_link: int, by_variant?: list<BroadcastVariantCounts>}
 * @phpstan-type BroadcastVariantCounts array{variant: int, sent: int, delivered: int, bounced: int, complained: int, failed: int, opened: int, clicked: int, unsubscribed_by_link: int}
 * @phpstan-type BroadcastTest array{variants: list<BroadcastVariant>, percent: int, wait_minutes: int, metric: 'open'|'click'}
 * @phpstan-type BroadcastVariant array{subject?: string, html?: string, text?: string, template?: BroadcastTemplate}
 * @phpstan-type BroadcastList array{object: 'list', data: list<BroadcastSummary>, next_cursor?: string}
 * @phpstan-type BroadcastSummary array{object: 'broadcast', id: string, name: string, status: 'draft'|'scheduled'|'testing'|'sent'|'canceled', phase: 'draft'|'scheduled'|'sending'|'testing'|'sent'|'canceled', segment_id: string, audience: 'segment'|'not_opened', topic: string, from: string, reply_to: string|null, subject: string|null, preview_text: string|null, template: BroadcastTemplate|null, track: BroadcastTracked, in_archive: bool, tested_at: string|null, counts: BroadcastCounts, winner: int|null, waiting_for: string|null, waiting: Waiting|null, parent_id: string|null, created_at: string, scheduled_at: string|null, send_at_local: string|null, send_on_local: string|null, timezone_property: string|null, default_timezone: string|null, sent_at: string|null, decide_at: string|null, finished_at: string|null, canceled_at: string|null, paused_at: string|null}
 * @phpstan-type BroadcastEstimate array{object: 'broadcast_estimate', contacts: int|null, counted_at: string|null, sample: BroadcastSample, recipients: int|null, expected_seconds: int|null, limits: BroadcastLimits}
 * @phpstan-type BroadcastSample array{contacts: int, suppressed: int, unsubscribed: int, complete: bool}
 * @phpstan-type BroadcastLimits array{monthly_remaining: int|null, daily_remaining: int|null, domain_daily_cap: int|null, warming_up: bool}
 * @phpstan-type BroadcastPreview array{object: 'broadcast_preview', subject: string, preview_text: string|null, html: string|null, text: string|null}
 * @phpstan-type TestBroadcastResponse array{data: list<SentTest|RefusedTest>}
 * @phpstan-type SentTest array{to: string, id: string, suppressed?: list<string>}
 * @phpstan-type RefusedTest array{to: string, error: ErrorDetail}
 * @phpstan-type BroadcastRecipientList array{object: 'list', data: list<BroadcastRecipient>, next_cursor?: string}
 * @phpstan-type BroadcastRecipient array{object: 'broadcast_recipient', contact_id: string, email: string|null, outcome: 'submitted'|'suppressed'|'unsubscribed'|'over_quota'|'invalid'|'canceled'|'waiting', detail: string|null, message_id: string|null, variant: int|null, opened: bool, clicked: bool}
 * @phpstan-type BroadcastLinkList array{object: 'list', data: list<BroadcastLink>}
 * @phpstan-type BroadcastLink array{object: 'broadcast_link', url: string|null, clicks: int, unique_clicks: int, by_variant?: list<BroadcastLinkVariant>}
 * @phpstan-type BroadcastLinkVariant array{variant: int, clicks: int, unique_clicks: int}
 * @phpstan-type BroadcastSeries array{object: 'broadcast_series', interval: 'hour'|'day', series: list<BroadcastSeriesRow>}
 * @phpstan-type BroadcastSeriesRow array{time: string, sent: int, delivered: int, bounced: int, complained: int, failed: int, opened: int, clicked: int, unsubscribed_by_link: int}
 * @phpstan-type PostedEvent array{object: 'event', id: string, event: string, contact_id: string, runs_started: int}
 * @phpstan-type EventNameList array{object: 'list', data: list<EventName>}
 * @phpstan-type EventName array{object: 'event_name', event: string}
 * @phpstan-type Automation array{object: 'automation', id: string, slug: string, name: string, status: 'active'|'paused', one_per_contact: bool, trigger: ShownTrigger, version: int, created_at: string, updated_at: string, steps: list<AutomationStepOutput>, draft: AutomationDraft|null}
 * @phpstan-type ShownTrigger array{event: string, segment?: string, if?: TriggerFilterOutput}
 * @phpstan-type AutomationList array{object: 'list', data: list<AutomationSummary>, next_cursor?: string}
 * @phpstan-type AutomationSummary array{object: 'automation', id: string, slug: string, name: string, status: 'active'|'paused', one_per_contact: bool, trigger: ShownTrigger, version: int, created_at: string, updated_at: string}
 * @phpstan-type AutomationVersionList array{object: 'list', data: list<AutomationVersionSummary>, next_cursor?: string}
 * @phpstan-type AutomationVersionSummary array{object: 'automation_version', version: int, trigger: ShownTrigger, step_count: int, published_at: string, published_by: AuditActor|null}
 * @phpstan-type AutomationVersion array{object: 'automation_version', version: int, trigger: ShownTrigger, step_count: int, published_at: string, published_by: AuditActor|null, steps: list<AutomationStepOutput>}
 * @phpstan-type AutomationStepCounts array{object: 'automation_step_counts', automation_id: string, version: int, waiting_in_older_versions: int, waiting_in_older_versions_truncated: bool, steps: list<StepCounts>}
 * @phpstan-type StepCounts array{position: string, type: string, waiting: int, waiting_truncated: bool, passed: int, stopped: int, failed: int, canceled: int}
 * @phpstan-type AutomationDryRun array{object: 'automation_dry_run', automation_id: string, version: int|null, contact_id: string, status: 'completed'|'stopped'|'failed', detail: string|null, duration_seconds: int, steps: list<DryRunStep>}
 * @phpstan-type DryRunStep array{position: string, type: string, at: string, until: string|null, outcome: 'done'|'skipped'|'failed', detail: string|null, conditions_met: list<bool>, email: DryRunEmail|null}
 * @phpstan-type DryRunEmail array{from: string, subject: string|null, template_id: string|null, template_slug: string|null, template_version: int|null}
 * @phpstan-type AutomationRunList array{object: 'list', data: list<AutomationRunSummary>, next_cursor?: string}
 * @phpstan-type AutomationRunSummary array{object: 'automation_run', id: string, automation_id: string, version: int, contact_id: string, contact_email: string|null, event_id: string, status: 'running'|'completed'|'stopped'|'failed'|'canceled', detail: string|null, position: string|null, due_at: string|null, waiting_event: string|null, steps_taken: int, started_at: string, finished_at: string|null}
 * @phpstan-type AutomationRunCancellation array{object: 'automation_run_cancellation', dry_run: bool, runs: int, next: string|null}
 * @phpstan-type AutomationRun array{object: 'automation_run', id: string, automation_id: string, version: int, contact_id: string, contact_email: string|null, event_id: string, status: 'running'|'completed'|'stopped'|'failed'|'canceled', detail: string|null, position: string|null, due_at: string|null, waiting_event: string|null, steps_taken: int, started_at: string, finished_at: string|null, properties: array<string, mixed>, history: list<AutomationRunStep>}
 * @phpstan-type AutomationRunStep array{number: int, position: string, type: string, outcome: 'done'|'skipped'|'failed', detail: string|null, email_id: string|null, at: string}
 * @phpstan-type SignupForm array{object: 'signup_form', id: string, name: string, url: string, from: string, reply_to: string|null, topics: list<string>, title: string|null, description: string|null, fields: list<'first_name'|'last_name'>, redirect_url: string|null, confirmation_subject: string|null, confirmation_text: string|null, status: 'enabled'|'disabled', created_at: string, updated_at: string}
 * @phpstan-type SignupFormList array{object: 'list', data: list<SignupForm>, next_cursor?: string}
 * @phpstan-type SignupRequestList array{object: 'list', data: list<SignupRequest>, next_cursor?: string}
 * @phpstan-type SignupRequest array{object: 'signup_request', id: string, email: string, first_name: string|null, last_name: string|null, topics: list<string>, state: 'pending'|'confirmed'|'expired', ip_address: string, user_agent: string|null, email_id: string, contact_id: string|null, created_at: string, expires_at: string, confirmed_at: string|null, confirmed_ip_address: string|null}
 * @phpstan-type SignupRequestCounts array{object: 'signup_request_counts', form_id: string, since: string, pending: int, confirmed: int, expired: int}
 * @phpstan-type Organization array{object: 'organization', id: string, slug: string, name: string, kind: string, plan: string, postal_address: string|null, logo_url: string|null, brand_color: string|null, privacy_url: string|null, body_retention_days: int, alert_email: string|null, generate_text: bool, utm: OrganizationUtm|null, late_after: list<LateRule>, sending_paused_at: string|null, sending_paused_reason: string|null, under_review: bool, created_at: string}
 * @phpstan-type CreatedOrganization array{organization: ClientOrganization, api_key: CreatedApiKey}
 * @phpstan-type ClientOrganization array{object: 'organization', id: string, name: string, slug: string, kind: string, plan: string, parent_organization_id: string, alert_email: string|null, sending_paused_at: string|null, under_review: bool, created_at: string}
 * @phpstan-type ClientOrganizationList array{object: 'list', data: list<ClientOrganization>, next_cursor?: string}
 * @phpstan-type RevokedKeys array{object: 'revoked_keys', organization_id: string, revoked: int, api_key: CreatedApiKey|null}
 * @phpstan-type ApiLogList array{object: 'list', data: list<ApiLogSummary>, next_cursor?: string}
 * @phpstan-type ApiLogSummary array{object: 'api_log', id: string, request_id: string, method: string, path: string, status: int, error_code: string|null, key: ApiLogKey, duration_ms: int|float, request_bytes: int, response_bytes: int, metadata_bytes: int|null, unknown_fields: string|null, idempotent_replay: bool, warnings: list<ApiLogWarning|string>, created_at: string}
 * @phpstan-type ApiLogKey array{id: string, name: string|null}
 * @phpstan-type ApiLogWarning 'idempotency_mismatch'|'unknown_fields'|'kind_not_bulk'
 * @phpstan-type ApiLog array{object: 'api_log', id: string, request_id: string, method: string, path: string, status: int, error_code: string|null, key: ApiLogKey, duration_ms: int|float, request_bytes: int, response_bytes: int, metadata_bytes: int|null, unknown_fields: string|null, idempotent_replay: bool, warnings: list<ApiLogWarning|string>, created_at: string, email_ids: list<string>, audit_entry_ids: list<string>, webhook_delivery: ApiLogWebhookDelivery|null, content: ApiLogContent|null}
 * @phpstan-type ApiLogWebhookDelivery array{webhook_id: string, id: string}
 * @phpstan-type ApiLogContent array{query: string|null, headers: array<string, string>, request: mixed, response: mixed}
 * @phpstan-type AuditEntryList array{object: 'list', data: list<AuditEntry>, next_cursor?: string}
 * @phpstan-type AuditEntry array{object: 'audit_entry', id: string, action: string, actor: AuditActor, target: AuditTarget, before: array<string, mixed>|null, after: array<string, mixed>|null, request_id: string|null, created_at: string, last_changed_at: string|null}
 * @phpstan-type AuditTarget array{type: string, id: string|null, name: string|null}
 * @phpstan-type AlertList array{object: 'list', data: list<Alert>, next_cursor?: string}
 * @phpstan-type Alert array{object: 'alert', id: string, kind: 'bounce'|'complaint'|'provider_block'|'delivery_silence', level: 'warn'|'pause', value: int|float, warn_rate: int|float|null, pause_rate: int|float|null, opened_at: string, closed_at: string|null}
 * @phpstan-type NoticeList array{object: 'list', data: list<Notice>, next_cursor?: string}
 * @phpstan-type Notice array{object: 'notice', id: string, kind: string, recipient: string, subject: string, text: string, created_at: string, sent_at: string|null, email_id: string|null}
 * @phpstan-type AlertRuleList array{object: 'list', data: list<AlertRule>}
 * @phpstan-type AlertRule array{object: 'alert_rule', id: string, kind: 'bounce'|'complaint'|'provider_block'|'delivery_silence', enabled: bool, warn_rate: int|float|null, pause_rate: int|float|null, minimum: int, window_minutes: int}
 * @phpstan-type EmailDocumentOutput array{version: 1, language?: string, direction?: 'ltr'|'rtl', accent_color?: string, background_color?: string, blocks: list<DocumentParagraphOutput|DocumentHeadingOutput|DocumentQuoteOutput|DocumentListOutput|DocumentImageOutput|DocumentButtonOutput|DocumentDividerOutput|DocumentSpacerOutput|DocumentSocialOutput|DocumentLogoOutput|DocumentFooterOutput|DocumentColumnsOutput>}
 * @phpstan-type DocumentParagraphOutput array{type: 'paragraph', align?: 'left'|'center'|'right', text: list<DocumentTextPartOutput|DocumentVariableOutput|DocumentLineBreakOutput>}
 * @phpstan-type DocumentTextPartOutput array{type: 'text', text: string, bold?: bool, italic?: bool, underline?: bool, strike?: bool, color?: string, link?: string}
 * @phpstan-type DocumentVariableOutput array{type: 'variable', name: string, fallback?: string, bold?: bool, italic?: bool, underline?: bool, strike?: bool, color?: string, link?: string}
 * @phpstan-type DocumentLineBreakOutput array{type: 'line_break'}
 * @phpstan-type DocumentHeadingOutput array{type: 'heading', level: int, align?: 'left'|'center'|'right', text: list<DocumentTextPartOutput|DocumentVariableOutput|DocumentLineBreakOutput>}
 * @phpstan-type DocumentQuoteOutput array{type: 'quote', text: list<DocumentTextPartOutput|DocumentVariableOutput|DocumentLineBreakOutput>}
 * @phpstan-type DocumentListOutput array{type: 'list', ordered?: bool, items: list<DocumentItemOutput>}
 * @phpstan-type DocumentItemOutput array{text: list<DocumentTextPartOutput|DocumentVariableOutput|DocumentLineBreakOutput>, list?: DocumentSecondListOutput}
 * @phpstan-type DocumentSecondListOutput array{ordered?: bool, items: list<DocumentSecondItemOutput>}
 * @phpstan-type DocumentSecondItemOutput array{text: list<DocumentTextPartOutput|DocumentVariableOutput|DocumentLineBreakOutput>, list?: DocumentThirdListOutput}
 * @phpstan-type DocumentThirdListOutput array{ordered?: bool, items: list<DocumentThirdItemOutput>}
 * @phpstan-type DocumentThirdItemOutput array{text: list<DocumentTextPartOutput|DocumentVariableOutput|DocumentLineBreakOutput>}
 * @phpstan-type DocumentImageOutput array{type: 'image', src: string, alt: string, width?: int, align?: 'left'|'center'|'right', link?: string}
 * @phpstan-type DocumentButtonOutput array{type: 'button', label: string, link: string, align?: 'left'|'center'|'right', color?: string}
 * @phpstan-type DocumentDividerOutput array{type: 'divider'}
 * @phpstan-type DocumentSpacerOutput array{type: 'spacer', height: int}
 * @phpstan-type DocumentSocialOutput array{type: 'social', align?: 'left'|'center'|'right', links: list<DocumentSocialLinkOutput>}
 * @phpstan-type DocumentSocialLinkOutput array{service: 'facebook'|'instagram'|'linkedin'|'youtube'|'tiktok'|'x'|'bluesky'|'mastodon'|'github'|'website', link: string}
 * @phpstan-type DocumentLogoOutput array{type: 'logo', align?: 'left'|'center'|'right'}
 * @phpstan-type DocumentFooterOutput array{type: 'footer', text?: list<DocumentTextPartOutput|DocumentVariableOutput|DocumentLineBreakOutput>, unsubscribe?: bool}
 * @phpstan-type DocumentColumnsOutput array{type: 'columns', columns: list<DocumentColumnOutput>}
 * @phpstan-type DocumentColumnOutput array{blocks: list<DocumentParagraphOutput|DocumentHeadingOutput|DocumentQuoteOutput|DocumentListOutput|DocumentImageOutput|DocumentButtonOutput|DocumentDividerOutput|DocumentSpacerOutput|DocumentSocialOutput>}
 * @phpstan-type TriggerFilterOutput array{all: list<EventEqualConditionOutput|EventContainsConditionOutput|EventOrderConditionOutput|EventExistsConditionOutput>}
 * @phpstan-type EventEqualConditionOutput array{event_property: string, op: 'eq'|'neq', value: string|int|float|bool}
 * @phpstan-type EventContainsConditionOutput array{event_property: string, op: 'contains', value: string}
 * @phpstan-type EventOrderConditionOutput array{event_property: string, op: 'gt'|'lt', value: string|int|float}
 * @phpstan-type EventExistsConditionOutput array{event_property: string, op: 'exists', value: bool}
 * @phpstan-type AutomationStepOutput SendStepOutput|WaitStep|WaitUntilStep|ConditionStepOutput|UpdateContactStepOutput|WebhookStep
 * @phpstan-type SendStepOutput array{type: 'send', from: string, reply_to?: string, template?: StepTemplate, subject?: string, preview_text?: string, html?: string, text?: string, document?: EmailDocumentOutput, topic?: string, track?: StepTracking}
 * @phpstan-type ConditionStepOutput array{type: 'condition', if: AutomationFilterOutput, then: list<AutomationStepOutput>, else: list<AutomationStepOutput>}
 * @phpstan-type AutomationFilterOutput array{all: list<StatusConditionOutput|TopicConditionOutput|EqualConditionOutput|ContainsConditionOutput|OrderConditionOutput|ExistsConditionOutput|FieldConditionOutput|DateConditionOutput|WithinDaysConditionOutput|BroadcastConditionOutput|BroadcastOpenedConditionOutput|BroadcastClickedConditionOutput|ActivityConditionOutput|FormConfirmedConditionOutput|FormAddedConditionOutput|ImportIncludedConditionOutput|ImportAddedConditionOutput|EventEqualConditionOutput|EventContainsConditionOutput|EventOrderConditionOutput|EventExistsConditionOutput|WaitConditionOutput>}
 * @phpstan-type StatusConditionOutput array{status: 'SUBSCRIBED'|'UNSUBSCRIBED'|'BOUNCED'|'COMPLAINED'}
 * @phpstan-type TopicConditionOutput array{topic: string, state: 'SUBSCRIBED'|'UNSUBSCRIBED'}
 * @phpstan-type EqualConditionOutput array{property: string, op: 'eq'|'neq', value: string|int|float|bool}
 * @phpstan-type ContainsConditionOutput array{property: string, op: 'contains', value: string}
 * @phpstan-type OrderConditionOutput array{property: string, op: 'gt'|'lt', value: string|int|float}
 * @phpstan-type ExistsConditionOutput array{property: string, op: 'exists', value: bool}
 * @phpstan-type FieldConditionOutput array{field: 'first_name'|'last_name'|'email'|'email_domain', op: 'eq'|'neq'|'contains', value: string}
 * @phpstan-type DateConditionOutput array{date: 'created_at'|'updated_at', op: 'before'|'after', value: string}
 * @phpstan-type WithinDaysConditionOutput array{date: 'created_at'|'updated_at', op: 'within_days', value: int}
 * @phpstan-type BroadcastConditionOutput array{broadcast: string, received: bool}
 * @phpstan-type BroadcastOpenedConditionOutput array{broadcast: string, opened: bool}
 * @phpstan-type BroadcastClickedConditionOutput array{broadcast: string, clicked: bool}
 * @phpstan-type ActivityConditionOutput array{activity: 'received'|'opened'|'clicked', op: 'within_days'|'not_within_days', value: int}
 * @phpstan-type FormConfirmedConditionOutput array{form: string, confirmed: bool}
 * @phpstan-type FormAddedConditionOutput array{form: string, added: bool}
 * @phpstan-type ImportIncludedConditionOutput array{import: string, included: bool}
 * @phpstan-type ImportAddedConditionOutput array{import: string, added: bool}
 * @phpstan-type WaitConditionOutput array{waited: 'event'|'timeout'}
 * @phpstan-type UpdateContactStepOutput array{type: 'update_contact', first_name?: string|null, last_name?: string|null, properties?: array<string, string|int|float|bool|list<string>|null>, topics?: list<TopicChoice>, status?: 'UNSUBSCRIBED'}
 */
final class Types
{
}
