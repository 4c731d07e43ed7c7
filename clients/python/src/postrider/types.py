"""Objects of the API. Made from docs/openapi.json by scripts/generate.py."""

from typing import Any, Dict, List, Literal, TypedDict, Union


_SendEmailRequestRequired = TypedDict(
    "_SendEmailRequestRequired",
    {
        #: Sender: `email` or `Name <email>`, at a verified domain that the key may use.
        "from": str,
        #: Recipients: an address or an array of addresses. `to`, `cc` and `bcc` together have at most 50.
        "to": Union[str, List[str]],
    },
)


class SendEmailRequest(_SendEmailRequestRequired, total=False):
    """An email to send: a sender, recipients, and content or a template."""

    #: Cc recipients: an address or an array of addresses.
    cc: Union[str, List[str]]
    #: Bcc recipients, hidden from all others: an address or an array of addresses.
    bcc: Union[str, List[str]]
    #: Reply-To address. Default: `from`. Use the domain's `reply_address` to receive replies as
    #: `email.received`.
    reply_to: str
    #: Hide all recipients from each other: the header is `To: undisclosed-recipients:;` without Cc.
    #: Default: false.
    hide_recipients: bool
    #: Subject, 1 to 998 characters on one line. Required without a `template`.
    subject: str
    #: HTML body, up to 2 MB. Without a `template`, `html`, `text` or both are required.
    html: str
    #: Text body, up to 2 MB, for mail programs that do not show HTML.
    text: str
    #: Whether an email with `html` and without `text` gets a text part generated from the HTML. Default:
    #: the setting of the organization.
    generate_text: bool
    #: Whether bodies, headers, metadata and attachments are kept once all recipients have a final status.
    #: `false` deletes them then, for example for one-time codes. Default: kept for the
    #: `body_retention_days` of the organization.
    keep_content: bool
    #: A complete MIME entity in base64, sent unchanged instead of `html`, `text` and `attachments`: its
    #: Content-* headers, an empty line, its body. For signed and encrypted email and reports. At most 16
    #: MiB, 1,000 parts, 32 levels and 998 octets a line.
    mime: str
    #: Template to use instead of `subject`, `html` and `text`.
    template: "TemplateChoice"
    #: Additional headers, up to 100 of up to 1,000 characters. Headers that the platform sets are refused
    #: with `reserved_header`; some others are removed.
    headers: Dict[str, str]
    #: Up to 20 tags to find emails by. Included in each webhook, never shown to recipients.
    tags: List["Tag"]
    #: Kind of email, for metrics and lists. The prefixes `bulk.`, `broadcast.`, `digest.` and `sequence.`,
    #: with their dot, make it bulk mail: one recipient, a domain of the stream `bulk`, unsubscribe
    #: headers. Default: the value of the tag `kind`.
    kind: str
    #: When to send it. Until then it is `queued` and can be canceled. A time in the past sends it now.
    #: Default: now.
    scheduled_at: str
    #: When to stop trying: an email that has not been handed over by then is `failed`. Default: the usual
    #: retry time.
    expires_at: str
    #: Key that makes a retry safe, 1 to 256 characters. Within 24 hours a request with the same key
    #: returns the same id and sends nothing.
    idempotency_key: str
    #: Open and click tracking. Requires one recipient and the domain's verified tracking host.
    track: "Tracking"
    #: Up to 20 of your own key-value pairs: keys of up to 40 characters `A-Z a-z 0-9 _ -`, values of up to
    #: 500 characters, 8 KB together. Included in each webhook, never shown to recipients, deleted with the
    #: content.
    metadata: Dict[str, str]
    #: Up to 10 files, 10 MiB together. Not in a batch.
    attachments: List["Attachment"]


class TemplateChoice(TypedDict, total=False):
    """A published template. It is rendered when the request is accepted."""

    #: Id of the template. Use either this or `slug`.
    id: str
    #: Slug of the template. Use either this or `id`.
    slug: str
    #: A published version. Default: `latest`, the highest version. Drafts cannot be sent.
    version: Union[int, Literal['latest']]
    #: Values of the template's variables. A dotted key is a path into objects.
    data: Dict[str, Any]


class Tag(TypedDict):
    """A tag of the email."""

    #: Name of the tag, up to 64 characters.
    name: str
    #: Value of the tag, up to 256 characters.
    value: str


class Tracking(TypedDict, total=False):
    """Open and click tracking. Both are off by default."""

    #: Track opens with a tracking pixel. Default: false.
    opens: bool
    #: Track clicks by rewriting links to your tracking host. Default: false.
    clicks: bool


class _AttachmentRequired(TypedDict):
    """Its required fields."""

    #: Name of the file, as recipients see it.
    filename: str
    #: The file in base64.
    content: Union[str, bytes]


class Attachment(_AttachmentRequired, total=False):
    """A file to attach to the email."""

    #: Media type of the file.
    content_type: str
    #: Content id. If set, the file is an inline image that the HTML refers to as `cid:<content_id>`.
    #: Default: a regular attachment.
    content_id: str


_CheckEmailRequestRequired = TypedDict(
    "_CheckEmailRequestRequired",
    {
        #: Sender: `email` or `Name <email>`, at a verified domain that the key may use.
        "from": str,
        #: Recipients: an address or an array of addresses. `to`, `cc` and `bcc` together have at most 50.
        "to": Union[str, List[str]],
    },
)


class CheckEmailRequest(_CheckEmailRequestRequired, total=False):
    """An email to check, and whether to follow its links."""

    #: Cc recipients: an address or an array of addresses.
    cc: Union[str, List[str]]
    #: Bcc recipients, hidden from all others: an address or an array of addresses.
    bcc: Union[str, List[str]]
    #: Reply-To address. Default: `from`. Use the domain's `reply_address` to receive replies as
    #: `email.received`.
    reply_to: str
    #: Hide all recipients from each other: the header is `To: undisclosed-recipients:;` without Cc.
    #: Default: false.
    hide_recipients: bool
    #: Subject, 1 to 998 characters on one line. Required without a `template`.
    subject: str
    #: HTML body, up to 2 MB. Without a `template`, `html`, `text` or both are required.
    html: str
    #: Text body, up to 2 MB, for mail programs that do not show HTML.
    text: str
    #: Whether an email with `html` and without `text` gets a text part generated from the HTML. Default:
    #: the setting of the organization.
    generate_text: bool
    #: Whether bodies, headers, metadata and attachments are kept once all recipients have a final status.
    #: `false` deletes them then, for example for one-time codes. Default: kept for the
    #: `body_retention_days` of the organization.
    keep_content: bool
    #: A complete MIME entity in base64, sent unchanged instead of `html`, `text` and `attachments`: its
    #: Content-* headers, an empty line, its body. For signed and encrypted email and reports. At most 16
    #: MiB, 1,000 parts, 32 levels and 998 octets a line.
    mime: str
    #: Template to use instead of `subject`, `html` and `text`.
    template: "TemplateChoice"
    #: Additional headers, up to 100 of up to 1,000 characters. Headers that the platform sets are refused
    #: with `reserved_header`; some others are removed.
    headers: Dict[str, str]
    #: Up to 20 tags to find emails by. Included in each webhook, never shown to recipients.
    tags: List["Tag"]
    #: Kind of email, for metrics and lists. The prefixes `bulk.`, `broadcast.`, `digest.` and `sequence.`,
    #: with their dot, make it bulk mail: one recipient, a domain of the stream `bulk`, unsubscribe
    #: headers. Default: the value of the tag `kind`.
    kind: str
    #: When to send it. Until then it is `queued` and can be canceled. A time in the past sends it now.
    #: Default: now.
    scheduled_at: str
    #: When to stop trying: an email that has not been handed over by then is `failed`. Default: the usual
    #: retry time.
    expires_at: str
    #: Key that makes a retry safe, 1 to 256 characters. Within 24 hours a request with the same key
    #: returns the same id and sends nothing.
    idempotency_key: str
    #: Open and click tracking. Requires one recipient and the domain's verified tracking host.
    track: "Tracking"
    #: Up to 20 of your own key-value pairs: keys of up to 40 characters `A-Z a-z 0-9 _ -`, values of up to
    #: 500 characters, 8 KB together. Included in each webhook, never shown to recipients, deleted with the
    #: content.
    metadata: Dict[str, str]
    #: Up to 10 files, 10 MiB together. Not in a batch.
    attachments: List["Attachment"]
    #: Whether to request the first 20 links and report those that fail as `broken_link`. An organization
    #: can have 200 links an hour requested. Default: false.
    links: bool


class RescheduleEmailRequest(TypedDict):
    """New time for a scheduled email."""

    #: When to send it. A time in the past sends it now.
    scheduled_at: str


class CancelEmailsRequest(TypedDict):
    """The emails to cancel."""

    #: Ids of the emails, 1 to 100.
    ids: List[str]


class _ChangeEmailsRequestRequired(TypedDict):
    """Its required fields."""

    #: What to do. `cancel`: to `queued` emails, as `POST /emails/{id}/cancel`. `send_again`: to `failed`,
    #: `bounced` or `canceled` ones, as `POST /emails/{id}/send-again` to the original recipients.
    change: Literal['cancel', 'send_again']
    #: Only emails accepted at or before this time. Use the same time to count and to change.
    until: str
    #: Whether to count only.
    dry_run: bool


class ChangeEmailsRequest(_ChangeEmailsRequestRequired, total=False):
    """A change of many emails."""

    #: Only emails whose `last_event` is this. Required without `ids`. Default with `ids`: any that the
    #: change takes.
    status: Literal['queued', 'failed', 'bounced', 'canceled']
    #: Only emails with this address in their `to` list. Case-insensitive.
    to: str
    #: Only emails with exactly this kind.
    kind: str
    #: Only live or only test emails.
    mode: Literal['live', 'test']
    #: Only emails with exactly this subject. Case-sensitive.
    subject: str
    #: Only emails with this tag: `name:value`, or `name` for any value.
    tag: str
    #: Only emails with this metadata entry, as `key:value`. Emails are found until retention deletes their
    #: content. A test key finds only its own emails.
    metadata: str
    #: Only the email with this Message-ID header, with or without angle brackets.
    message_id: str
    #: Only emails from this domain: its name or id.
    domain: str
    #: Only emails sent with this API key: its id.
    key: str
    #: Only emails made from this template: its id, or the slug that it had then.
    template: str
    #: Only emails of this broadcast: its id.
    broadcast: str
    #: Only emails with an event whose `diagnosis` has this class. Includes emails that were delivered
    #: after a delay.
    failure_class: Literal['recipient', 'domain', 'inactive', 'full', 'no_answer', 'routing', 'auth', 'policy', 'block', 'rate', 'content', 'size', 'system', 'expired', 'unsendable', 'platform', 'other']
    #: Only items accepted at or after this time.
    since: str
    #: Only these emails, 1 to 500. Default: all that match the filters.
    ids: List[str]
    #: `next` of the previous answer, with the same filters. Default: from the newest email.
    after: str
    #: Key of the whole change, the same for all its requests. Required to send again: each email is sent
    #: again once for a key, within 24 hours.
    idempotency_key: str


class SendAgainRequest(TypedDict, total=False):
    """Who gets the new email."""

    #: Recipients of the new email: an address or an array of addresses, without the original `cc` and
    #: `bcc`. Default: the recipients of the original.
    to: Union[str, List[str]]
    #: Key that makes a retry safe, as in `POST /emails`.
    idempotency_key: str


class CreateShareLinkRequest(TypedDict, total=False):
    """What the link shows, and for how long."""

    #: After how many days the link stops working.
    expires_in_days: int
    #: Whether the page shows subject and text of the email. Needs the right to read content.
    with_content: bool


class _CreateWebhookRequestRequired(TypedDict):
    """Its required fields."""

    #: URL for deliveries: https, a public host, no credentials and no fragment.
    url: str


class CreateWebhookRequest(_CreateWebhookRequestRequired, total=False):
    """A webhook endpoint to create."""

    #: The event types to deliver. Empty: all except `contact.*`, which must be named.
    events: List[Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'email.received', 'webhook.test', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']]
    #: Description, up to 500 characters.
    description: str
    #: Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`.
    #: `resend`: as Resend sends them, with `svix-signature`.
    format: Literal['postrider', 'resend']


class UpdateWebhookRequest(TypedDict, total=False):
    """Fields to change. Missing fields keep their values; null clears a field."""

    #: URL for deliveries: https, a public host, no credentials and no fragment.
    url: str
    #: The event types to deliver. Null or empty: all except `contact.*`, which must be named. Missing:
    #: unchanged.
    events: Union[List[Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'email.received', 'webhook.test', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']], None]
    #: Description, up to 500 characters. Null: none.
    description: Union[str, None]
    #: `disabled`: nothing is delivered. `enabled` resumes delivery and clears earlier failures.
    status: Literal['enabled', 'disabled']
    #: Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`.
    #: `resend`: as Resend sends them, with `svix-signature`. Resend's verifiers accept only standard
    #: base64 secrets. Rotate a secret that contains `-` or `_` after `whsec_`, or whose part after it has
    #: 43 characters.
    format: Literal['postrider', 'resend']


class TestWebhookRequest(TypedDict, total=False):
    """The event to send."""

    #: Type of the event. Other types than `webhook.test` have the sample data of the documentation, with
    #: `mode` `test` where they have a mode.
    event_type: Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'email.received', 'webhook.test', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']


class ReplayWebhookDeliveriesRequest(TypedDict):
    """The deliveries to replay."""

    #: Ids of the deliveries, 1 to 100.
    ids: List[str]


class _ReplayWebhookRequestRequired(TypedDict):
    """Its required fields."""

    #: Start of the period. Events before the endpoint was created are never included.
    since: str


class ReplayWebhookRequest(_ReplayWebhookRequestRequired, total=False):
    """The period whose events are sent again."""

    #: End of the period. Default: now.
    until: str
    #: Event types to replay. Empty: all types of the endpoint.
    events: List[Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']]


class _ReplyRequestRequired(TypedDict):
    """Its required fields."""

    #: Text of the reply, without the quoted email.
    text: str


_ReplyRequestFields = TypedDict(
    "_ReplyRequestFields",
    {
        #: Sender: `email` or `Name <email>`, at a verified domain that the key may use. Default:
        #: `reply_defaults.from` of the received email.
        "from": str,
        #: Recipients: an address or an array of addresses. Default: `reply_defaults.to`.
        "to": Union[str, List[str]],
        #: Cc recipients: an address or an array of addresses.
        "cc": Union[str, List[str]],
        #: Bcc recipients, hidden from all others: an address or an array of addresses.
        "bcc": Union[str, List[str]],
        #: Reply-To address. Default: `reply_defaults.reply_to`.
        "reply_to": str,
        #: Subject, 1 to 998 characters on one line. Default: `reply_defaults.subject`.
        "subject": str,
        #: HTML of the reply, without the quoted email. Default: none, the reply is plain text.
        "html": str,
        #: Whether the text of the received email is quoted below the reply, the first 50,000 characters of it.
        #: Requires the right to read content. Default: false.
        "quote": bool,
        #: Up to 20 tags to find emails by. Included in each webhook, never shown to recipients.
        "tags": List["Tag"],
        #: Key-value pairs, as in `POST /emails`. Default: those of the received email, which are copied from
        #: the email that it answers.
        "metadata": Dict[str, str],
        #: Up to 10 files, 10 MiB together. Not in a batch.
        "attachments": List["Attachment"],
        #: Key that makes a retry safe, 1 to 256 characters. Within 24 hours a request with the same key
        #: returns the same id and sends nothing.
        "idempotency_key": str,
    },
    total=False,
)


class ReplyRequest(_ReplyRequestRequired, _ReplyRequestFields):
    """A reply to a received email."""


class _CreateTemplateRequestRequired(TypedDict):
    """Its required fields."""

    #: Slug that sends refer to, up to 64 characters a-z 0-9 . _ -. Unique in the organization.
    slug: str


class CreateTemplateRequest(_CreateTemplateRequestRequired, total=False):
    """A template to create, as a draft."""

    #: Name, 1 to 200 characters. Default: the slug.
    name: str
    #: Subject, with variables such as `{{ name }}`. Null: none yet.
    subject: Union[str, None]
    #: Content in blocks, from which HTML and text are rendered in the branding of the organization. Cannot
    #: be combined with `html` and `text`. Null: the content is `html` and `text`.
    document: Union["EmailDocument", None]
    #: HTML body in Liquid, up to 500 kB. Values are escaped. Null: none.
    html: Union[str, None]
    #: Text body in Liquid, up to 500 kB. Null: none.
    text: Union[str, None]
    #: Variables of the template, up to 100. Sends can set no others.
    variables: List["TemplateVariableRequest"]


class _EmailDocumentRequired(TypedDict):
    """Its required fields."""

    #: Version of the format: always 1.
    version: Literal[1]
    #: Blocks from top to bottom, up to 200.
    blocks: List[Union["DocumentParagraph", "DocumentHeading", "DocumentQuote", "DocumentList", "DocumentImage", "DocumentButton", "DocumentDivider", "DocumentSpacer", "DocumentSocial", "DocumentLogo", "DocumentFooter", "DocumentColumns"]]


class EmailDocument(_EmailDocumentRequired, total=False):
    """Content of an email in blocks, from which HTML and text are rendered."""

    #: Language of the text, as a BCP 47 tag. Default: `en`.
    language: str
    #: Direction of the text: `ltr` or `rtl`. Default: `ltr`.
    direction: Literal['ltr', 'rtl']
    #: Color of buttons and links, as `#rrggbb`. Default: `brand_color` of the organization.
    accent_color: str
    #: Color around the content, as `#rrggbb`. Default: light gray.
    background_color: str


class _DocumentParagraphRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `paragraph`.
    type: Literal['paragraph']
    #: Text, in parts of one style each.
    text: List[Union["DocumentTextPart", "DocumentVariable", "DocumentLineBreak"]]


class DocumentParagraph(_DocumentParagraphRequired, total=False):
    """A paragraph."""

    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']


class _DocumentTextPartRequired(TypedDict):
    """Its required fields."""

    #: Type of the part: always `text`.
    type: Literal['text']
    #: Text. It is shown as it is: markup and Liquid in it mean nothing.
    text: str


class DocumentTextPart(_DocumentTextPartRequired, total=False):
    """Text in one style."""

    #: Whether it is bold.
    bold: bool
    #: Whether it is italic.
    italic: bool
    #: Whether it is underlined.
    underline: bool
    #: Whether it is struck through.
    strike: bool
    #: Color of the text, as `#rrggbb`.
    color: str
    #: Where it links to: an https, http, mailto or tel URL, or a variable such as `{{ url }}`.
    link: str


class _DocumentVariableRequired(TypedDict):
    """Its required fields."""

    #: Type of the part: always `variable`.
    type: Literal['variable']
    #: Name of the variable.
    name: str


class DocumentVariable(_DocumentVariableRequired, total=False):
    """A value that differs from recipient to recipient."""

    #: Text for recipients without a value. Default: nothing.
    fallback: str
    #: Whether it is bold.
    bold: bool
    #: Whether it is italic.
    italic: bool
    #: Whether it is underlined.
    underline: bool
    #: Whether it is struck through.
    strike: bool
    #: Color of the text, as `#rrggbb`.
    color: str
    #: Where it links to: an https, http, mailto or tel URL, or a variable such as `{{ url }}`.
    link: str


class DocumentLineBreak(TypedDict):
    """The end of a line within a block."""

    #: Type of the part: always `line_break`.
    type: Literal['line_break']


class _DocumentHeadingRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `heading`.
    type: Literal['heading']
    #: Level, 1 to 3.
    level: int
    #: Text, in parts of one style each.
    text: List[Union["DocumentTextPart", "DocumentVariable", "DocumentLineBreak"]]


class DocumentHeading(_DocumentHeadingRequired, total=False):
    """A heading."""

    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']


class DocumentQuote(TypedDict):
    """A quotation."""

    #: Type of the block: always `quote`.
    type: Literal['quote']
    #: Text, in parts of one style each.
    text: List[Union["DocumentTextPart", "DocumentVariable", "DocumentLineBreak"]]


class _DocumentListRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `list`.
    type: Literal['list']
    #: Items, up to 100.
    items: List["DocumentItem"]


class DocumentList(_DocumentListRequired, total=False):
    """A list, with lists in its items up to three levels."""

    #: Whether items are numbered. Default: false.
    ordered: bool


class _DocumentItemRequired(TypedDict):
    """Its required fields."""

    #: Text of the item, in parts of one style each.
    text: List[Union["DocumentTextPart", "DocumentVariable", "DocumentLineBreak"]]


class DocumentItem(_DocumentItemRequired, total=False):
    """An item of a list."""

    #: A list in the item.
    list: "DocumentSecondList"


class _DocumentSecondListRequired(TypedDict):
    """Its required fields."""

    #: Items of the list.
    items: List["DocumentSecondItem"]


class DocumentSecondList(_DocumentSecondListRequired, total=False):
    """A list of the second level."""

    #: Whether items are numbered. Default: false.
    ordered: bool


class _DocumentSecondItemRequired(TypedDict):
    """Its required fields."""

    #: Text of the item, in parts of one style each.
    text: List[Union["DocumentTextPart", "DocumentVariable", "DocumentLineBreak"]]


class DocumentSecondItem(_DocumentSecondItemRequired, total=False):
    """An item of the second level."""

    #: A list in the item.
    list: "DocumentThirdList"


class _DocumentThirdListRequired(TypedDict):
    """Its required fields."""

    #: Items of the list.
    items: List["DocumentThirdItem"]


class DocumentThirdList(_DocumentThirdListRequired, total=False):
    """A list of the third level."""

    #: Whether items are numbered. Default: false.
    ordered: bool


class DocumentThirdItem(TypedDict):
    """An item of the third level."""

    #: Text of the item, in parts of one style each.
    text: List[Union["DocumentTextPart", "DocumentVariable", "DocumentLineBreak"]]


class _DocumentImageRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `image`.
    type: Literal['image']
    #: HTTPS URL of the image.
    src: str
    #: Text for readers who do not see the image. Empty: the image is decoration.
    alt: str


class DocumentImage(_DocumentImageRequired, total=False):
    """An image."""

    #: Width in pixels, 16 to 600. Default: the full width.
    width: int
    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']
    #: Where the image links to.
    link: str


class _DocumentButtonRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `button`.
    type: Literal['button']
    #: Label, up to 200 characters.
    label: str
    #: Where the button links to.
    link: str


class DocumentButton(_DocumentButtonRequired, total=False):
    """A button."""

    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']
    #: Background color, as `#rrggbb`. Default: `accent_color` of the document.
    color: str


class DocumentDivider(TypedDict):
    """A horizontal line."""

    #: Type of the block: always `divider`.
    type: Literal['divider']


class DocumentSpacer(TypedDict):
    """Empty space."""

    #: Type of the block: always `spacer`.
    type: Literal['spacer']
    #: Height in pixels, 4 to 120.
    height: int


class _DocumentSocialRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `social`.
    type: Literal['social']
    #: Profiles, in their order.
    links: List["DocumentSocialLink"]


class DocumentSocial(_DocumentSocialRequired, total=False):
    """Links to profiles, by the names of their services."""

    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']


class DocumentSocialLink(TypedDict):
    """A profile."""

    #: Service of the profile.
    service: Literal['facebook', 'instagram', 'linkedin', 'youtube', 'tiktok', 'x', 'bluesky', 'mastodon', 'github', 'website']
    #: Address of the profile.
    link: str


class _DocumentLogoRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `logo`.
    type: Literal['logo']


class DocumentLogo(_DocumentLogoRequired, total=False):
    """The logo of the organization, or its name if it has none."""

    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']


class _DocumentFooterRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `footer`.
    type: Literal['footer']


class DocumentFooter(_DocumentFooterRequired, total=False):
    """Small text at the end. Name and postal address of the organization follow it in every bulk email."""

    #: Text, in parts of one style each.
    text: List[Union["DocumentTextPart", "DocumentVariable", "DocumentLineBreak"]]
    #: Whether it links to unsubscribing, to preferences and to the email in a browser. Only in broadcasts
    #: and automations. Default: false.
    unsubscribe: bool


class DocumentColumns(TypedDict):
    """Columns. On phones they stand below each other."""

    #: Type of the block: always `columns`.
    type: Literal['columns']
    #: Two or three columns of the same width.
    columns: List["DocumentColumn"]


class DocumentColumn(TypedDict):
    """A column."""

    #: Blocks, up to 50. Columns, logo and footer are not among them.
    blocks: List[Union["DocumentParagraph", "DocumentHeading", "DocumentQuote", "DocumentList", "DocumentImage", "DocumentButton", "DocumentDivider", "DocumentSpacer", "DocumentSocial"]]


class _TemplateVariableRequestRequired(TypedDict):
    """Its required fields."""

    #: Name of the variable: up to 8 names of A-Z a-z 0-9 _, joined by dots. A dotted name is a path into
    #: objects.
    key: str
    #: Type of the value.
    type: Literal['string', 'number', 'boolean', 'list', 'object']


class TemplateVariableRequest(_TemplateVariableRequestRequired, total=False):
    """A variable of the template."""

    #: Whether a send must set it.
    required: bool
    #: Value used when a send does not set it. Default: none.
    fallback: Any


class UpdateTemplateRequest(TypedDict, total=False):
    """Fields of the draft to change. Missing fields keep their values; null clears a field."""

    #: Slug that sends refer to, up to 64 characters a-z 0-9 . _ -. Unique in the organization.
    slug: str
    #: Name, 1 to 200 characters.
    name: str
    #: Subject, with variables such as `{{ name }}`. Null: none yet.
    subject: Union[str, None]
    #: Content in blocks, from which HTML and text are rendered in the branding of the organization. Cannot
    #: be combined with `html` and `text`: setting one of those clears it. Null: HTML and text stay as they
    #: are, and are what you edit from now on.
    document: Union["EmailDocument", None]
    #: HTML body in Liquid, up to 500 kB. Values are escaped. Null: none.
    html: Union[str, None]
    #: Text body in Liquid, up to 500 kB. Null: none.
    text: Union[str, None]
    #: Variables of the template, up to 100. Sends can set no others.
    variables: List["TemplateVariableRequest"]


class RenderTemplateRequest(TypedDict, total=False):
    """The version and values to render."""

    #: A published version, or `latest`. Default: the draft.
    version: Union[int, Literal['latest']]
    #: Subject to render instead of that of the draft. Cannot be combined with `version`.
    subject: str
    #: Document to render instead of the content of the draft. Cannot be combined with `version`.
    document: "EmailDocument"
    #: Values of the variables.
    data: Dict[str, Any]


class _CreateImageRequestRequired(TypedDict):
    """Its required fields."""

    #: Name of the file, 1 to 200 characters. Becomes the name of the image.
    filename: str
    #: The file in base64: PNG, JPEG, GIF or WebP, recognized by its content. The plan limits its size.
    content: str


class CreateImageRequest(_CreateImageRequestRequired, total=False):
    """An image to upload."""

    #: Alternative text, up to 500 characters. Default: null.
    alt: Union[str, None]


class UpdateImageRequest(TypedDict, total=False):
    """Fields to change. Missing fields keep their values."""

    #: Name of the image, 1 to 200 characters. Its URL does not change.
    name: str
    #: Alternative text, up to 500 characters. Null clears it. Emails that contain the image keep theirs.
    alt: Union[str, None]


class CreateSavedBlockRequest(TypedDict):
    """Blocks to save under a name."""

    #: Name, 1 to 120 characters.
    name: str
    #: Blocks from top to bottom, 1 to 50, as documents of emails have them.
    blocks: List[Union["DocumentParagraph", "DocumentHeading", "DocumentQuote", "DocumentList", "DocumentImage", "DocumentButton", "DocumentDivider", "DocumentSpacer", "DocumentSocial", "DocumentLogo", "DocumentFooter", "DocumentColumns"]]


class UpdateSavedBlockRequest(TypedDict, total=False):
    """Fields to change. Missing fields keep their values."""

    #: Name, 1 to 120 characters.
    name: str
    #: Blocks from top to bottom, 1 to 50. Emails that contain the saved blocks keep theirs.
    blocks: List[Union["DocumentParagraph", "DocumentHeading", "DocumentQuote", "DocumentList", "DocumentImage", "DocumentButton", "DocumentDivider", "DocumentSpacer", "DocumentSocial", "DocumentLogo", "DocumentFooter", "DocumentColumns"]]


class _CreateDomainRequestRequired(TypedDict):
    """Its required fields."""

    #: Domain of your sender addresses.
    name: str


class CreateDomainRequest(_CreateDomainRequestRequired, total=False):
    """A sending domain to add."""

    #: `transactional`: receipts, password resets and similar. `bulk`: also newsletters. Use a separate
    #: domain for each. Cannot be changed.
    stream: Literal['transactional', 'bulk']
    #: `manual`: you publish the DNS records. `cloudflare`: `POST /domains/{id}/publish` publishes them.
    dns_mode: Literal['manual', 'cloudflare']
    #: Subdomain label for bounces (return path).
    return_path: str
    #: Subdomain label for tracked links.
    tracking_host: str
    #: Subdomain label for replies, which arrive as `email.received`.
    reply_host: str


class UpdateDomainRequest(TypedDict, total=False):
    """Fields to change. Missing fields keep their values."""

    inbound: "InboundRuleRequest"


class _InboundRuleRequestRequired(TypedDict):
    """Its required fields."""

    #: `replies`: only replies to `reply_address`. `addresses`: also emails to the listed addresses.
    #: `catch_all`: also emails to any address of the domain. The last two need the `INBOUND` record.
    mode: Literal['replies', 'addresses', 'catch_all']


class InboundRuleRequest(_InboundRuleRequestRequired, total=False):
    """Which emails the domain receives."""

    #: Local parts (before the @) in lowercase, without `+tag`. Up to 100; replaces the list. Required with
    #: the mode `addresses`. An address also receives its `+tag` variants.
    addresses: List[str]


class _CreateApiKeyRequestRequired(TypedDict):
    """Its required fields."""

    #: Name, 1 to 120 characters.
    name: str
    #: Permission: `send`, or `full`, which also allows deleting. Case-insensitive. `admin` is allowed in
    #: the console only.
    permission: str


class CreateApiKeyRequest(_CreateApiKeyRequestRequired, total=False):
    """An API key to create."""

    #: `test`: emails are simulated and not delivered. `live`: emails are sent.
    mode: Literal['live', 'test']
    #: Names or ids of the domains that the key may use. Default: all. Cannot be combined with `domain`.
    domains: List[str]
    #: A single domain, instead of `domains`.
    domain: str
    #: When it expires. Default: never, or when the key that creates it expires.
    expires_at: Union[str, None]
    #: Requests per second, 1 to 10,000. Default: 10.
    rate_limit: Union[int, None]
    #: IPv4 and IPv6 addresses and CIDR ranges (at most 50) that the key may be used from, for the API and
    #: SMTP. Requests from other addresses fail with `forbidden_ip`.
    allowed_ips: Union[List[str], None]
    #: Addresses and domains (at most 50) that the key may send to. A domain does not include its
    #: subdomains. Emails to others fail with `forbidden_recipient`.
    allowed_recipients: Union[List[str], None]
    #: True: emails without a template fail with `template_required`. Default: false.
    templates_only: Union[bool, None]
    #: Recipients that a live key may send to on a day (UTC). Then emails fail with `key_quota_exceeded`
    #: until the next day. Canceled emails count. Not allowed for test keys.
    daily_limit: Union[int, None]
    rights: "RequestedApiKeyRights"


class RequestedApiKeyRights(TypedDict, total=False):
    """What the key may read besides its permission. Default: the rights of the key or user that creates it,
    which are also the most that it can get.
    """

    #: Whether the key may read bodies and attachments.
    content: bool
    #: Whether the key may export lists.
    export: bool


class RotateApiKeyRequest(TypedDict, total=False):
    """Limits of the replacement. What is omitted stays as it is; null removes a limit."""

    #: IPv4 and IPv6 addresses and CIDR ranges (at most 50) that the key may be used from, for the API and
    #: SMTP. Requests from other addresses fail with `forbidden_ip`.
    allowed_ips: Union[List[str], None]
    #: Addresses and domains (at most 50) that the key may send to. A domain does not include its
    #: subdomains. Emails to others fail with `forbidden_recipient`.
    allowed_recipients: Union[List[str], None]
    #: True: emails without a template fail with `template_required`. Default: false.
    templates_only: Union[bool, None]
    #: Recipients that a live key may send to on a day (UTC). Then emails fail with `key_quota_exceeded`
    #: until the next day. Canceled emails count. Not allowed for test keys.
    daily_limit: Union[int, None]


class _CreateSuppressionRequestRequired(TypedDict):
    """Its required fields."""

    #: Address to suppress. Case-insensitive.
    email: str


class CreateSuppressionRequest(_CreateSuppressionRequestRequired, total=False):
    """An address to suppress."""

    #: Sending domain to which the entry is limited. Default: the whole organization. Required for a key
    #: that is restricted to domains.
    domain: str
    #: When the entry expires. Default: never.
    expires_at: Union[str, None]


class _UpsertContactRequestRequired(TypedDict):
    """Its required fields."""

    #: Address of the contact. Case-insensitive.
    email: str


class UpsertContactRequest(_UpsertContactRequestRequired, total=False):
    """A contact to create, or fields to change. Missing fields keep their values."""

    #: First name, up to 200 characters. Null clears it.
    first_name: Union[str, None]
    #: Last name, up to 200 characters. Null clears it.
    last_name: Union[str, None]
    #: Your own properties, up to 100, for segments and templates. Merged with existing ones; null removes
    #: a property.
    properties: Dict[str, Union[str, float, bool, List[str], None]]
    #: Whether the contact receives bulk email. Default: unchanged, or `SUBSCRIBED` for a new contact. A
    #: contact that bounced or complained keeps its status. Subscribing a contact that has unsubscribed
    #: requires `resubscribe`.
    status: Literal['SUBSCRIBED', 'UNSUBSCRIBED']
    #: Topic subscriptions to set, up to 100. Other topics do not change.
    topics: List["TopicChoice"]
    #: Subscribe a contact that has unsubscribed. Requires `consent` with `source` and `at`, and is
    #: recorded in the audit log. Contacts that complained do not change.
    resubscribe: bool
    #: Proof of consent, stored with the subscription changes of this request.
    consent: "Consent"


class TopicChoice(TypedDict):
    """A contact's subscription to a topic."""

    #: Slug of the topic.
    topic: str
    #: Whether the contact is subscribed.
    state: Literal['SUBSCRIBED', 'UNSUBSCRIBED']


class Consent(TypedDict, total=False):
    """Proof of consent."""

    #: Where consent was given, for example the name or URL of a form.
    source: str
    #: IP address of the person.
    ip_address: str
    #: User agent of the person.
    user_agent: str
    #: When consent was given. Default: now.
    at: str


class EraseContactRequest(TypedDict, total=False):
    """Which part to erase."""

    #: `next_cursor` of the previous part. Default: the first part.
    cursor: str


class SetSubscriptionsRequest(TypedDict, total=False):
    """Topic subscriptions to set."""

    #: Slug of a topic. Requires `state`.
    topic: str
    #: Whether the contact is subscribed to `topic`.
    state: Literal['SUBSCRIBED', 'UNSUBSCRIBED']
    #: Topic subscriptions to set, up to 100. Use instead of `topic` and `state`.
    topics: List["TopicChoice"]
    #: Subscribe a contact that has unsubscribed. Requires `consent` with `source` and `at`, and is
    #: recorded in the audit log. Contacts that complained do not change.
    resubscribe: bool
    #: Proof of consent, stored with the subscription changes of this request.
    consent: "Consent"


class _CreateTopicRequestRequired(TypedDict):
    """Its required fields."""

    #: Slug that segments, broadcasts and contacts refer to: up to 64 characters a-z 0-9 . _ -. Cannot be
    #: changed.
    slug: str
    #: Name shown to subscribers, 1 to 120 characters.
    name: str


class CreateTopicRequest(_CreateTopicRequestRequired, total=False):
    """A topic to create."""

    #: Description shown on the preferences page, up to 500 characters. Null: none.
    description: Union[str, None]
    #: Whether contacts that have not chosen count as subscribed. Keep it false for topics that require
    #: consent.
    default_opt_in: bool
    #: `public`: shown on the preferences page. `private`: not shown there, but unsubscribe links still end
    #: the subscription.
    visibility: Literal['public', 'private']
    #: Whether the broadcasts of the topic are listed on a public page, without personal content. Each
    #: broadcast can be left out with `in_archive`.
    archive: bool


class UpdateTopicRequest(TypedDict, total=False):
    """Fields to change. Missing fields keep their values."""

    #: Name shown to subscribers, 1 to 120 characters.
    name: str
    #: Description shown on the preferences page, up to 500 characters. Null: none.
    description: Union[str, None]
    #: Whether contacts that have not chosen count as subscribed. Keep it false for topics that require
    #: consent.
    default_opt_in: bool
    #: `public`: shown on the preferences page. `private`: not shown there, but unsubscribe links still end
    #: the subscription.
    visibility: Literal['public', 'private']
    #: Whether the broadcasts of the topic are listed on a public page, without personal content. Each
    #: broadcast can be left out with `in_archive`.
    archive: bool


class CreateSegmentRequest(TypedDict):
    """A segment to create."""

    #: Name, 1 to 120 characters.
    name: str
    filter: "SegmentFilter"


class _SegmentFilterRequired(TypedDict):
    """Its required fields."""

    #: Conditions and groups. The contact meets each one; empty: every contact does.
    all: List[Union["StatusCondition", "TopicCondition", "EqualCondition", "ContainsCondition", "OrderCondition", "ExistsCondition", "FieldCondition", "DateCondition", "WithinDaysCondition", "BroadcastCondition", "BroadcastOpenedCondition", "BroadcastClickedCondition", "ActivityCondition", "FormConfirmedCondition", "FormAddedCondition", "ImportIncludedCondition", "ImportAddedCondition", "AnyGroup", "AllGroup"]]


class SegmentFilter(_SegmentFilterRequired, total=False):
    """The filter of a segment: contacts that meet `all` and `any`. At most 20 conditions, including those in
    groups. Groups cannot be nested.
    """

    #: Conditions and groups. The contact meets at least one.
    any: List[Union["StatusCondition", "TopicCondition", "EqualCondition", "ContainsCondition", "OrderCondition", "ExistsCondition", "FieldCondition", "DateCondition", "WithinDaysCondition", "BroadcastCondition", "BroadcastOpenedCondition", "BroadcastClickedCondition", "ActivityCondition", "FormConfirmedCondition", "FormAddedCondition", "ImportIncludedCondition", "ImportAddedCondition", "AnyGroup", "AllGroup"]]


class StatusCondition(TypedDict):
    """Checks the status of the contact."""

    #: Status of the contact.
    status: Literal['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']


class TopicCondition(TypedDict):
    """Checks the subscription to a topic. If the contact has not chosen, `default_opt_in` applies."""

    #: Slug of the topic.
    topic: str
    #: Whether the contact is subscribed.
    state: Literal['SUBSCRIBED', 'UNSUBSCRIBED']


class EqualCondition(TypedDict):
    """Compares a property with a value."""

    #: Name of the property.
    property: str
    #: `eq`: equal. `neq`: not equal. A missing property equals nothing.
    op: Literal['eq', 'neq']
    #: Value to compare with.
    value: Union[str, float, bool]


class ContainsCondition(TypedDict):
    """Checks whether a property contains a string."""

    #: Name of the property.
    property: str
    #: True if a string contains the value or a list has it as an item.
    op: Literal['contains']
    #: String to look for.
    value: str


class OrderCondition(TypedDict):
    """Checks whether a property is greater or less than a value."""

    #: Name of the property.
    property: str
    #: `gt`: greater than. `lt`: less than.
    op: Literal['gt', 'lt']
    #: Value to compare with.
    value: Union[str, float]


class _ExistsConditionRequired(TypedDict):
    """Its required fields."""

    #: Name of the property.
    property: str
    #: Checks whether the property exists.
    op: Literal['exists']


class ExistsCondition(_ExistsConditionRequired, total=False):
    """Checks whether the contact has a property."""

    #: True: the property must exist. False: it must not. Default: true.
    value: bool


class FieldCondition(TypedDict):
    """Compares the name or the address of the contact with a text."""

    #: Field of the contact. `email_domain`: the part of the address behind the `@`.
    field: Literal['first_name', 'last_name', 'email', 'email_domain']
    #: `eq`: equal. `neq`: not equal, or missing. `contains`: has the value as a part.
    op: Literal['eq', 'neq', 'contains']
    #: Text to compare with. Case does not matter.
    value: str


class DateCondition(TypedDict):
    """The contact was added or last changed before or after a time."""

    #: Time of the contact.
    date: Literal['created_at', 'updated_at']
    #: Before, or after, a time.
    op: Literal['before', 'after']
    #: Time to compare with.
    value: str


class WithinDaysCondition(TypedDict):
    """The contact was added or last changed within the last days."""

    #: Time of the contact.
    date: Literal['created_at', 'updated_at']
    #: Within the last days.
    op: Literal['within_days']
    #: Number of days of 24 hours up to now, 1 to 3,650.
    value: int


class BroadcastCondition(TypedDict):
    """The contact received a broadcast, or did not. A skipped or canceled recipient did not."""

    #: Id of the broadcast.
    broadcast: str
    #: True: an email of the broadcast was sent to the contact. False: none was.
    received: bool


class BroadcastOpenedCondition(TypedDict):
    """The contact opened a broadcast, or did not. Opens by machines do not count."""

    #: Id of the broadcast.
    broadcast: str
    #: True: the contact opened it. False: the contact did not, or did not receive it.
    opened: bool


class BroadcastClickedCondition(TypedDict):
    """The contact clicked a link in a broadcast, or did not. Clicks by machines do not count."""

    #: Id of the broadcast.
    broadcast: str
    #: True: the contact clicked a link in it. False: the contact did not, or did not receive it.
    clicked: bool


class ActivityCondition(TypedDict):
    """The contact received, opened or clicked any email within the last days, or did not. Opens and clicks by
    machines do not count.
    """

    #: What the contact does with email. `received`: an email was sent to it. `opened`, `clicked`: the
    #: contact opened an email, or clicked a link in one.
    activity: Literal['received', 'opened', 'clicked']
    #: `within_days`: at least once within the last days. `not_within_days`: not within them, or never.
    op: Literal['within_days', 'not_within_days']
    #: Number of days of 24 hours up to now, 1 to 3,650.
    value: int


class FormConfirmedCondition(TypedDict):
    """The contact confirmed a signup with a form, or did not."""

    #: Id of the signup form.
    form: str
    #: True: the contact confirmed a signup with the form. False: it did not.
    confirmed: bool


class FormAddedCondition(TypedDict):
    """A signup form added the contact, or did not."""

    #: Id of the signup form.
    form: str
    #: True: the contact was added by confirming a signup with the form. False: it was not.
    added: bool


#: An import included the contact, or did not. A contact keeps its newest 20 imports.
ImportIncludedCondition = TypedDict(
    "ImportIncludedCondition",
    {
        #: Id of the import of contacts.
        "import": str,
        #: True: a row of the import was stored for the contact. False: none was.
        "included": bool,
    },
)


#: An import added the contact, or did not.
ImportAddedCondition = TypedDict(
    "ImportAddedCondition",
    {
        #: Id of the import of contacts.
        "import": str,
        #: True: the contact was added by the import. False: it was not.
        "added": bool,
    },
)


class AnyGroup(TypedDict):
    """At least one condition is met."""

    #: Conditions. The contact meets at least one.
    any: List[Union["StatusCondition", "TopicCondition", "EqualCondition", "ContainsCondition", "OrderCondition", "ExistsCondition", "FieldCondition", "DateCondition", "WithinDaysCondition", "BroadcastCondition", "BroadcastOpenedCondition", "BroadcastClickedCondition", "ActivityCondition", "FormConfirmedCondition", "FormAddedCondition", "ImportIncludedCondition", "ImportAddedCondition"]]


class AllGroup(TypedDict):
    """Every condition is met."""

    #: Conditions. The contact meets each one.
    all: List[Union["StatusCondition", "TopicCondition", "EqualCondition", "ContainsCondition", "OrderCondition", "ExistsCondition", "FieldCondition", "DateCondition", "WithinDaysCondition", "BroadcastCondition", "BroadcastOpenedCondition", "BroadcastClickedCondition", "ActivityCondition", "FormConfirmedCondition", "FormAddedCondition", "ImportIncludedCondition", "ImportAddedCondition"]]


class PreviewSegmentRequest(TypedDict):
    """A filter to try."""

    filter: "SegmentFilter"


class UpdateSegmentRequest(TypedDict, total=False):
    """Fields to change. Missing fields keep their values."""

    #: Name, 1 to 120 characters.
    name: str
    filter: "SegmentFilter"


_CreateBroadcastRequestRequired = TypedDict(
    "_CreateBroadcastRequestRequired",
    {
        #: Name, 1 to 200 characters. Never shown to recipients.
        "name": str,
        #: Id of the segment that receives the broadcast. Its contacts are read when sending starts.
        "segment_id": str,
        #: Slug of the topic. Contacts that are not subscribed to it get no email.
        "topic": str,
        #: Sender: `email` or `Name <email>`, at a verified domain of the stream `bulk`.
        "from": str,
    },
)


class CreateBroadcastRequest(_CreateBroadcastRequestRequired, total=False):
    """A broadcast to create."""

    #: Reply-To address. Null: the sender.
    reply_to: Union[str, None]
    #: Subject, with variables such as `{{ contact.first_name }}`.
    subject: Union[str, None]
    #: Text that inboxes show after the subject, up to 500 characters. Null: the beginning of the body.
    preview_text: Union[str, None]
    #: Content in blocks, from which HTML and text are rendered in the branding of the organization. Cannot
    #: be combined with `html`, `text` and `template`. Null: the content is `html` and `text`.
    document: Union["EmailDocument", None]
    #: HTML body in Liquid, up to 500 kB. `{{ preferences_url }}` is a link to the preferences page, `{{
    #: view_url }}` to the email in a browser.
    html: Union[str, None]
    #: Text body in Liquid, up to 500 kB. Default: none.
    text: Union[str, None]
    #: Template to use instead of `subject`, `html` and `text`.
    template: Union["BroadcastTemplateChoice", None]
    #: Open and click tracking. Default: on if the domain's tracking host is verified.
    track: "BroadcastTracking"
    #: UTM parameters that are added to its links, for web analytics. A link keeps those that it has. Links
    #: to unsubscribe and to preferences get none. Default of a new broadcast: `utm` of the organization.
    #: Null: none.
    utm: Union["BroadcastUtm", None]
    #: Whether it is shown in the archive of its topic once it has been sent, if the topic has one. Can be
    #: changed at any time, also after sending. Default: true.
    in_archive: bool
    #: A/B test. Null: none.
    ab_test: Union["BroadcastTestRequest", None]
    #: Sends it at this time of day in the time zone of each contact, on the date that `scheduled_at` has
    #: in `default_timezone`. Sending starts when the time comes in the first zone (UTC+14). Contacts in
    #: whose zone it has passed by then get the email at once. Cannot be combined with `ab_test`.
    send_at_local: str
    #: Property of contacts with their IANA time zone, such as `Europe/Berlin`. Default: `timezone`.
    #: Requires `send_at_local`.
    timezone_property: str
    #: IANA time zone of contacts whose property is missing or not a time zone. Default: UTC. Requires
    #: `send_at_local`.
    default_timezone: str
    #: When to send it. Must not be in the past. Default: it stays a draft until `POST
    #: /broadcasts/{id}/send`.
    scheduled_at: Union[str, None]


class BroadcastTemplateChoice(TypedDict, total=False):
    """A published template."""

    #: Id of the template. Use either this or `slug`.
    id: str
    #: Slug of the template. Use either this or `id`.
    slug: str
    #: A published version. Default: `latest`, the highest version at the time of the request.
    version: Union[int, Literal['latest']]
    #: Values of declared variables that are the same for all recipients, up to 64 KB.
    data: Dict[str, Any]


class BroadcastTracking(TypedDict, total=False):
    """Open and click tracking."""

    #: Track opens.
    opens: bool
    #: Track clicks.
    clicks: bool


class BroadcastUtm(TypedDict):
    """UTM parameters of the links of a broadcast."""

    #: Value of `utm_source`, 1 to 200 characters.
    source: str
    #: Value of `utm_medium`, 1 to 200 characters.
    medium: str
    #: Value of `utm_campaign`, 1 to 200 characters.
    campaign: str


class BroadcastTestRequest(TypedDict):
    """An A/B test, sent to part of the recipients first."""

    #: 2 to 5 variants. An empty one is the broadcast itself.
    variants: List["BroadcastVariantRequest"]
    #: Percentage of recipients in the test, split evenly between the variants. The others get the winner.
    percent: int
    #: Minutes between the last test email and the decision, up to a week.
    wait_minutes: int
    #: Metric that decides: opens or clicks per delivered email.
    metric: Literal['open', 'click']


class BroadcastVariantRequest(TypedDict, total=False):
    """Content of a variant. Missing fields use the content of the broadcast."""

    #: Subject of this variant.
    subject: str
    #: HTML body of this variant.
    html: str
    #: Text body of this variant.
    text: str
    #: Template to use instead of `subject`, `html` and `text`.
    template: "BroadcastTemplateChoice"


#: Fields to change. Missing fields keep their values; null clears a field.
UpdateBroadcastRequest = TypedDict(
    "UpdateBroadcastRequest",
    {
        #: Name, 1 to 200 characters. Never shown to recipients.
        "name": str,
        #: Id of the segment that receives the broadcast. Its contacts are read when sending starts.
        "segment_id": str,
        #: Slug of the topic. Contacts that are not subscribed to it get no email.
        "topic": str,
        #: Sender: `email` or `Name <email>`, at a verified domain of the stream `bulk`.
        "from": str,
        #: Reply-To address. Null: the sender.
        "reply_to": Union[str, None],
        #: Subject, with variables such as `{{ contact.first_name }}`.
        "subject": Union[str, None],
        #: Text that inboxes show after the subject, up to 500 characters. Null: the beginning of the body.
        "preview_text": Union[str, None],
        #: Content in blocks, from which HTML and text are rendered in the branding of the organization. Cannot
        #: be combined with `html`, `text` and `template`: setting one of those clears it. Null: HTML and text
        #: stay as they are, and are what you edit from now on.
        "document": Union["EmailDocument", None],
        #: HTML body in Liquid, up to 500 kB. `{{ preferences_url }}` is a link to the preferences page, `{{
        #: view_url }}` to the email in a browser.
        "html": Union[str, None],
        #: Text body in Liquid, up to 500 kB. Default: none.
        "text": Union[str, None],
        #: Template to use instead of `subject`, `html` and `text`.
        "template": Union["BroadcastTemplateChoice", None],
        #: Open and click tracking. Default: on if the domain's tracking host is verified.
        "track": "BroadcastTracking",
        #: UTM parameters that are added to its links, for web analytics. A link keeps those that it has. Links
        #: to unsubscribe and to preferences get none. Default of a new broadcast: `utm` of the organization.
        #: Null: none.
        "utm": Union["BroadcastUtm", None],
        #: Whether it is shown in the archive of its topic once it has been sent, if the topic has one. Can be
        #: changed at any time, also after sending. Default: true.
        "in_archive": bool,
        #: A/B test. Null: none.
        "ab_test": Union["BroadcastTestRequest", None],
        #: Null makes the broadcast a draft again. To schedule it, use `POST /broadcasts/{id}/send`.
        "scheduled_at": None,
    },
    total=False,
)


class SendBroadcastRequest(TypedDict, total=False):
    """When to send the broadcast."""

    #: When to send it. Must not be in the past. Default: now.
    scheduled_at: str
    #: Sends it at this time of day in the time zone of each contact, on the date that `scheduled_at` has
    #: in `default_timezone`. Sending starts when the time comes in the first zone (UTC+14). Contacts in
    #: whose zone it has passed by then get the email at once. Cannot be combined with `ab_test`.
    send_at_local: str
    #: Property of contacts with their IANA time zone, such as `Europe/Berlin`. Default: `timezone`.
    #: Requires `send_at_local`.
    timezone_property: str
    #: IANA time zone of contacts whose property is missing or not a time zone. Default: UTC. Requires
    #: `send_at_local`.
    default_timezone: str
    #: Errors of `POST /emails/check` that you send in spite of. Changes nothing but the entry in the audit
    #: log, which names them.
    overridden_findings: List[Literal['clipped', 'client_support', 'missing_alt', 'missing_text', 'insecure_link', 'broken_link', 'link_mismatch', 'shortener', 'unfilled_variable', 'missing_unsubscribe', 'alignment', 'image_only', 'large_image']]


class DecideBroadcastRequest(TypedDict):
    """The variant to send to the remaining recipients."""

    #: Index of the winner in `ab_test.variants`, starting at 0.
    winner: int


class ResendBroadcastRequest(TypedDict, total=False):
    """Options for sending a broadcast again."""

    #: Subject of the resend. Default: the original subject. Not allowed for a broadcast with a template.
    subject: str
    #: Recipients: contacts who did not open the original, as far as tracking shows.
    audience: Literal['not_opened']
    #: When to send it. Must not be in the past. Default: now.
    scheduled_at: str


class PreviewBroadcastRequest(TypedDict, total=False):
    """What to render."""

    #: Id or address of a contact to render the content for. Default: a sample contact.
    contact: str
    #: Index of a variant of the A/B test, starting at 0. Default: 0.
    variant: int
    #: Subject to render instead of the stored one. Cannot be combined with `variant`.
    subject: str
    #: Preview text to render instead of the stored one. Cannot be combined with `variant`.
    preview_text: str
    #: Document to render instead of the stored content. Cannot be combined with `variant`.
    document: "EmailDocument"


class TestBroadcastRequest(TypedDict, total=False):
    """Recipients and content of a test."""

    #: Recipient address, or an array of up to 10. They need not be contacts.
    to: Union[str, List[str]]
    #: Id or address of a contact to render the content for. Default: a sample contact.
    contact: str
    #: Index of a variant of the A/B test, starting at 0. Default: 0.
    variant: int


class _PostEventRequestRequired(TypedDict):
    """Its required fields."""

    #: Name of the event: up to 100 characters A-Z a-z 0-9 . _ : -.
    event: str


class PostEventRequest(_PostEventRequestRequired, total=False):
    """An event about a contact."""

    #: Address of the contact. The contact is created if it does not exist. Use either this or
    #: `contact_id`.
    email: str
    #: Id of the contact. Use either this or `email`.
    contact_id: str
    #: Event properties for steps, conditions and templates: up to 100 values, 16 KB.
    properties: Dict[str, Union[str, float, bool, List[str], None]]
    #: Fields of the contact to change, as in `POST /contacts`. Missing fields keep their values.
    contact: "EventContact"
    #: Key that makes a retry safe, 1 to 256 characters. Within 24 hours an event with the same key starts
    #: nothing.
    idempotency_key: str


class EventContact(TypedDict, total=False):
    """Fields of the contact to change."""

    #: First name, up to 200 characters. Null clears it.
    first_name: Union[str, None]
    #: Last name, up to 200 characters. Null clears it.
    last_name: Union[str, None]
    #: Your own properties, up to 100, for segments and templates. Merged with existing ones; null removes
    #: a property.
    properties: Dict[str, Union[str, float, bool, List[str], None]]
    #: Topic subscriptions to set, up to 100. Other topics do not change.
    topics: List["TopicChoice"]


class _CreateAutomationRequestRequired(TypedDict):
    """Its required fields."""

    #: Name, 1 to 120 characters.
    name: str
    trigger: "AutomationTrigger"
    #: The steps in order: 1 to 50, including those inside conditions. Only a paused automation may have
    #: none.
    steps: List["AutomationStep"]


class CreateAutomationRequest(_CreateAutomationRequestRequired, total=False):
    """An automation to create."""

    #: Slug, 1 to 55 characters a-z 0-9 . _ -. Cannot be changed. Default: derived from the name.
    slug: str
    #: `paused`: no new runs start, and running ones wait.
    status: Literal['active', 'paused']
    #: If true, a contact can be in only one run at a time.
    one_per_contact: bool
    #: Unpublished trigger and steps, which may be incomplete. No run uses them: publish them by setting
    #: `trigger` and `steps`. Null: none.
    draft: Union["AutomationDraft", None]


class TriggerFilter(TypedDict):
    """Only events that meet these conditions start a run."""

    #: Up to 20 conditions about properties of the event. All must be met.
    all: List[Union["EventEqualCondition", "EventContainsCondition", "EventOrderCondition", "EventExistsCondition"]]


class EventEqualCondition(TypedDict):
    """Compares a property of the event with a value."""

    #: Name of a property of the event that started the run.
    event_property: str
    #: `eq`: equal. `neq`: not equal.
    op: Literal['eq', 'neq']
    #: Value to compare with.
    value: Union[str, float, bool]


class EventContainsCondition(TypedDict):
    """Checks whether a property of the event contains a string."""

    #: Name of a property of the event that started the run.
    event_property: str
    #: True if a string contains the value or a list has it as an item.
    op: Literal['contains']
    #: String to look for.
    value: str


class EventOrderCondition(TypedDict):
    """Checks whether a property of the event is greater or less than a value."""

    #: Name of a property of the event that started the run.
    event_property: str
    #: `gt`: greater than. `lt`: less than.
    op: Literal['gt', 'lt']
    #: Value to compare with.
    value: Union[str, float]


class _EventExistsConditionRequired(TypedDict):
    """Its required fields."""

    #: Name of a property of the event that started the run.
    event_property: str
    #: Checks whether the property exists.
    op: Literal['exists']


class EventExistsCondition(_EventExistsConditionRequired, total=False):
    """Checks whether the event has a property."""

    #: True: the property must exist. False: it must not. Default: true.
    value: bool


class _AutomationTriggerRequired(TypedDict):
    """Its required fields."""

    #: Name of the event: up to 100 characters A-Z a-z 0-9 . _ : -.
    event: str


_AutomationTriggerFields = TypedDict(
    "_AutomationTriggerFields",
    {
        #: Id of the segment, with `segment.entered` alone: a run starts when a contact enters it.
        "segment": str,
        "if": "TriggerFilter",
    },
    total=False,
)


class AutomationTrigger(_AutomationTriggerRequired, _AutomationTriggerFields):
    """The event that starts a run: an event from `POST /events`, a contact event (`contact.created`,
    `contact.updated`, `contact.subscribed`, `contact.unsubscribed`), or `segment.entered` with a `segment`.
    """


class StepTemplate(TypedDict, total=False):
    """A published template."""

    #: Id of the template. Use either this or `slug`.
    id: str
    #: Slug of the template. Use either this or `id`.
    slug: str
    #: A published version. Default: `latest`, the highest version when the step runs.
    version: Union[int, Literal['latest']]


class StepTracking(TypedDict, total=False):
    """Open and click tracking."""

    #: Track opens. Default: false.
    opens: bool
    #: Track clicks. Default: false.
    clicks: bool


_SendStepRequired = TypedDict(
    "_SendStepRequired",
    {
        #: Type of the step: `send`.
        "type": Literal['send'],
        #: Sender: `email` or `Name <email>`, at a verified domain of the stream `bulk`.
        "from": str,
    },
)


class SendStep(_SendStepRequired, total=False):
    """Sends the contact an email. Its kind is `sequence.<slug of the automation>`."""

    #: Reply-To address. Default: the sender.
    reply_to: str
    #: Template to use instead of `subject`, `preview_text`, `document`, `html` and `text`.
    template: "StepTemplate"
    #: Subject, with variables such as `{{ contact.first_name }}` and `{{ event.total }}`.
    subject: str
    #: Text that inboxes show after the subject, up to 200 characters.
    preview_text: str
    #: HTML body in Liquid, up to 500 kB.
    html: str
    #: Text body in Liquid, up to 500 kB.
    text: str
    #: Content as blocks. `html` and `text` are rendered from it when the steps are stored, and replace
    #: those of the request.
    document: "EmailDocument"
    #: Slug of a topic. Contacts that are not subscribed to it get no email. Default: none.
    topic: str
    track: "StepTracking"


class WaitStep(TypedDict):
    """Waits for a duration."""

    #: Type of the step: `wait`.
    type: Literal['wait']
    #: Duration: a whole number followed by s, m, h or d. At most 365 days.
    duration: str


class _WaitUntilStepRequired(TypedDict):
    """Its required fields."""

    #: Type of the step: `wait_until`.
    type: Literal['wait_until']


class WaitUntilStep(_WaitUntilStepRequired, total=False):
    """Waits for one of: an event, a time of day, or a time given in the triggering event."""

    #: Wait until an event with this name is posted for the contact, or until `timeout` has passed.
    event: str
    #: Longest time to wait for `event`. Required with it.
    timeout: str
    #: Wait until the next occurrence of this time of day in `timezone`.
    time: str
    #: IANA time zone of `time`, and of a time in `event_property` without a UTC offset. Default: UTC.
    timezone: str
    #: Wait until the time (ISO 8601) in this property of the event that started the run. A date alone is
    #: midnight. The wait ends at once if the time is past. The run fails if the property is missing or not
    #: a time, or if the time is more than ten years away.
    event_property: str


_ConditionStepRequired = TypedDict(
    "_ConditionStepRequired",
    {
        #: Type of the step: `condition`.
        "type": Literal['condition'],
        "if": "AutomationFilter",
    },
)


_ConditionStepFields = TypedDict(
    "_ConditionStepFields",
    {
        #: Steps to run if the conditions are met.
        "then": List["AutomationStep"],
        #: Steps to run otherwise.
        "else": List["AutomationStep"],
    },
    total=False,
)


class ConditionStep(_ConditionStepRequired, _ConditionStepFields):
    """Runs one of two branches, then continues with the next step."""


class AutomationFilter(TypedDict):
    """Conditions that must all be met."""

    #: Up to 20 conditions. All must be met.
    all: List[Union["StatusCondition", "TopicCondition", "EqualCondition", "ContainsCondition", "OrderCondition", "ExistsCondition", "FieldCondition", "DateCondition", "WithinDaysCondition", "BroadcastCondition", "BroadcastOpenedCondition", "BroadcastClickedCondition", "ActivityCondition", "FormConfirmedCondition", "FormAddedCondition", "ImportIncludedCondition", "ImportAddedCondition", "EventEqualCondition", "EventContainsCondition", "EventOrderCondition", "EventExistsCondition", "WaitCondition"]]


class WaitCondition(TypedDict):
    """How the last `wait_until` step for an event ended."""

    #: `event`: the event arrived. `timeout`: it did not arrive in time.
    waited: Literal['event', 'timeout']


class _UpdateContactStepRequired(TypedDict):
    """Its required fields."""

    #: Type of the step: `update_contact`.
    type: Literal['update_contact']


class UpdateContactStep(_UpdateContactStepRequired, total=False):
    """Updates the contact. Missing fields keep their values."""

    #: First name, up to 200 characters. Null clears it.
    first_name: Union[str, None]
    #: Last name, up to 200 characters. Null clears it.
    last_name: Union[str, None]
    #: Your own properties, up to 100, for segments and templates. Merged with existing ones; null removes
    #: a property.
    properties: Dict[str, Union[str, float, bool, List[str], None]]
    #: Topic subscriptions to set, up to 100. Other topics do not change.
    topics: List["TopicChoice"]
    #: `UNSUBSCRIBED` unsubscribes the contact from all bulk email.
    status: Literal['UNSUBSCRIBED']


class WebhookStep(TypedDict):
    """Sends the contact and the event to your URL in a POST request."""

    #: Type of the step: `webhook`.
    type: Literal['webhook']
    #: HTTPS URL of a public host.
    url: str


class AutomationDraft(TypedDict):
    """Trigger and steps that are being edited. No run uses them."""

    trigger: "UnfinishedTrigger"
    #: The steps in order, up to 50.
    steps: List["UnfinishedStep"]


class UnfinishedTrigger(TypedDict):
    """A trigger as `AutomationTrigger`."""

    #: Name of the event.
    event: str


class UnfinishedStep(TypedDict):
    """A step as `AutomationStep`, of which fields may be missing."""

    #: Type of the step.
    type: Literal['send', 'wait', 'wait_until', 'condition', 'update_contact', 'webhook']


class UpdateAutomationRequest(TypedDict, total=False):
    """Fields to change. Missing fields keep their values. Changing the steps creates a new version."""

    #: Name, 1 to 120 characters.
    name: str
    #: `paused`: no new runs start, and running ones wait.
    status: Literal['active', 'paused']
    #: If true, a contact can be in only one run at a time.
    one_per_contact: bool
    trigger: "AutomationTrigger"
    #: The steps in order: 1 to 50, including those inside conditions.
    steps: List["AutomationStep"]
    #: Unpublished trigger and steps, which may be incomplete. No run uses them: publish them by setting
    #: `trigger` and `steps`. Null: none.
    draft: Union["AutomationDraft", None]


class _DryRunRequestRequired(TypedDict):
    """Its required fields."""

    #: The contact: its id or address.
    contact: str


class DryRunRequest(_DryRunRequestRequired, total=False):
    """A contact to try an automation with."""

    #: Properties of the event that starts the run. Default: none.
    properties: Dict[str, Union[str, float, bool, List[str], None]]
    #: Outcome of event waits. `event`: the event arrives at once. `timeout`: it does not arrive in time.
    #: Default: `timeout`.
    waited: Literal['event', 'timeout']
    #: Version of the automation. Default: the current one. Use either this or `steps`.
    version: int
    #: Unsaved steps to test, instead of a version: 1 to 50, including those inside conditions.
    steps: List["AutomationStep"]


class _TestAutomationRequestRequired(TypedDict):
    """Its required fields."""

    #: Position of the `send` step.
    position: str


class TestAutomationRequest(_TestAutomationRequestRequired, total=False):
    """Recipients of a test, and the step whose email they get."""

    #: Recipient address, or an array of up to 10. They need not be contacts.
    to: Union[str, List[str]]
    #: Id or address of a contact to render the content for. Default: a sample contact.
    contact: str
    #: Properties of the event that starts the run. Default: none.
    properties: Dict[str, Union[str, float, bool, List[str], None]]
    #: Unsaved steps to test, instead of a version: 1 to 50, including those inside conditions.
    steps: List["AutomationStep"]


class _CancelAutomationRunsRequestRequired(TypedDict):
    """Its required fields."""

    #: Whether to count only.
    dry_run: bool


class CancelAutomationRunsRequest(_CancelAutomationRunsRequestRequired, total=False):
    """Which active runs to cancel. Without filters: all of the automation."""

    #: Only runs of this contact: its id or address.
    contact: str
    #: Only runs of this version of the automation.
    version: int
    #: Only runs that are at this step.
    position: str
    #: `next` of the previous answer, with the same filters. Default: from the beginning.
    after: str


_CreateSignupFormRequestRequired = TypedDict(
    "_CreateSignupFormRequestRequired",
    {
        #: Name, 1 to 120 characters.
        "name": str,
        #: Sender of the confirmation email, at a verified domain of any stream.
        "from": str,
        #: Slugs of 1 to 20 topics to subscribe confirmed contacts to.
        "topics": List[str],
    },
)


class CreateSignupFormRequest(_CreateSignupFormRequestRequired, total=False):
    """A signup form to create."""

    #: Reply-To address of the confirmation email. Null: the sender.
    reply_to: Union[str, None]
    #: Heading of the page, up to 120 characters. Null: the name of the form.
    title: Union[str, None]
    #: Plain text below the heading, up to 2,000 characters. Null: none.
    description: Union[str, None]
    #: Optional fields that the page asks for in addition to the address.
    fields: List[Literal['first_name', 'last_name']]
    #: HTTPS URL to redirect to after the confirmation. Null: a default page.
    redirect_url: Union[str, None]
    #: Subject of the confirmation email, up to 200 characters. Null: a default in the reader's language.
    confirmation_subject: Union[str, None]
    #: Plain text above the topics and the button in the confirmation email, up to 2,000 characters. Null:
    #: a default in the reader's language.
    confirmation_text: Union[str, None]
    #: `disabled`: the form accepts no signups. Links in emails still work.
    status: Literal['enabled', 'disabled']


#: Fields to change. Missing fields keep their values; null clears a field.
UpdateSignupFormRequest = TypedDict(
    "UpdateSignupFormRequest",
    {
        #: Name, 1 to 120 characters.
        "name": str,
        #: Sender of the confirmation email, at a verified domain of any stream.
        "from": str,
        #: Reply-To address of the confirmation email. Null: the sender.
        "reply_to": Union[str, None],
        #: Slugs of 1 to 20 topics to subscribe confirmed contacts to.
        "topics": List[str],
        #: Heading of the page, up to 120 characters. Null: the name of the form.
        "title": Union[str, None],
        #: Plain text below the heading, up to 2,000 characters. Null: none.
        "description": Union[str, None],
        #: Optional fields that the page asks for in addition to the address.
        "fields": List[Literal['first_name', 'last_name']],
        #: HTTPS URL to redirect to after the confirmation. Null: a default page.
        "redirect_url": Union[str, None],
        #: Subject of the confirmation email, up to 200 characters. Null: a default in the reader's language.
        "confirmation_subject": Union[str, None],
        #: Plain text above the topics and the button in the confirmation email, up to 2,000 characters. Null:
        #: a default in the reader's language.
        "confirmation_text": Union[str, None],
        #: `disabled`: the form accepts no signups. Links in emails still work.
        "status": Literal['enabled', 'disabled'],
    },
    total=False,
)


class UpdateOrganizationRequest(TypedDict, total=False):
    """Settings to change. Missing fields keep their values."""

    #: Name in the footer of bulk email, 1 to 120 characters, without URLs and invisible characters.
    name: str
    #: Postal address in the footer of bulk email, up to 500 characters. Null: none, and bulk email has no
    #: footer.
    postal_address: Union[str, None]
    #: HTTPS URL of the logo on public pages and in confirmation emails, for example the `url` of an
    #: uploaded image. Null: none.
    logo_url: Union[str, None]
    #: Color of buttons on public pages, as `#rrggbb`. Null: the default blue.
    brand_color: Union[str, None]
    #: HTTPS URL of the privacy policy that public pages link to. Null: no link.
    privacy_url: Union[str, None]
    #: Days to keep the content and metadata of emails, 0 to 3,650. 0: deleted once sent. Null: the default
    #: of 30.
    body_retention_days: Union[int, None]
    #: Address for alerts about bounces, complaints, blocks and failing webhooks. Null: none.
    alert_email: Union[str, None]
    #: Whether emails with HTML and without text get a text part generated from the HTML.
    generate_text: bool
    #: UTM parameters for new broadcasts that set none, and for the emails of automations. Null: none.
    #: Existing broadcasts keep theirs.
    utm: Union["OrganizationUtm", None]
    #: When to report an email as late, by kind: at most 50. Each late email causes one `email.late`
    #: webhook, and the alert address gets at most one notice an hour. Bulk email is only reported if its
    #: kind is listed. Empty: never.
    late_after: List["LateRule"]
    #: True pauses live sending. False resumes it, but does not end a review.
    sending_paused: bool


class _OrganizationUtmRequired(TypedDict):
    """Its required fields."""

    #: Value of `utm_source`, 1 to 200 characters.
    source: str
    #: Value of `utm_medium`, 1 to 200 characters.
    medium: str


class OrganizationUtm(_OrganizationUtmRequired, total=False):
    """UTM parameters of broadcasts that set none, and of the emails of automations."""

    #: Value of `utm_campaign`, 1 to 200 characters. Default: made from the name of the broadcast, or the
    #: slug of the automation.
    campaign: str


class LateRule(TypedDict):
    """After how long email of a kind is late."""

    #: Kind of the email. Null: all transactional email of kinds that are not listed.
    kind: Union[str, None]
    #: Seconds from acceptance, or from `scheduled_at`, after which an email that still waits is late: 60
    #: to 604,800.
    seconds: int


class _CreateOrganizationRequestRequired(TypedDict):
    """Its required fields."""

    #: Name, 1 to 120 characters.
    name: str
    #: Slug, 2 to 60 characters a-z 0-9 with single hyphens. Unique on the platform; cannot be changed.
    slug: str


class CreateOrganizationRequest(_CreateOrganizationRequestRequired, total=False):
    """A client organization to create."""

    #: Address for alerts. Default: the alert address of your organization, or else the address of its
    #: first admin.
    alert_email: str
    #: First key of the organization. Default: a key with the permission `admin`.
    api_key: "PartnerKeyRequest"


class PartnerKeyRequest(TypedDict, total=False):
    """A live key to create for a client organization."""

    #: Name, 1 to 120 characters.
    name: str
    #: Permission: `admin`, `full` or `send`. Case-insensitive.
    permission: str


class RevokeKeysRequest(TypedDict, total=False):
    """A key to replace the revoked ones."""

    #: New key to create. Default: none.
    replace_with: "PartnerKeyRequest"


class UpdateAlertRulesRequest(TypedDict):
    """Alert rules to change."""

    #: Rules to change, each kind once. Either all are changed or none.
    rules: List["AlertRuleChange"]


class _AlertRuleChangeRequired(TypedDict):
    """Its required fields."""

    #: `bounce`, `complaint`: rate of recipients. `provider_block`: replies that block or throttle.
    #: `delivery_silence`: emails that wait for their first delivery.
    kind: Literal['bounce', 'complaint', 'provider_block', 'delivery_silence']


class AlertRuleChange(_AlertRuleChangeRequired, total=False):
    """A rule to change. Missing fields keep their values."""

    #: Whether the rule is evaluated. `bounce` and `complaint` protect the addresses that all send from and
    #: stay enabled.
    enabled: bool
    #: Warning threshold, for `bounce` and `complaint`. Must not exceed `pause_rate`.
    warn_rate: float
    #: Rate that pauses sending, for `bounce` and `complaint`. Must not exceed the platform default.
    pause_rate: float
    #: Recipients that make a rate meaningful (at most 100), or the count that warns (at most 1,000,000).
    minimum: int


class EmailSentWebhook(TypedDict):
    """The email was handed over to the receiving server or a provider."""

    #: Type of the event: `email.sent`.
    type: Literal['email.sent']
    #: When the event occurred.
    created_at: str
    data: "EmailHandoverData"


_EmailHandoverDataRequired = TypedDict(
    "_EmailHandoverDataRequired",
    {
        #: Id of the email, as returned by `POST /emails`.
        "email_id": str,
        #: `test`: the email was simulated.
        "mode": Literal['live', 'test'],
        #: Sender of the email.
        "from": str,
        #: `to` list of the email. Cc and Bcc are not included.
        "to": List[str],
        #: Subject of the email.
        "subject": str,
        #: Recipient that the event is about.
        "recipient": str,
    },
)


class EmailHandoverData(_EmailHandoverDataRequired, total=False):
    """The email, the recipient and the reply of the receiving server."""

    #: Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet,
    #: and for test emails.
    message_id: str
    #: Kind of the email. Absent if it has none.
    kind: str
    #: Tags of the email. For an email sent with a template, an object that also contains the template.
    tags: Union[List["EmailTag"], "TemplateTags"]
    #: `metadata` of the email. Absent if there was none or if retention deleted it.
    metadata: Dict[str, str]
    #: Details from the receiving server or provider. Absent if there are none.
    detail: str
    reply: "EventReply"


class EmailTag(TypedDict):
    """A tag of the email."""

    #: Name of the tag.
    name: str
    #: Value of the tag.
    value: str


class TemplateTags(TypedDict):
    """Tags of an email sent with a template."""

    template: "TemplateReference"
    #: Tags of the email.
    tags: List["EmailTag"]


class TemplateReference(TypedDict):
    """The template that the email was rendered from."""

    #: Id of the template.
    id: str
    #: Slug of the template at that time.
    slug: str
    #: Version that was rendered.
    version: float


class EventReply(TypedDict):
    """SMTP reply of the receiving server. Absent if there was none, for example after a timeout or when a
    provider API was used.
    """

    #: Host name of the receiving server.
    host: str
    #: SMTP reply code.
    code: int
    #: Text of the reply with its enhanced status code, up to 500 characters.
    text: str


class EmailDeliveredWebhook(TypedDict):
    """The recipient's mail server accepted the email."""

    #: Type of the event: `email.delivered`.
    type: Literal['email.delivered']
    #: When the event occurred.
    created_at: str
    data: "EmailHandoverData"


class EmailDeliveryDelayedWebhook(TypedDict):
    """The recipient's mail server temporarily refused the email. Postrider tries again."""

    #: Type of the event: `email.delivery_delayed`.
    type: Literal['email.delivery_delayed']
    #: When the event occurred.
    created_at: str
    data: "EmailDelayData"


_EmailDelayDataRequired = TypedDict(
    "_EmailDelayDataRequired",
    {
        #: Id of the email, as returned by `POST /emails`.
        "email_id": str,
        #: `test`: the email was simulated.
        "mode": Literal['live', 'test'],
        #: Sender of the email.
        "from": str,
        #: `to` list of the email. Cc and Bcc are not included.
        "to": List[str],
        #: Subject of the email.
        "subject": str,
        #: Recipient that the event is about.
        "recipient": str,
    },
)


class EmailDelayData(_EmailDelayDataRequired, total=False):
    """The email, the recipient and the time of the next attempt."""

    #: Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet,
    #: and for test emails.
    message_id: str
    #: Kind of the email. Absent if it has none.
    kind: str
    #: Tags of the email. For an email sent with a template, an object that also contains the template.
    tags: Union[List["EmailTag"], "TemplateTags"]
    #: `metadata` of the email. Absent if there was none or if retention deleted it.
    metadata: Dict[str, str]
    #: Details from the receiving server or provider. Absent if there are none.
    detail: str
    #: Why the email was not delivered, and who can fix it.
    diagnosis: "Diagnosis"
    reply: "EventReply"
    #: When the next delivery attempt is due.
    next_attempt_at: str
    #: Why the email waits until then, as it was at this event. Absent from events of earlier releases.
    waiting: "Waiting"


_DiagnosisRequired = TypedDict(
    "_DiagnosisRequired",
    {
        #: Class of the failure.
        "class": Literal['recipient', 'domain', 'inactive', 'full', 'no_answer', 'routing', 'auth', 'policy', 'block', 'rate', 'content', 'size', 'system', 'expired', 'unsendable', 'platform', 'other'],
        #: Who can fix it. `none`: no action is needed, since the email is tried again. `recipient`: the
        #: recipient or the operator of the receiving server. `sender`: you. `platform`: the operator of this
        #: service.
        "actor": Literal['recipient', 'sender', 'platform', 'none'],
        #: What to do about it, as text for people.
        "advice": str,
    },
)


class Diagnosis(_DiagnosisRequired, total=False):
    """Why an email was not delivered, and who can fix it."""

    #: Which of SPF, DKIM and DMARC the reply says did not pass. Only for the class `auth`, if the reply
    #: names them.
    failed_authentication: List[Literal['spf', 'dkim', 'dmarc']]


class Waiting(TypedDict):
    """Why an email has not been sent yet, and who can change that."""

    #: `scheduled`: it has a later `scheduled_at`. `review`: the organization or the email is under review.
    #: `operator_hold`: an operator took it out of the queue. `restoration_hold`: held after the database
    #: was restored. `sending_paused`: sending is paused for the organization. `queue_paused`: an operator
    #: paused its queue. `domain`: the sending domain cannot be used now. `daily_cap`, `warm_up`: the day
    #: of the domain is used up. `backlog`: earlier email of the organization goes first. `site_limit`: the
    #: shared rate or connections of the receiving servers are in use. `site_suspended`: the receiving
    #: servers are left alone after a failure. `dns`: a lookup of the recipient domain fails or is slow.
    #: `no_source`: no source IP address can be used. `transport`: a smart host or provider does not accept
    #: it. `retry`: a server deferred it. `no_worker`: no worker is running. `sending`: an attempt is in
    #: progress.
    cause: Literal['scheduled', 'review', 'operator_hold', 'restoration_hold', 'sending_paused', 'queue_paused', 'domain', 'daily_cap', 'warm_up', 'backlog', 'site_limit', 'site_suspended', 'dns', 'no_source', 'transport', 'retry', 'no_worker', 'sending']
    #: Who must act. `sender`: you. `recipient`: the recipient or the operator of the receiving server.
    #: `platform`: the operator of this service. `none`: no action is needed.
    actor: Literal['sender', 'recipient', 'platform', 'none']
    #: Since when this cause keeps the email.
    since: str
    #: When the email is tried next. Null if no time is known.
    next_attempt_at: Union[str, None]
    #: What to do about it, as text for people.
    advice: str
    #: More about the cause: the reply of a server, the reason of a hold, or how many emails go first. Null
    #: if there is nothing to add.
    detail: Union[str, None]


class EmailLateWebhook(TypedDict):
    """The email still waits after the time that the organization has set in `late_after`. At most once for an
    email.
    """

    #: Type of the event: `email.late`.
    type: Literal['email.late']
    #: When the event occurred.
    created_at: str
    data: "EmailEventData"


_EmailEventDataRequired = TypedDict(
    "_EmailEventDataRequired",
    {
        #: Id of the email, as returned by `POST /emails`.
        "email_id": str,
        #: `test`: the email was simulated.
        "mode": Literal['live', 'test'],
        #: Sender of the email.
        "from": str,
        #: `to` list of the email. Cc and Bcc are not included.
        "to": List[str],
        #: Subject of the email.
        "subject": str,
        #: Recipient that the event is about.
        "recipient": str,
    },
)


class EmailEventData(_EmailEventDataRequired, total=False):
    """The email and the recipient that the event is about."""

    #: Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet,
    #: and for test emails.
    message_id: str
    #: Kind of the email. Absent if it has none.
    kind: str
    #: Tags of the email. For an email sent with a template, an object that also contains the template.
    tags: Union[List["EmailTag"], "TemplateTags"]
    #: `metadata` of the email. Absent if there was none or if retention deleted it.
    metadata: Dict[str, str]
    #: Details from the receiving server or provider. Absent if there are none.
    detail: str


class EmailBouncedWebhook(TypedDict):
    """The recipient's mail server refused the email or returned it later."""

    #: Type of the event: `email.bounced`.
    type: Literal['email.bounced']
    #: When the event occurred.
    created_at: str
    data: "EmailBounceData"


_EmailBounceDataRequired = TypedDict(
    "_EmailBounceDataRequired",
    {
        #: Id of the email, as returned by `POST /emails`.
        "email_id": str,
        #: `test`: the email was simulated.
        "mode": Literal['live', 'test'],
        #: Sender of the email.
        "from": str,
        #: `to` list of the email. Cc and Bcc are not included.
        "to": List[str],
        #: Subject of the email.
        "subject": str,
        #: Recipient that the event is about.
        "recipient": str,
    },
)


class EmailBounceData(_EmailBounceDataRequired, total=False):
    """The email, the recipient and the reason of the bounce."""

    #: Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet,
    #: and for test emails.
    message_id: str
    #: Kind of the email. Absent if it has none.
    kind: str
    #: Tags of the email. For an email sent with a template, an object that also contains the template.
    tags: Union[List["EmailTag"], "TemplateTags"]
    #: `metadata` of the email. Absent if there was none or if retention deleted it.
    metadata: Dict[str, str]
    #: Details from the receiving server or provider. Absent if there are none.
    detail: str
    #: Why the email was not delivered, and who can fix it.
    diagnosis: "Diagnosis"
    reply: "EventReply"
    #: `hard`: the address is invalid and now suppressed. `soft`: delivery may succeed later.
    #: `undetermined`: the receiver gave no reason.
    bounce_type: Literal['hard', 'soft', 'undetermined']


class EmailComplainedWebhook(TypedDict):
    """The recipient marked the email as spam and is now suppressed."""

    #: Type of the event: `email.complained`.
    type: Literal['email.complained']
    #: When the event occurred.
    created_at: str
    data: "EmailEventData"


class EmailRejectedWebhook(TypedDict):
    """The provider refused to send the email."""

    #: Type of the event: `email.rejected`.
    type: Literal['email.rejected']
    #: When the event occurred.
    created_at: str
    data: "EmailFailureData"


_EmailFailureDataRequired = TypedDict(
    "_EmailFailureDataRequired",
    {
        #: Id of the email, as returned by `POST /emails`.
        "email_id": str,
        #: `test`: the email was simulated.
        "mode": Literal['live', 'test'],
        #: Sender of the email.
        "from": str,
        #: `to` list of the email. Cc and Bcc are not included.
        "to": List[str],
        #: Subject of the email.
        "subject": str,
        #: Recipient that the event is about.
        "recipient": str,
    },
)


class EmailFailureData(_EmailFailureDataRequired, total=False):
    """The email, the recipient and the reason of the failure."""

    #: Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet,
    #: and for test emails.
    message_id: str
    #: Kind of the email. Absent if it has none.
    kind: str
    #: Tags of the email. For an email sent with a template, an object that also contains the template.
    tags: Union[List["EmailTag"], "TemplateTags"]
    #: `metadata` of the email. Absent if there was none or if retention deleted it.
    metadata: Dict[str, str]
    #: Details from the receiving server or provider. Absent if there are none.
    detail: str
    #: Why the email was not delivered, and who can fix it.
    diagnosis: "Diagnosis"
    reply: "EventReply"


class EmailOpenedWebhook(TypedDict):
    """The email was opened. Only with `track.opens`."""

    #: Type of the event: `email.opened`.
    type: Literal['email.opened']
    #: When the event occurred.
    created_at: str
    data: "EmailEventData"


class EmailClickedWebhook(TypedDict):
    """A link in the email was clicked. Only with `track.clicks`."""

    #: Type of the event: `email.clicked`.
    type: Literal['email.clicked']
    #: When the event occurred.
    created_at: str
    data: "EmailClickData"


_EmailClickDataRequired = TypedDict(
    "_EmailClickDataRequired",
    {
        #: Id of the email, as returned by `POST /emails`.
        "email_id": str,
        #: `test`: the email was simulated.
        "mode": Literal['live', 'test'],
        #: Sender of the email.
        "from": str,
        #: `to` list of the email. Cc and Bcc are not included.
        "to": List[str],
        #: Subject of the email.
        "subject": str,
        #: Recipient that the event is about.
        "recipient": str,
    },
)


class EmailClickData(_EmailClickDataRequired, total=False):
    """The email, the recipient and the clicked link."""

    #: Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet,
    #: and for test emails.
    message_id: str
    #: Kind of the email. Absent if it has none.
    kind: str
    #: Tags of the email. For an email sent with a template, an object that also contains the template.
    tags: Union[List["EmailTag"], "TemplateTags"]
    #: `metadata` of the email. Absent if there was none or if retention deleted it.
    metadata: Dict[str, str]
    #: Details from the receiving server or provider. Absent if there are none.
    detail: str
    #: Target URL of the clicked link.
    url: str


class EmailUnsubscribedWebhook(TypedDict):
    """The recipient unsubscribed through a link in the email."""

    #: Type of the event: `email.unsubscribed`.
    type: Literal['email.unsubscribed']
    #: When the event occurred.
    created_at: str
    data: "EmailEventData"


class EmailFailedWebhook(TypedDict):
    """The email could not be sent. Postrider does not try again."""

    #: Type of the event: `email.failed`.
    type: Literal['email.failed']
    #: When the event occurred.
    created_at: str
    data: "EmailFailureData"


class EmailReceivedWebhook(TypedDict):
    """An email arrived at the reply address of a domain or at one of its inbound addresses."""

    #: Type of the event: `email.received`.
    type: Literal['email.received']
    #: When the email was received.
    created_at: str
    data: "ReceivedData"


_ReceivedDataRequired = TypedDict(
    "_ReceivedDataRequired",
    {
        #: Id of the received email. `GET /inbound/{id}` returns its content and attachments.
        "inbound_id": str,
        #: Sender, as in the From header.
        "from": str,
        #: Addresses in the To header.
        "to": List[str],
        #: Your addresses that received the email, in lowercase, even if no header contains them. Empty for
        #: emails received before this field was added.
        "received_for": List[str],
        #: Inbound rule that matched: `replies`, the reply address; `addresses`, a listed address; `catch_all`.
        #: With several addresses, the rule of the first.
        "rule": Literal['replies', 'addresses', 'catch_all'],
        #: Subject of the email.
        "subject": str,
    },
)


class ReceivedData(_ReceivedDataRequired, total=False):
    """The received email without its content."""

    #: Message-ID of the received email. Absent if it has none.
    message_id: str
    #: Id of the email that this one replies to. Absent if there is none.
    email_id: str
    #: Message-ID of the email that this one replies to.
    in_reply_to_message_id: str
    #: `metadata` of the email that this one replies to.
    metadata: Dict[str, str]
    #: Attachments of the email, without their content. Absent if there are none. At most 100: `GET
    #: /inbound/{id}` lists all.
    attachments: List["InboundAttachment"]


class _InboundAttachmentRequired(TypedDict):
    """Its required fields."""

    #: Index of the attachment in `/inbound/{id}/attachments/{index}`.
    index: int
    #: Name of the file.
    filename: str
    #: Media type, as declared in the email.
    content_type: str
    #: Size of the file in bytes.
    size: int


class InboundAttachment(_InboundAttachmentRequired, total=False):
    """An attachment of a received email."""

    #: Content id that the HTML refers to. Absent if the file is not an inline image.
    content_id: str


class WebhookTestWebhook(TypedDict):
    """A test event from `POST /webhooks/{id}/test`."""

    #: Type of the event: `webhook.test`.
    type: Literal['webhook.test']
    #: When the test was requested.
    created_at: str
    data: "TestData"


class TestData(TypedDict):
    """The tested endpoint."""

    #: Id of the tested endpoint.
    webhook_id: str


class ContactCreatedWebhook(TypedDict):
    """A contact was created."""

    #: Type of the event: `contact.created`.
    type: Literal['contact.created']
    #: When the event occurred.
    created_at: str
    data: "ContactEventData"


class ContactEventData(TypedDict):
    """The contact at the time the webhook is created."""

    #: Type of the object: always `contact`.
    object: Literal['contact']
    #: Id of the contact.
    id: str
    #: Address of the contact.
    email: str
    #: First name. Null if unknown.
    first_name: Union[str, None]
    #: Last name. Null if unknown.
    last_name: Union[str, None]
    #: Your own properties of the contact.
    properties: Dict[str, Any]
    #: Status. Only `SUBSCRIBED` contacts receive bulk email. `BOUNCED` and `COMPLAINED` are set
    #: automatically.
    status: Literal['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']
    #: Explicit topic subscriptions. For other topics `default_opt_in` applies.
    topics: List["ContactTopic"]
    #: When it was created.
    created_at: str
    #: When the contact was last updated.
    updated_at: str


class ContactTopic(TypedDict):
    """A contact's subscription to a topic."""

    #: Slug of the topic.
    topic: str
    #: Whether the contact is subscribed.
    state: Literal['SUBSCRIBED', 'UNSUBSCRIBED']


class ContactUpdatedWebhook(TypedDict):
    """A contact's address, names, properties, status or subscriptions changed."""

    #: Type of the event: `contact.updated`.
    type: Literal['contact.updated']
    #: When the event occurred.
    created_at: str
    data: "ContactEventData"


class ContactDeletedWebhook(TypedDict):
    """A contact was deleted."""

    #: Type of the event: `contact.deleted`.
    type: Literal['contact.deleted']
    #: When the event occurred.
    created_at: str
    data: "DeletedContact"


class DeletedContact(TypedDict):
    """A deleted contact."""

    #: Type of the object: always `contact`.
    object: Literal['contact']
    #: Id of the deleted contact.
    id: str
    #: Always true.
    deleted: Literal[True]


class ContactSubscribedWebhook(TypedDict):
    """A contact subscribed to bulk email or to topics."""

    #: Type of the event: `contact.subscribed`.
    type: Literal['contact.subscribed']
    #: When the event occurred.
    created_at: str
    data: "ContactChangeData"


class ContactChangeData(TypedDict):
    """The contact, and how its subscriptions changed."""

    #: Type of the object: always `contact`.
    object: Literal['contact']
    #: Id of the contact.
    id: str
    #: Address of the contact.
    email: str
    #: First name. Null if unknown.
    first_name: Union[str, None]
    #: Last name. Null if unknown.
    last_name: Union[str, None]
    #: Your own properties of the contact.
    properties: Dict[str, Any]
    #: Status. Only `SUBSCRIBED` contacts receive bulk email. `BOUNCED` and `COMPLAINED` are set
    #: automatically.
    status: Literal['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']
    #: Explicit topic subscriptions. For other topics `default_opt_in` applies.
    topics: List["ContactTopic"]
    #: When it was created.
    created_at: str
    #: When the contact was last updated.
    updated_at: str
    change: "ContactChange"


class _ContactChangeRequired(TypedDict):
    """Its required fields."""

    #: Whether the status of the contact changed.
    status: bool
    #: Slugs of the topics whose subscription changed.
    topics: List[str]
    #: Who or what made the change.
    actor: Literal['api_key', 'user', 'import', 'bounce', 'complaint', 'recipient', 'form', 'automation']


class ContactChange(_ContactChangeRequired, total=False):
    """A change to the subscriptions of a contact."""

    #: Source of the consent. Absent if not recorded.
    source: str


class ContactUnsubscribedWebhook(TypedDict):
    """A contact unsubscribed from bulk email or from topics, bounced or complained."""

    #: Type of the event: `contact.unsubscribed`.
    type: Literal['contact.unsubscribed']
    #: When the event occurred.
    created_at: str
    data: "ContactChangeData"


class _SendEmailResponseRequired(TypedDict):
    """Its required fields."""

    #: Id of the email. Track it with `GET /emails/{id}`.
    id: str


class SendEmailResponse(_SendEmailResponseRequired, total=False):
    """The accepted email."""

    #: Recipients that get no email because they are suppressed. Absent if there are none.
    suppressed: List[str]
    #: Warnings about recipients. Absent if there are none.
    warnings: List["SendWarning"]


class _SendWarningRequired(TypedDict):
    """Its required fields."""

    #: `possible_typo`: the domain looks mistyped. `disposable_suspected`: the domain seems to offer
    #: temporary addresses.
    code: Literal['possible_typo', 'disposable_suspected']
    #: Address that the warning is about.
    address: str


class SendWarning(_SendWarningRequired, total=False):
    """A warning about a recipient. The email is still sent."""

    #: For `possible_typo`: the suggested address.
    suggestion: str


class ErrorBody(TypedDict):
    """Body of every response whose status is not 2xx."""

    #: The error.
    error: "ErrorDetail"


class InvalidField(TypedDict):
    """An invalid field."""

    #: Path of the field. For a query parameter or a header, its name.
    path: str
    #: What is wrong with it.
    message: str


class AuditActor(TypedDict):
    """Who made the change."""

    #: `key`: an API key. `user`: a user of the console. `operator`: the operator of the platform.
    #: `system`: the platform itself.
    type: Literal['key', 'user', 'operator', 'system']
    #: Id of the key or user. Null for other actors.
    id: Union[str, None]
    #: Name of the key or user at that time. Null for other actors.
    name: Union[str, None]


class _ErrorDetailRequired(TypedDict):
    """Its required fields."""

    #: Stable error code for programs. Handle unknown codes by their HTTP status.
    code: Union["ErrorCode", str]
    #: Error message for people. The wording may change. For a `validation_error`, it names each invalid
    #: field.
    message: str


class ErrorDetail(_ErrorDetailRequired, total=False):
    """An error."""

    #: The invalid fields, at most 20. Always present for a `validation_error`; empty if the request is
    #: invalid as a whole.
    fields: List["InvalidField"]
    #: When the object was last changed. Only for a `version_conflict`.
    changed_at: str
    #: Who changed the object last. Only for a `version_conflict`.
    changed_by: "AuditActor"


class _EmailListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["EmailSummary"]


class EmailList(_EmailListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


#: An email in a list.
EmailSummary = TypedDict(
    "EmailSummary",
    {
        #: Type of the object: always `email`.
        "object": Literal['email'],
        #: Id of the email, as returned when it was sent.
        "id": str,
        #: Sender of the email.
        "from": str,
        #: `to` list of the email, including suppressed addresses.
        "to": List[str],
        #: Subject of the email.
        "subject": str,
        #: Current status. With several recipients, the worst outcome once all are known. `unconfirmed`: the
        #: email was handed over, and no outcome was reported.
        "last_event": Literal['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'unconfirmed'],
        #: Why the email has not been sent yet, as it is now. Null if `last_event` can no longer change by
        #: sending. With several recipients, the cause of the one that is due last.
        "waiting": Union["Waiting", None],
        #: Mode of the API key. `test`: the email was simulated and not delivered.
        "mode": Literal['live', 'test'],
        #: Kind of the email. Null if it has none.
        "kind": Union[str, None],
        #: When the email was accepted.
        "created_at": str,
        #: When the email was first handed over. Null until then.
        "sent_at": Union[str, None],
    },
)


class BatchResponse(TypedDict):
    """The results of the batch."""

    #: One result per item, in order.
    data: List[Union["AcceptedItem", "RefusedItem"]]


class _AcceptedItemRequired(TypedDict):
    """Its required fields."""

    #: Id of the email. Track it with `GET /emails/{id}`.
    id: str


class AcceptedItem(_AcceptedItemRequired, total=False):
    """An accepted item."""

    #: Recipients that get no email because they are suppressed. Absent if there are none.
    suppressed: List[str]
    #: Warnings about recipients. Absent if there are none.
    warnings: List["SendWarning"]
    #: The `idempotency_key` was used before for an email with other content: `id` is that email, and this
    #: item was not sent. Absent otherwise.
    idempotent_mismatch: Literal[True]


class RefusedItem(TypedDict):
    """A refused item. The other items are not affected."""

    #: Why the item was refused.
    error: "ErrorDetail"


class EmailCheck(TypedDict):
    """What was found in an email that was not sent."""

    #: Type of the object: always `email_check`.
    object: Literal['email_check']
    #: Size of the HTML part as it is sent: with tracked links, footer and tracking pixel. Without HTML,
    #: that of the text.
    size_bytes: int
    #: What was found, the most severe first; at most 200. Empty if there is nothing to mend.
    findings: List["EmailCheckFinding"]


class _EmailCheckFindingRequired(TypedDict):
    """Its required fields."""

    #: What was found.
    code: Literal['clipped', 'client_support', 'missing_alt', 'missing_text', 'insecure_link', 'broken_link', 'link_mismatch', 'shortener', 'unfilled_variable', 'missing_unsubscribe', 'alignment', 'image_only', 'large_image']
    #: `error`: recipients or the law will object; mend it before sending. `warning`: many readers are
    #: affected. `info`: good to know.
    severity: Literal['error', 'warning', 'info']
    #: What is wrong, for people.
    message: str


class EmailCheckFinding(_EmailCheckFindingRequired, total=False):
    """Something that a check found in an email."""

    #: Part of the email. Absent if it is none of them.
    field: Literal['from', 'subject', 'html', 'text', 'headers', 'attachments']
    #: Line of the field, from 1. Absent if there is none.
    line: int
    #: Mail clients without support. Only for `client_support`.
    clients: List[str]


#: An email with its content and its events.
Email = TypedDict(
    "Email",
    {
        #: Type of the object: always `email`.
        "object": Literal['email'],
        #: Id of the email, as returned when it was sent.
        "id": str,
        #: Sender: an address, or a name and an address.
        "from": str,
        #: `to` list of the email, including suppressed addresses.
        "to": List[str],
        #: `cc` list. Empty if there is none.
        "cc": List[str],
        #: `bcc` list. Empty if there is none.
        "bcc": List[str],
        #: Reply-To address. Null: the sender.
        "reply_to": Union[str, None],
        #: Subject. For a template, the rendered subject.
        "subject": str,
        #: HTML body. Null if there is none, if retention deleted it, and for a live email read with a test
        #: key.
        "html": Union[str, None],
        #: Text body. Null in the same cases as `html`.
        "text": Union[str, None],
        #: Kind of the email. Null if it has none.
        "kind": Union[str, None],
        #: Tags of the email. Null if there are none.
        "tags": Union[List["EmailTag"], None],
        #: When the email was accepted.
        "created_at": str,
        #: When the email is scheduled to be sent. Null if it was not scheduled.
        "scheduled_at": Union[str, None],
        #: When Postrider stops trying to deliver the email. Null: the usual retry time.
        "expires_at": Union[str, None],
        #: When a worker took the email. Null until its first outcome.
        "claimed_at": Union[str, None],
        #: When the email was first handed over. Null until then.
        "sent_at": Union[str, None],
        #: Current status. With several recipients, the worst outcome once all are known. `unconfirmed`: the
        #: email was handed over, and no outcome was reported.
        "last_event": Literal['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'unconfirmed'],
        #: Why the email has not been sent yet, as it is now. Null if `last_event` can no longer change by
        #: sending. With several recipients, the cause of the one that is due last.
        "waiting": Union["Waiting", None],
        #: Mode of the API key. `test`: the email was simulated and not delivered.
        "mode": Literal['live', 'test'],
        #: Message-ID header with angle brackets. Null until the email is handed over, and for test emails.
        "message_id": Union[str, None],
        #: Metadata of the email. Null if there is none or if retention deleted it.
        "metadata": Union[Dict[str, str], None],
        #: Files of the email. Empty if there are none.
        "attachments": List["EmailAttachment"],
        #: Holds of the email, oldest first. Empty if there are none. A hold of reason `operator` or
        #: `restoration` is only shown while it lasts.
        "holds": List["EmailHold"],
        #: Events of all recipients, oldest first: `queued` of each, and the newest 1,000 of all others.
        "events": List["EmailEvent"],
        #: Whether the email has more events than are returned. `GET /email-events` has all events that
        #: webhooks deliver.
        "events_truncated": bool,
    },
)


class EmailAttachment(TypedDict):
    """A file of the email, without its content."""

    #: Name of the file.
    filename: str
    #: Media type of the file.
    content_type: str
    #: Size of the file in bytes.
    size: int


class EmailHold(TypedDict):
    """A period in which the email was not sent because the platform held it."""

    #: `review`: the organization is not approved yet, so its email is screened first. `operator`: an
    #: operator of the platform took the email out of the queue. `restoration`: the email was due when the
    #: database was restored from a backup.
    reason: Literal['review', 'operator', 'restoration']
    #: When the hold began.
    since: str
    #: When the hold ended. Null if it has not.
    until: Union[str, None]


class _EmailEventRequired(TypedDict):
    """Its required fields."""

    #: Type of the event. All types except `queued` and `suppressed` are also sent as webhooks.
    type: Literal['queued', 'sent', 'delivered', 'delivery_delayed', 'late', 'bounced', 'complained', 'rejected', 'opened', 'clicked', 'unsubscribed', 'suppressed', 'failed']
    #: Address of the recipient.
    recipient: str
    #: When the event occurred.
    at: str


class EmailEvent(_EmailEventRequired, total=False):
    """An event of an email for one recipient."""

    #: For `bounced`: `hard` if the address is invalid, `soft` if delivery may succeed later.
    bounce_type: Literal['hard', 'soft', 'undetermined']
    #: Details from the receiving server or provider.
    detail: str
    #: For failed or delayed deliveries: the reason, and who can fix it.
    diagnosis: "Diagnosis"
    #: For `delivery_delayed`: when the next attempt is due.
    next_attempt_at: str
    reply: "EventReply"
    suppression: "EventSuppression"
    #: For `clicked`: target URL of the link. Hidden from a test key that reads a live email.
    url: str
    #: For `opened` and `clicked`: a program did it, such as a scanner of the mail server. Not counted in
    #: metrics. Absent for people.
    automatic: Literal[True]


class EventSuppression(TypedDict):
    """For `suppressed`: the suppression entry that stopped the email."""

    #: Id of the suppression entry.
    id: str
    #: Why the address is suppressed.
    reason: Literal['complaint', 'hard_bounce', 'validation', 'manual', 'unsubscribe']


class RescheduledEmail(TypedDict):
    """A rescheduled email."""

    #: Id of the email, as returned when it was sent.
    id: str
    #: Type of the object: always `email`.
    object: Literal['email']
    #: When the email will be sent.
    scheduled_at: str


class EmailSource(TypedDict):
    """An email as a message."""

    #: Type of the object: always `email_source`.
    object: Literal['email_source']
    #: Id of the email.
    id: str
    #: Headers and bodies as they are delivered (RFC 5322). `[content not shown]` replaces the content of
    #: attachments. Null after the retention period.
    source: Union[str, None]


class CanceledEmail(TypedDict):
    """A canceled email."""

    #: Id of the email, as returned when it was sent.
    id: str
    #: Type of the object: always `email`.
    object: Literal['email']
    #: Always `canceled`.
    status: Literal['canceled']


class CancelEmailsResponse(TypedDict):
    """The results."""

    #: One result per id, in order.
    data: List[Union["CanceledEmail", "RefusedItem"]]


class EmailChange(TypedDict):
    """Results of a change of many emails."""

    #: Type of the object: always `email_change`.
    object: Literal['email_change']
    #: Whether emails were only counted.
    dry_run: bool
    #: Results of this request.
    results: List["EmailChangeResult"]
    #: Cursor for the next request: pass it as `after`. A request counts 5,000 emails or changes 50 at
    #: most, and can end early. Null: all were counted or changed.
    next: Union[str, None]


class EmailChangeResult(TypedDict):
    """Emails with the same result."""

    #: Result: `matched` (dry run), `canceled`, `sent_again`, `repeated` (sent again before with the same
    #: key), or the code of the error that refused it.
    result: str
    #: Number of emails.
    emails: int


class TriedEmail(TypedDict):
    """An email whose next attempt is due."""

    #: Id of the email, as returned when it was sent.
    id: str
    #: Type of the object: always `email`.
    object: Literal['email']
    #: When the next attempt is due.
    due_at: str


class DeliveryAttemptList(TypedDict):
    """The delivery attempts of an email."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Attempts, newest first: at most 200.
    data: List["DeliveryAttempt"]


class DeliveryAttempt(TypedDict):
    """An attempt to deliver an email to a recipient."""

    #: Type of the object: always `delivery_attempt`.
    object: Literal['delivery_attempt']
    #: Address of the recipient.
    recipient: str
    #: Number of the delivery round, from 1. Recipients share rounds.
    round: int
    #: Host that the email was handed to: a mail server or the API of a provider.
    host: str
    #: Name of the transport. Null if the attempt ended before the email left.
    transport: Union[str, None]
    #: IP address that the email left from. Null if unknown.
    source_address: Union[str, None]
    #: TLS of the SMTP connection. Null if there was no connection, if it went to the API of a provider, or
    #: if the attempt is older than this field.
    tls: Union["DeliveryTls", None]
    #: When the attempt started.
    started_at: str
    #: When the attempt ended. Null while it is running.
    finished_at: Union[str, None]
    #: Result. `deferred`: will be tried again. `unconfirmed`: the connection ended without an answer. Null
    #: while it is running.
    result: Union[Literal['accepted', 'deferred', 'bounced', 'unconfirmed'], None]
    #: SMTP reply code. Null if there was no reply.
    reply_code: Union[int, None]
    #: Reply with its code, or why there was none. Null if neither is known.
    reply: Union[str, None]
    #: For a failed attempt: the reason, and who can fix it. Null otherwise.
    diagnosis: Union["Diagnosis", None]
    #: For a deferred attempt: when the next one was due. Null otherwise.
    next_attempt_at: Union[str, None]
    #: Phases of the attempt, in order, each only if it was reached: an open connection that is used again
    #: has no `tls`. `accepted` is part of the first round. Empty while the attempt is running, and if it
    #: is older than this field.
    phases: List["DeliveryPhase"]
    #: SMTP commands (`C: `) and replies (`S: `) of a failed attempt, without message content. Null if it
    #: is not stored.
    conversation: Union[List[str], None]


class DeliveryTls(TypedDict):
    """TLS of an SMTP connection."""

    #: Whether the connection was encrypted.
    encrypted: bool
    #: TLS version. Null if not encrypted.
    version: Union[str, None]
    #: Cipher suite. Null if not encrypted.
    cipher: Union[str, None]
    #: How the certificate was verified: by a certificate authority (`pkix`) or TLSA records (`dane`). Null
    #: if the destination did not require it.
    verified: Union[Literal['pkix', 'dane'], None]


class DeliveryPhase(TypedDict):
    """A phase of a delivery attempt."""

    #: `accepted`: the API accepted the email. `claimed`: a worker took it. `connected`: a connection was
    #: opened, or an open one was free. `tls`: it was encrypted. `data`: the message began to leave.
    #: `reply`: the server answered. `ended`: the attempt ended without an answer.
    phase: Literal['accepted', 'claimed', 'connected', 'tls', 'data', 'reply', 'ended']
    #: When the phase was reached.
    at: str
    #: Milliseconds since the phase before. Null for the first.
    after_ms: Union[int, None]


class CreatedShareLink(TypedDict):
    """A new link, with its URL."""

    #: Type of the object: always `share_link`.
    object: Literal['share_link']
    #: Id of the link.
    id: str
    #: Id of the email.
    email_id: str
    #: Whether the page shows subject and text of the email.
    with_content: bool
    #: Name of the user or key that created the link. Null if it was deleted.
    created_by: Union[str, None]
    #: When it was created.
    created_at: str
    #: When the link stops working.
    expires_at: str
    #: When the page was opened last, to the minute. Null if it was not.
    last_viewed_at: Union[str, None]
    #: URL of the page. It is shown only in this answer.
    url: str


class ShareLinkList(TypedDict):
    """The share links of an email."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Links that work, newest first.
    data: List["ShareLink"]


class ShareLink(TypedDict):
    """A link to a public page about an email."""

    #: Type of the object: always `share_link`.
    object: Literal['share_link']
    #: Id of the link.
    id: str
    #: Id of the email.
    email_id: str
    #: Whether the page shows subject and text of the email.
    with_content: bool
    #: Name of the user or key that created the link. Null if it was deleted.
    created_by: Union[str, None]
    #: When it was created.
    created_at: str
    #: When the link stops working.
    expires_at: str
    #: When the page was opened last, to the minute. Null if it was not.
    last_viewed_at: Union[str, None]


class _EmailWebhookDeliveryListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["WebhookDeliverySummary"]


class EmailWebhookDeliveryList(_EmailWebhookDeliveryListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class WebhookDeliverySummary(TypedDict):
    """A webhook delivery in a list."""

    #: Type of the object: always `webhook_delivery`.
    object: Literal['webhook_delivery']
    #: Id of the delivery, sent as the header `postrider-delivery-id` of every attempt.
    id: str
    #: Id of the endpoint.
    webhook_id: str
    #: Type of the event.
    event_type: Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'email.received', 'webhook.test', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']
    #: Id of the email. Null if the event is not about an email.
    email_id: Union[str, None]
    #: `pending`: will be attempted again. `delivered`: the endpoint answered 2xx. `exhausted`: no more
    #: automatic attempts.
    status: Literal['pending', 'delivered', 'exhausted']
    #: Number of attempts.
    attempt_count: int
    #: Milliseconds until the response or the timeout of the last attempt. Null before the first attempt.
    latency_ms: Union[int, None]
    #: When the next attempt is due. Null if there is none.
    next_attempt_at: Union[str, None]
    #: When the event was recorded.
    created_at: str
    #: When the endpoint last answered 2xx. A replay does not clear it. Null if it never did.
    delivered_at: Union[str, None]


class _InboxListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["InboxEmailSummary"]


class InboxList(_InboxListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


#: An email of the inbox in a list.
InboxEmailSummary = TypedDict(
    "InboxEmailSummary",
    {
        #: Id of the email, as returned when it was sent.
        "id": str,
        #: Sender of the email.
        "from": str,
        #: `to` list of the email, including suppressed addresses.
        "to": List[str],
        #: Subject of the email.
        "subject": str,
        #: Current status. With several recipients, the worst outcome once all are known. `unconfirmed`: the
        #: email was handed over, and no outcome was reported.
        "last_event": Literal['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'unconfirmed'],
        #: Mode of the API key. `test`: the email was simulated and not delivered.
        "mode": Literal['live', 'test'],
        #: When the email was accepted.
        "created_at": str,
        #: Type of the object: always `inbox_email`.
        "object": Literal['inbox_email'],
    },
)


class InboxCleared(TypedDict):
    """How much was deleted from the inbox."""

    #: Type of the object: always `inbox_cleared`.
    object: Literal['inbox_cleared']
    #: Emails that were deleted from the inbox.
    deleted: int
    #: Whether there are more that match. Repeat the request to delete them.
    has_more: bool


#: An email of the inbox as it would be sent.
InboxEmail = TypedDict(
    "InboxEmail",
    {
        #: Id of the email, as returned when it was sent.
        "id": str,
        #: Sender of the email.
        "from": str,
        #: `to` list of the email, including suppressed addresses.
        "to": List[str],
        #: Subject of the email.
        "subject": str,
        #: Current status. With several recipients, the worst outcome once all are known. `unconfirmed`: the
        #: email was handed over, and no outcome was reported.
        "last_event": Literal['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'unconfirmed'],
        #: Mode of the API key. `test`: the email was simulated and not delivered.
        "mode": Literal['live', 'test'],
        #: When the email was accepted.
        "created_at": str,
        #: Type of the object: always `inbox_email`.
        "object": Literal['inbox_email'],
        #: `cc` list. Empty if there is none.
        "cc": List[str],
        #: `bcc` list. Empty if there is none.
        "bcc": List[str],
        #: Tags of the email. Null if there are none.
        "tags": Union[List["EmailTag"], None],
        #: Headers as they would be sent, in order.
        "headers": List["InboxHeader"],
        #: HTML part as it would be sent, with tracked links and footer. Null if there is none.
        "html": Union[str, None],
        #: Text part as it would be sent. Null if there is none.
        "text": Union[str, None],
        #: Codes in the subject and the content, such as a one-time password, without blanks and hyphens; the
        #: likeliest first. Empty if there are none.
        "codes": List[str],
        #: Links of the content as they were written, in order; at most 100.
        "links": List["InboxLink"],
        #: Files of the email. Empty if there are none.
        "attachments": List["InboxAttachment"],
        #: Size of the HTML part as it would be sent. Without HTML, that of the text.
        "size_bytes": int,
        #: What `POST /emails/check` finds in the email, the most severe first. Empty if there is nothing to
        #: mend.
        "findings": List["EmailCheckFinding"],
    },
)


class InboxHeader(TypedDict):
    """A header of the email."""

    #: Name of the header.
    name: str
    #: Its value.
    value: str


class InboxLink(TypedDict):
    """A link of the email."""

    #: Address of the link, before click tracking.
    url: str
    #: Text of the link. Empty if it has none.
    text: str


class InboxAttachment(TypedDict):
    """A file of the email."""

    #: Index of the attachment in `/inbox/{id}/attachments/{index}`.
    index: int
    #: Name of the file.
    filename: str
    #: Media type of the file.
    content_type: str
    #: Size of the file in bytes.
    size: int
    #: Content id that the HTML refers to. Null if it is no inline image.
    content_id: Union[str, None]


class _EmailEventFeedRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Events in the order in which they were recorded.
    data: List["EmailEventEntry"]
    #: Cursor for the next request. Pass it as `after`, even if `data` is empty.
    next_cursor: str
    #: True if the next request may find more events now. A page can be empty and not be the last.
    has_more: bool


class EmailEventFeed(_EmailEventFeedRequired, total=False):
    """A page of email events."""

    #: Events that were recorded after those of `data`, if `recent` was passed. A later response returns
    #: each of them again in `data`, when their order is final: skip the ids that you have handled.
    recent: List["EmailEventEntry"]
    #: Where the next request continues with recent events. Pass it as `recent`.
    recent_cursor: str


class EmailSentEvent(TypedDict):
    """The email was handed over to the receiving server or a provider."""

    #: Type of the event: `email.sent`.
    type: Literal['email.sent']
    #: When the event occurred.
    created_at: str
    data: "EmailHandoverData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class EmailDeliveredEvent(TypedDict):
    """The recipient's mail server accepted the email."""

    #: Type of the event: `email.delivered`.
    type: Literal['email.delivered']
    #: When the event occurred.
    created_at: str
    data: "EmailHandoverData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class EmailDeliveryDelayedEvent(TypedDict):
    """The recipient's mail server temporarily refused the email. Postrider tries again."""

    #: Type of the event: `email.delivery_delayed`.
    type: Literal['email.delivery_delayed']
    #: When the event occurred.
    created_at: str
    data: "EmailDelayData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class EmailLateEvent(TypedDict):
    """The email still waits after the time that the organization has set in `late_after`. At most once for an
    email.
    """

    #: Type of the event: `email.late`.
    type: Literal['email.late']
    #: When the event occurred.
    created_at: str
    data: "EmailEventData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class EmailBouncedEvent(TypedDict):
    """The recipient's mail server refused the email or returned it later."""

    #: Type of the event: `email.bounced`.
    type: Literal['email.bounced']
    #: When the event occurred.
    created_at: str
    data: "EmailBounceData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class EmailComplainedEvent(TypedDict):
    """The recipient marked the email as spam and is now suppressed."""

    #: Type of the event: `email.complained`.
    type: Literal['email.complained']
    #: When the event occurred.
    created_at: str
    data: "EmailEventData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class EmailRejectedEvent(TypedDict):
    """The provider refused to send the email."""

    #: Type of the event: `email.rejected`.
    type: Literal['email.rejected']
    #: When the event occurred.
    created_at: str
    data: "EmailFailureData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class EmailOpenedEvent(TypedDict):
    """The email was opened. Only with `track.opens`."""

    #: Type of the event: `email.opened`.
    type: Literal['email.opened']
    #: When the event occurred.
    created_at: str
    data: "EmailEventData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class EmailClickedEvent(TypedDict):
    """A link in the email was clicked. Only with `track.clicks`."""

    #: Type of the event: `email.clicked`.
    type: Literal['email.clicked']
    #: When the event occurred.
    created_at: str
    data: "EmailClickData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class EmailUnsubscribedEvent(TypedDict):
    """The recipient unsubscribed through a link in the email."""

    #: Type of the event: `email.unsubscribed`.
    type: Literal['email.unsubscribed']
    #: When the event occurred.
    created_at: str
    data: "EmailEventData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class EmailFailedEvent(TypedDict):
    """The email could not be sent. Postrider does not try again."""

    #: Type of the event: `email.failed`.
    type: Literal['email.failed']
    #: When the event occurred.
    created_at: str
    data: "EmailFailureData"
    #: Type of the object: always `email_event`.
    object: Literal['email_event']
    #: Id of the event. The same in webhooks and in every response.
    id: str


class CreatedWebhook(TypedDict):
    """A new endpoint with its signing secret."""

    #: Type of the object: always `webhook`.
    object: Literal['webhook']
    #: Id of the endpoint.
    id: str
    #: URL for deliveries.
    url: str
    #: The event types that are delivered. Empty: all except `contact.*`.
    events: List[Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'email.received', 'webhook.test', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']]
    #: Description. Null: none.
    description: Union[str, None]
    #: Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`.
    #: `resend`: as Resend sends them, with `svix-signature`.
    format: Literal['postrider', 'resend']
    #: `disabled`: nothing is delivered until you enable the endpoint.
    status: Literal['enabled', 'disabled']
    #: Why Postrider disabled the endpoint. `gone`: it answered 410. `failing`: all attempts failed for 5
    #: days. `operator`: an operator of the platform disabled it. Null if Postrider did not disable it.
    disabled_reason: Union[Literal['gone', 'failing', 'operator'], None]
    #: First failure since the last success. Null: not failing.
    failing_since: Union[str, None]
    #: When it was created.
    created_at: str
    #: Secret that deliveries are signed with. With the format `postrider`, the key is the whole secret
    #: including `whsec_`; with `resend`, the base64 after `whsec_`. Store it now: it is returned only
    #: once.
    signing_secret: str


class _WebhookListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["Webhook"]


class WebhookList(_WebhookListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class Webhook(TypedDict):
    """An endpoint that receives events."""

    #: Type of the object: always `webhook`.
    object: Literal['webhook']
    #: Id of the endpoint.
    id: str
    #: URL for deliveries.
    url: str
    #: The event types that are delivered. Empty: all except `contact.*`.
    events: List[Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'email.received', 'webhook.test', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']]
    #: Description. Null: none.
    description: Union[str, None]
    #: Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`.
    #: `resend`: as Resend sends them, with `svix-signature`.
    format: Literal['postrider', 'resend']
    #: `disabled`: nothing is delivered until you enable the endpoint.
    status: Literal['enabled', 'disabled']
    #: Why Postrider disabled the endpoint. `gone`: it answered 410. `failing`: all attempts failed for 5
    #: days. `operator`: an operator of the platform disabled it. Null if Postrider did not disable it.
    disabled_reason: Union[Literal['gone', 'failing', 'operator'], None]
    #: First failure since the last success. Null: not failing.
    failing_since: Union[str, None]
    #: When it was created.
    created_at: str


class RotatedWebhook(TypedDict):
    """An endpoint with its new signing secret."""

    #: Type of the object: always `webhook`.
    object: Literal['webhook']
    #: Id of the endpoint.
    id: str
    #: URL for deliveries.
    url: str
    #: The event types that are delivered. Empty: all except `contact.*`.
    events: List[Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'email.received', 'webhook.test', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']]
    #: Description. Null: none.
    description: Union[str, None]
    #: Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`.
    #: `resend`: as Resend sends them, with `svix-signature`.
    format: Literal['postrider', 'resend']
    #: `disabled`: nothing is delivered until you enable the endpoint.
    status: Literal['enabled', 'disabled']
    #: Why Postrider disabled the endpoint. `gone`: it answered 410. `failing`: all attempts failed for 5
    #: days. `operator`: an operator of the platform disabled it. Null if Postrider did not disable it.
    disabled_reason: Union[Literal['gone', 'failing', 'operator'], None]
    #: First failure since the last success. Null: not failing.
    failing_since: Union[str, None]
    #: When it was created.
    created_at: str
    #: Secret that deliveries are signed with. With the format `postrider`, the key is the whole secret
    #: including `whsec_`; with `resend`, the base64 after `whsec_`. Store it now: it is returned only
    #: once.
    signing_secret: str
    #: Until when deliveries are also signed with the previous secret.
    previous_secret_until: str


class WebhookDelivery(TypedDict):
    """A webhook delivery with its attempts."""

    #: Type of the object: always `webhook_delivery`.
    object: Literal['webhook_delivery']
    #: Id of the delivery, sent as the header `postrider-delivery-id` of every attempt.
    id: str
    #: Id of the endpoint.
    webhook_id: str
    #: Type of the event.
    event_type: Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'email.received', 'webhook.test', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']
    #: Id of the email. Null if the event is not about an email.
    email_id: Union[str, None]
    #: `pending`: will be attempted again. `delivered`: the endpoint answered 2xx. `exhausted`: no more
    #: automatic attempts.
    status: Literal['pending', 'delivered', 'exhausted']
    #: Number of attempts.
    attempt_count: int
    #: Milliseconds until the response or the timeout of the last attempt. Null before the first attempt.
    latency_ms: Union[int, None]
    #: When the next attempt is due. Null if there is none.
    next_attempt_at: Union[str, None]
    #: When the event was recorded.
    created_at: str
    #: When the endpoint last answered 2xx. A replay does not clear it. Null if it never did.
    delivered_at: Union[str, None]
    #: Headers of the request, in the current format of the endpoint.
    request_headers: List["WebhookRequestHeader"]
    #: Body of the request, in the current format of the endpoint. Null if its event was deleted, and for
    #: keys and users without the right to read content.
    body: Union[str, None]
    #: Whether the body was built again from the event. Stored bodies are deleted after the last attempt. A
    #: rebuilt body lacks metadata that was deleted since, and shows a contact as it is now.
    body_rebuilt: bool
    #: Attempts, oldest first. The last 50 are kept.
    attempts: List["WebhookAttempt"]


class WebhookRequestHeader(TypedDict):
    """A header of a webhook request."""

    #: Name of the header.
    name: str
    #: Value of the header. Null if each attempt has a new one, such as the signature.
    value: Union[str, None]


class WebhookAttempt(TypedDict):
    """A delivery attempt."""

    #: Number of the attempt, starting at 1.
    number: int
    #: When the attempt was made.
    at: str
    #: HTTP status of the response. Null if there was none.
    status: Union[int, None]
    #: Milliseconds until the response or the timeout.
    latency_ms: int
    #: Why there was no response, for example `timeout`. Null if there was one.
    error: Union[str, None]
    #: First 4 KB of the response body. Null if there was no response.
    response: Union[str, None]


class _WebhookDeliveryListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["WebhookDeliverySummary"]


class WebhookDeliveryList(_WebhookDeliveryListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class ReplayWebhookDeliveriesResponse(TypedDict):
    """The results."""

    #: One result per id, in order.
    data: List[Union["WebhookDeliverySummary", "RefusedItem"]]


class WebhookReplay(TypedDict):
    """A replay of the events of a period."""

    #: Type of the object: always `webhook_replay`.
    object: Literal['webhook_replay']
    #: Id of the replay.
    id: str
    #: Id of the endpoint.
    webhook_id: str
    #: Start of the period.
    since: str
    #: End of the period.
    until: str
    #: Event types to replay. Empty: all types of the endpoint.
    events: List[Literal['email.sent', 'email.delivered', 'email.delivery_delayed', 'email.late', 'email.bounced', 'email.complained', 'email.rejected', 'email.opened', 'email.clicked', 'email.unsubscribed', 'email.failed', 'contact.created', 'contact.updated', 'contact.deleted', 'contact.subscribed', 'contact.unsubscribed']]
    #: Status of the replay. `stopped`: the endpoint was disabled.
    status: Literal['running', 'finished', 'stopped']
    #: Number of deliveries scheduled so far.
    deliveries: int
    #: When the replay was requested.
    created_at: str
    #: When the replay ended. Null while it is running.
    finished_at: Union[str, None]


class _InboundEmailListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["InboundEmailSummary"]


class InboundEmailList(_InboundEmailListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


#: A received email in a list.
InboundEmailSummary = TypedDict(
    "InboundEmailSummary",
    {
        #: Type of the object: always `inbound_email`.
        "object": Literal['inbound_email'],
        #: Id of the received email.
        "id": str,
        #: Domain that received the email.
        "domain": str,
        #: Id of the email that this one replies to. Null if there is none.
        "email_id": Union[str, None],
        #: Sender, as in the From header.
        "from": str,
        #: Addresses in the To header.
        "to": List[str],
        #: Your addresses that received the email, in lowercase, even if no header contains them. Empty for
        #: emails received before this field was added.
        "received_for": List[str],
        #: Inbound rule that matched: `replies`, the reply address; `addresses`, a listed address; `catch_all`.
        #: With several addresses, the rule of the first.
        "rule": Literal['replies', 'addresses', 'catch_all'],
        #: Subject of the email.
        "subject": str,
        #: True for automatic emails such as out-of-office replies, receipts, reports and bounces.
        "automatic": bool,
        #: SPF result: whether the server may send for the domain.
        "spf": Literal['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror'],
        #: DKIM result of the best signature.
        "dkim": Literal['pass', 'fail', 'neutral', 'none', 'policy', 'temperror', 'permerror'],
        #: DMARC result: whether SPF or DKIM passes for the domain of the From header. Trust only `pass`.
        "dmarc": Literal['pass', 'fail', 'none', 'temperror', 'permerror'],
        #: When the email was received.
        "received_at": str,
        #: When the last reply to it was sent with `POST /inbound/{id}/reply`. Null if there is none.
        "replied_at": Union[str, None],
    },
)


#: A received email with its content.
InboundEmail = TypedDict(
    "InboundEmail",
    {
        #: Type of the object: always `inbound_email`.
        "object": Literal['inbound_email'],
        #: Id of the received email.
        "id": str,
        #: Domain that received the email.
        "domain": str,
        #: Id of the email that this one replies to. Null if there is none.
        "email_id": Union[str, None],
        #: Sender, as in the From header.
        "from": str,
        #: Addresses in the To header.
        "to": List[str],
        #: Your addresses that received the email, in lowercase, even if no header contains them. Empty for
        #: emails received before this field was added.
        "received_for": List[str],
        #: Inbound rule that matched: `replies`, the reply address; `addresses`, a listed address; `catch_all`.
        #: With several addresses, the rule of the first.
        "rule": Literal['replies', 'addresses', 'catch_all'],
        #: Subject of the email.
        "subject": str,
        #: True for automatic emails such as out-of-office replies, receipts, reports and bounces.
        "automatic": bool,
        #: SPF result: whether the server may send for the domain.
        "spf": Literal['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror'],
        #: DKIM result of the best signature.
        "dkim": Literal['pass', 'fail', 'neutral', 'none', 'policy', 'temperror', 'permerror'],
        #: DMARC result: whether SPF or DKIM passes for the domain of the From header. Trust only `pass`.
        "dmarc": Literal['pass', 'fail', 'none', 'temperror', 'permerror'],
        #: When the email was received.
        "received_at": str,
        #: When the last reply to it was sent with `POST /inbound/{id}/reply`. Null if there is none.
        "replied_at": Union[str, None],
        #: Message-ID of the received email. Null if it has none.
        "message_id": Union[str, None],
        #: Message-ID of the email that this one replies to. Null if unknown.
        "in_reply_to_message_id": Union[str, None],
        #: Metadata of the email that this one replies to. Null if there is none.
        "metadata": Union[Dict[str, str], None],
        #: HTML body. Null if there is none, if retention deleted it, and for a test key.
        "html": Union[str, None],
        #: Text body. Null in the same cases as `html`.
        "text": Union[str, None],
        #: Text body without quoted text. Null in the same cases as `html`.
        "reply_text": Union[str, None],
        #: Header fields in order, unfolded. Null in the same cases as `html`.
        "headers": Union[List["InboundHeader"], None],
        "authentication": "InboundAuthentication",
        #: Attachments of the email.
        "attachments": List["InboundAttachment"],
        "reply_defaults": "ReplyDefaults",
    },
)


class InboundHeader(TypedDict):
    """A header field."""

    #: Name of the header field.
    name: str
    #: Value of the header field.
    value: str


class InboundAuthentication(TypedDict):
    """Authentication results of the email."""

    spf: "InboundSpf"
    dkim: "InboundDkim"
    dmarc: "InboundDmarc"


class InboundSpf(TypedDict):
    """SPF check of the sending server."""

    #: SPF result: whether the server may send for the domain (RFC 7208).
    result: Literal['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror']
    #: Domain of MAIL FROM, or of HELO if MAIL FROM is empty. Null if there is none.
    domain: Union[str, None]


class InboundDkim(TypedDict):
    """DKIM check of the signatures."""

    #: Result of the best signature. `none` if there is none.
    result: Literal['pass', 'fail', 'neutral', 'none', 'policy', 'temperror', 'permerror']
    #: The DKIM signatures of the email.
    signatures: List["InboundSignature"]


class _InboundSignatureRequired(TypedDict):
    """Its required fields."""

    #: Result of the signature (RFC 6376).
    result: Literal['pass', 'fail', 'neutral', 'none', 'policy', 'temperror', 'permerror']
    #: Signing domain.
    domain: str
    #: Selector of the key.
    selector: str


class InboundSignature(_InboundSignatureRequired, total=False):
    """A DKIM signature."""

    #: What is wrong with the signature. Absent if nothing is.
    comment: str


class _InboundDmarcRequired(TypedDict):
    """Its required fields."""

    #: DMARC result: whether SPF or DKIM passes for the domain of the From header (RFC 7489).
    result: Literal['pass', 'fail', 'none', 'temperror', 'permerror']
    #: Domain whose policy was applied. Null if there is none.
    domain: Union[str, None]


class InboundDmarc(_InboundDmarcRequired, total=False):
    """DMARC check of the From header."""

    #: Policy of the domain. Absent if there is none.
    policy: str


#: What `POST /inbound/{id}/reply` uses for fields that its body leaves out.
ReplyDefaults = TypedDict(
    "ReplyDefaults",
    {
        #: Sender: the address that received the email, or for the rule `replies` the sender of the email that
        #: it answers. Null if its domain is not verified: a reply then needs `from`.
        "from": Union[str, None],
        #: Recipients: the Reply-To addresses of the email, 5 at most, else its sender. Retention deletes
        #: Reply-To, and a test key does not see it. Empty if there is no usable address.
        "to": List[str],
        #: Reply-To address: for the rule `replies` the address that receives replies. Null: the sender.
        "reply_to": Union[str, None],
        #: Subject of the email, with `Re:` in front.
        "subject": str,
    },
)


class Conversation(TypedDict):
    """Sent and received emails that belong together."""

    #: Emails of the conversation, oldest first: the newest 100.
    data: List["ConversationEntry"]
    #: Whether older emails are left out, because there are more than 100.
    truncated: bool


#: A sent or received email of a conversation.
ConversationEntry = TypedDict(
    "ConversationEntry",
    {
        #: `sent`: an email of yours, see `GET /emails/{id}`. `received`: a received email, see `GET
        #: /inbound/{id}`.
        "type": Literal['sent', 'received'],
        #: Id of the email.
        "id": str,
        #: Sender, as in the From header.
        "from": str,
        #: Addresses in the To header.
        "to": List[str],
        #: Subject of the email.
        "subject": str,
        #: First 200 characters of the text, without quoted text if the email was received. Null if there is no
        #: text, if retention deleted it, and for a test key.
        "preview": Union[str, None],
        #: Number of attachments.
        "attachment_count": int,
        #: Id of the email in this conversation that this one replies to. Null if unknown.
        "replies_to": Union[str, None],
        #: When it was accepted for sending, or received.
        "at": str,
        #: Status of a sent email. Null if it was received.
        "last_event": Union[Literal['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'unconfirmed'], None],
        #: True for a received email that a program wrote.
        "automatic": bool,
        #: DMARC result of a received email. Null if it was sent.
        "dmarc": Union[Literal['pass', 'fail', 'none', 'temperror', 'permerror'], None],
    },
)


class Template(TypedDict):
    """A template with its draft."""

    #: Type of the object: always `template`.
    object: Literal['template']
    #: Id of the template.
    id: str
    #: Slug of the template.
    slug: str
    #: Name of the template.
    name: str
    #: `draft`: never published. `published`: can be sent. `archived`: cannot be sent.
    status: Literal['draft', 'published', 'archived']
    #: Latest published version. Null if there is none.
    current_version: Union[int, None]
    #: When the latest version was published. Null if there is none.
    published_at: Union[str, None]
    #: When it was created.
    created_at: str
    #: When the template was last updated.
    updated_at: str
    #: Subject of the draft. Null if there is none.
    subject: Union[str, None]
    #: Document of the draft, from which `html` and `text` were rendered. Null if it has none.
    document: Union["EmailDocumentOutput", None]
    #: HTML body of the draft. Null if there is none.
    html: Union[str, None]
    #: Text body of the draft. Null if there is none.
    text: Union[str, None]
    #: Variables of the draft.
    variables: List["TemplateVariable"]


class _TemplateVariableRequired(TypedDict):
    """Its required fields."""

    #: Name of the variable, a path into objects.
    key: str
    #: Type of the value.
    type: Literal['string', 'number', 'boolean', 'list', 'object']
    #: Whether a send must set it.
    required: bool


class TemplateVariable(_TemplateVariableRequired, total=False):
    """A variable of the template."""

    #: Value used when a send does not set it. Absent if there is none.
    fallback: Any


class _TemplateListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["TemplateSummary"]


class TemplateList(_TemplateListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class TemplateSummary(TypedDict):
    """A template in a list."""

    #: Type of the object: always `template`.
    object: Literal['template']
    #: Id of the template.
    id: str
    #: Slug of the template.
    slug: str
    #: Name of the template.
    name: str
    #: `draft`: never published. `published`: can be sent. `archived`: cannot be sent.
    status: Literal['draft', 'published', 'archived']
    #: Latest published version. Null if there is none.
    current_version: Union[int, None]
    #: When the latest version was published. Null if there is none.
    published_at: Union[str, None]
    #: When it was created.
    created_at: str
    #: When the template was last updated.
    updated_at: str


class RenderedTemplate(TypedDict):
    """The rendered content."""

    #: Type of the object: always `rendered_template`.
    object: Literal['rendered_template']
    #: Rendered subject.
    subject: str
    #: Rendered HTML body. Null if the template has none.
    html: Union[str, None]
    #: Rendered text body. Null if the template has none.
    text: Union[str, None]


class _TemplateVersionListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["TemplateVersionSummary"]


class TemplateVersionList(_TemplateVersionListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class TemplateVersionSummary(TypedDict):
    """A template version in a list."""

    #: Type of the object: always `template_version`.
    object: Literal['template_version']
    #: Number of the version, from 1.
    version: int
    #: Subject of the version.
    subject: str
    #: When the version was published.
    published_at: str
    #: Who published the version. Null if it was published before this was stored.
    published_by: Union["AuditActor", None]


class TemplateVersion(TypedDict):
    """A published version of a template. It never changes."""

    #: Type of the object: always `template_version`.
    object: Literal['template_version']
    #: Number of the version, from 1.
    version: int
    #: Subject of the version.
    subject: str
    #: When the version was published.
    published_at: str
    #: Who published the version. Null if it was published before this was stored.
    published_by: Union["AuditActor", None]
    #: Document of the version, from which `html` and `text` were rendered. Null if it has none.
    document: Union["EmailDocumentOutput", None]
    #: HTML body of the version. Null if it has none.
    html: Union[str, None]
    #: Text body of the version. Null if it has none.
    text: Union[str, None]
    #: Variables of the version.
    variables: List["TemplateVariable"]


class TemplateUses(TypedDict):
    """Where a template is used."""

    #: Type of the object: always `template_uses`.
    object: Literal['template_uses']
    #: Automations whose current steps name the template by id or slug, newest first.
    automations: List["TemplateAutomation"]
    #: Broadcasts that use the template, newest first, up to 20.
    broadcasts: List["TemplateBroadcast"]
    #: Whether there can be more broadcasts: more than are shown, or older than the newest 2,000 of the
    #: organization.
    broadcasts_truncated: bool


class TemplateAutomation(TypedDict):
    """An automation that uses the template."""

    #: Id of the automation.
    id: str
    #: Name of the automation.
    name: str
    #: Status of the automation.
    status: Literal['active', 'paused']


class TemplateBroadcast(TypedDict):
    """A broadcast that uses the template."""

    #: Id of the broadcast.
    id: str
    #: Name of the broadcast.
    name: str
    #: Status of the broadcast.
    status: Literal['draft', 'scheduled', 'testing', 'sent', 'canceled']


class Image(TypedDict):
    """An image for emails, signup pages and the logo."""

    #: Type of the object: always `image`.
    object: Literal['image']
    #: Id of the image.
    id: str
    #: Name of the image.
    name: str
    #: Alternative text. Null: none yet. Empty: the image is decorative.
    alt: Union[str, None]
    #: Public URL of the image, for emails and pages. It needs no key and never shows another image.
    url: str
    #: Media type of the stored image. WebP is stored as PNG, JPEG or GIF.
    content_type: Literal['image/png', 'image/jpeg', 'image/gif']
    #: Width of the stored image in pixels, at most 1,200.
    width: int
    #: Height of the stored image in pixels, at most 4,800.
    height: int
    #: Whether the image has several frames.
    animated: bool
    #: Size of the stored image in bytes. Counts toward the limit of the plan.
    bytes: int
    #: When it was uploaded.
    created_at: str


class _ImageListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["Image"]


class ImageList(_ImageListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class SavedBlock(TypedDict):
    """Blocks that can be inserted into the document of any email."""

    #: Type of the object: always `saved_block`.
    object: Literal['saved_block']
    #: Id of the saved block.
    id: str
    #: Name of the saved block.
    name: str
    #: When it was saved.
    created_at: str
    #: When it was last changed.
    updated_at: str
    #: Blocks from top to bottom.
    blocks: List[Union["DocumentParagraphOutput", "DocumentHeadingOutput", "DocumentQuoteOutput", "DocumentListOutput", "DocumentImageOutput", "DocumentButtonOutput", "DocumentDividerOutput", "DocumentSpacerOutput", "DocumentSocialOutput", "DocumentLogoOutput", "DocumentFooterOutput", "DocumentColumnsOutput"]]


class _SavedBlockListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["SavedBlockSummary"]


class SavedBlockList(_SavedBlockListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class SavedBlockSummary(TypedDict):
    """A saved block without its content."""

    #: Type of the object: always `saved_block`.
    object: Literal['saved_block']
    #: Id of the saved block.
    id: str
    #: Name of the saved block.
    name: str
    #: When it was saved.
    created_at: str
    #: When it was last changed.
    updated_at: str


class Domain(TypedDict):
    """A sending domain with its DNS records."""

    #: Type of the object: always `domain`.
    object: Literal['domain']
    #: Id of the domain.
    id: str
    #: Name of the domain.
    name: str
    #: `pending`: waiting for DNS records. `verified`: can send. `failed`: records were not found in time
    #: or were removed. `disabled`: being deleted.
    status: Literal['pending', 'verified', 'failed', 'disabled']
    #: Why the domain failed. `not_verified`: records were not found within 72 hours. `records_lost`:
    #: records were missing for 72 hours. `claimed_by_another`: another organization proved that it owns
    #: the domain. Null if it did not fail.
    failed_reason: Union[Literal['not_verified', 'records_lost', 'claimed_by_another'], None]
    #: `transactional`, or `bulk`, which also accepts bulk kinds.
    stream: Literal['transactional', 'bulk']
    #: `manual`: you publish the DNS records. `cloudflare`: Postrider publishes them.
    dns_mode: Literal['manual', 'cloudflare']
    #: When it was added.
    created_at: str
    #: When it was verified. Null: not verified.
    verified_at: Union[str, None]
    #: When the records were last checked. Null until the first check.
    last_checked_at: Union[str, None]
    #: Host for bounces (return path).
    return_path: str
    #: Host for tracked links.
    tracking_host: str
    #: Address for `reply_to` whose replies arrive as `email.received`.
    reply_address: str
    inbound: "InboundRule"
    dkim: "DomainDkim"
    #: DNS records to publish.
    records: List["DomainRecord"]


class InboundRule(TypedDict):
    """Which emails the domain receives."""

    #: `replies`: only replies to `reply_address`. `addresses`: also emails to the listed addresses.
    #: `catch_all`: also emails to any address of the domain. The last two need the `INBOUND` record.
    mode: Literal['replies', 'addresses', 'catch_all']
    #: Local parts (before the @) in lowercase, without `+tag`.
    addresses: List[str]


class DomainDkim(TypedDict):
    """DKIM signing of the domain."""

    #: DKIM selector.
    selector: str


class _DomainRecordRequired(TypedDict):
    """Its required fields."""

    #: Purpose of the record. `REPLY`: replies. `INBOUND`: emails to addresses of the domain; only with the
    #: inbound modes `addresses` and `catch_all`. `MTA_STS`: host and version of the MTA-STS policy; only
    #: with a policy, which is set in the console. `TLS_RPT`: reports of other mail servers about TLS; only
    #: for domains that receive email or have such a policy.
    record: Literal['DKIM', 'SPF', 'MX', 'DMARC', 'TRACKING', 'REPLY', 'INBOUND', 'MTA_STS', 'TLS_RPT']
    #: DNS record type.
    type: Literal['TXT', 'MX', 'CNAME']
    #: Full name of the record.
    name: str
    #: Value to publish.
    value: str
    #: TTL in seconds.
    ttl: int
    #: Whether the record is required for verification.
    required: bool
    #: Result of the last check. `pending`: not checked yet. `mismatch`: found with another value.
    status: Literal['pending', 'verified', 'missing', 'mismatch']
    #: Values found by the last check. Empty if there were none.
    observed: List[str]


class DomainRecord(_DomainRecordRequired, total=False):
    """A DNS record to publish, and its current state."""

    #: Priority. Only for MX records.
    priority: int
    #: What is wrong with the record. Absent if nothing is.
    error: str
    #: How to improve a valid record. Absent if there is nothing to improve.
    hint: str


class _DomainListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["Domain"]


class DomainList(_DomainListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class Dmarc(TypedDict):
    """Aggregated DMARC reports about a domain."""

    #: Type of the object: always `dmarc`.
    object: Literal['dmarc']
    #: The domain.
    domain: str
    #: Number of days returned.
    days: int
    totals: "DmarcTotals"
    #: One row per day, oldest first.
    series: List["DmarcDay"]
    #: The 100 addresses with the most messages.
    sources: List["DmarcSource"]
    #: The 20 reasons with the most messages, without those of reports that did not pass DMARC themselves.
    reasons: List["DmarcReason"]


class DmarcTotals(TypedDict):
    """Totals over all days."""

    #: Messages with the domain in their From header.
    messages: int
    #: Messages that passed: aligned DKIM or SPF.
    passed: int
    #: Messages that failed both.
    failed: int
    #: Messages that your policy sent to quarantine (spam).
    quarantined: int
    #: Messages that your policy rejected.
    rejected: int
    #: Messages with a valid, aligned DKIM signature.
    dkim_aligned: int
    #: Messages with an aligned SPF pass.
    spf_aligned: int
    #: Number of reports received.
    reports: int
    #: Messages in reports that did not pass DMARC themselves, so that their author is unverified. Not
    #: included in the other counts.
    unauthenticated: int


class DmarcDay(TypedDict):
    """Counts of one day."""

    #: Messages with the domain in their From header.
    messages: int
    #: Messages that passed: aligned DKIM or SPF.
    passed: int
    #: Messages that failed both.
    failed: int
    #: Messages that your policy sent to quarantine (spam).
    quarantined: int
    #: Messages that your policy rejected.
    rejected: int
    #: Day (UTC).
    day: str


class DmarcSource(TypedDict):
    """Counts of one sending IP address."""

    #: Messages with the domain in their From header.
    messages: int
    #: Messages that passed: aligned DKIM or SPF.
    passed: int
    #: Messages that failed both.
    failed: int
    #: Messages that your policy sent to quarantine (spam).
    quarantined: int
    #: Messages that your policy rejected.
    rejected: int
    #: Messages with a valid, aligned DKIM signature.
    dkim_aligned: int
    #: Messages with an aligned SPF pass.
    spf_aligned: int
    #: IP address that sent the messages.
    source_ip: str
    #: Reverse DNS name of the address, if it leads back to it. Null: there is none, or it was not looked
    #: up yet.
    host_name: Union[str, None]
    #: `own`: Postrider sent the messages. `forwarder`: another server forwarded most of them. `service`: a
    #: known email service. `unknown`: none of these.
    type: Literal['own', 'forwarder', 'service', 'unknown']
    #: Name of the email service, if it is known.
    service: Union[str, None]
    #: First day (UTC) with a report of this address, of the last 90 days.
    first_day: str
    #: Whether the first report of this address is of the last seven days.
    is_new: bool
    #: Reporters, up to ten.
    reporters: List[str]


class DmarcReason(TypedDict):
    """Why receivers did something other than the DMARC policy requests. Some receivers also name a requirement
    here that the messages did not meet.
    """

    #: Type of the reason. `forwarded`, `mailing_list`, `trusted_forwarder`: an intermediary passed the
    #: messages on. `local_policy`: a rule of the receiver. `policy_test_mode`: the DMARC record has `t=y`.
    #: `sampled_out`: the obsolete tag `pct`.
    type: Literal['forwarded', 'mailing_list', 'trusted_forwarder', 'local_policy', 'policy_test_mode', 'sampled_out', 'other']
    #: Comment of the receiver, up to 255 characters.
    comment: Union[str, None]
    #: Messages that the reason was given for.
    messages: int
    #: Domains that sent these reports, confirmed by DMARC, up to ten.
    reporters: List[str]
    #: IP addresses that sent the messages, up to ten.
    source_ips: List[str]
    #: First day (UTC) with this reason.
    first_day: str
    #: Last day (UTC) with this reason.
    last_day: str


class KeyIdentity(TypedDict):
    """The API key of the request."""

    #: Type of the object: always `api_key`.
    object: Literal['api_key']
    #: Id of the key. Also the user name for SMTP.
    id: str
    #: Name of the key.
    name: str
    #: `live`: emails are sent. `test`: emails are simulated.
    mode: Literal['live', 'test']
    #: Permission of the key. `FULL` includes `SEND`; `ADMIN` includes both.
    permission: Literal['SEND', 'FULL', 'ADMIN']
    #: Names of the domains that the key may send from: its restriction, or all verified domains.
    domains: List[str]
    #: Addresses and domains that the key may send to. Empty: any.
    allowed_recipients: List[str]
    #: Whether the key may send templates only.
    templates_only: bool


class CreatedApiKey(TypedDict):
    """A new API key with its token."""

    #: Type of the object: always `api_key`.
    object: Literal['api_key']
    #: Id of the key. Also the user name for SMTP.
    id: str
    #: Name of the key.
    name: str
    #: Permission of the key. `FULL` includes `SEND`; `ADMIN` includes both.
    permission: Literal['SEND', 'FULL', 'ADMIN']
    #: `live`: emails are sent. `test`: emails are simulated.
    mode: Literal['live', 'test']
    #: Domains that the key is restricted to. Empty if it may use all.
    domains: List[str]
    #: First 12 characters of the token, to recognize the key by.
    prefix: str
    #: `rotated`: replaced, and valid for 24 hours after the rotation. `revoked` and `expired` keys are
    #: refused.
    status: Literal['active', 'rotated', 'revoked', 'expired']
    rights: "ApiKeyRights"
    #: Requests per second. Null: the default of 10; 0: no limit.
    rate_limit: Union[int, None]
    #: CIDR ranges that the key may be used from. Empty: any address.
    allowed_ips: List[str]
    #: Addresses and domains that the key may send to. Empty: any.
    allowed_recipients: List[str]
    #: Whether the key may send templates only.
    templates_only: bool
    #: Recipients that the key may send to on a day (UTC). Null: no limit.
    daily_limit: Union[int, None]
    #: Who created the key. Null for a key that a parent organization created.
    created_by: Union["ApiKeyCreator", None]
    #: Id of the key that replaced it. Null: none.
    replaced_by: Union[str, None]
    #: When it was created.
    created_at: str
    #: When it expires. Null: never.
    expires_at: Union[str, None]
    #: When the key was last used, accurate to a few minutes. Null if it was never used.
    last_used_at: Union[str, None]
    #: Token for the Authorization header. Store it now: it is returned only once.
    token: str


class ApiKeyRights(TypedDict):
    """What a key may read besides its permission."""

    #: Whether the key may read bodies and attachments.
    content: bool
    #: Whether the key may export lists.
    export: bool


class ApiKeyCreator(TypedDict):
    """Who created a key."""

    #: `key`: an API key. `user`: a user of the console. `operator`: the operator of the platform.
    type: Literal['key', 'user', 'operator']
    #: Id of the key or user. Null for an operator.
    id: Union[str, None]
    #: Name at that time.
    name: Union[str, None]


class _ApiKeyListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["ApiKey"]


class ApiKeyList(_ApiKeyListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class ApiKey(TypedDict):
    """An API key without its token."""

    #: Type of the object: always `api_key`.
    object: Literal['api_key']
    #: Id of the key. Also the user name for SMTP.
    id: str
    #: Name of the key.
    name: str
    #: Permission of the key. `FULL` includes `SEND`; `ADMIN` includes both.
    permission: Literal['SEND', 'FULL', 'ADMIN']
    #: `live`: emails are sent. `test`: emails are simulated.
    mode: Literal['live', 'test']
    #: Domains that the key is restricted to. Empty if it may use all.
    domains: List[str]
    #: First 12 characters of the token, to recognize the key by.
    prefix: str
    #: `rotated`: replaced, and valid for 24 hours after the rotation. `revoked` and `expired` keys are
    #: refused.
    status: Literal['active', 'rotated', 'revoked', 'expired']
    rights: "ApiKeyRights"
    #: Requests per second. Null: the default of 10; 0: no limit.
    rate_limit: Union[int, None]
    #: CIDR ranges that the key may be used from. Empty: any address.
    allowed_ips: List[str]
    #: Addresses and domains that the key may send to. Empty: any.
    allowed_recipients: List[str]
    #: Whether the key may send templates only.
    templates_only: bool
    #: Recipients that the key may send to on a day (UTC). Null: no limit.
    daily_limit: Union[int, None]
    #: Who created the key. Null for a key that a parent organization created.
    created_by: Union["ApiKeyCreator", None]
    #: Id of the key that replaced it. Null: none.
    replaced_by: Union[str, None]
    #: When it was created.
    created_at: str
    #: When it expires. Null: never.
    expires_at: Union[str, None]
    #: When the key was last used, accurate to a few minutes. Null if it was never used.
    last_used_at: Union[str, None]


class _SuppressionListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["Suppression"]


class SuppressionList(_SuppressionListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class _SuppressionRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `suppression`.
    object: Literal['suppression']
    #: Id of the entry.
    id: str
    #: Address in lowercase with an ASCII domain. For a deleted contact, `sha256:` and a hash.
    email: str
    #: Why the address is suppressed. `complaint`: marked as spam. `hard_bounce`: invalid. `validation`:
    #: found unusable. `manual`: added by you. `unsubscribe`: unsubscribed, which stops only bulk email.
    reason: Literal['complaint', 'hard_bounce', 'validation', 'manual', 'unsubscribe']
    #: `organization`: all email of the organization. `domain`: email of one sending domain.
    scope: Literal['organization', 'domain']
    #: When it was created.
    created_at: str


class Suppression(_SuppressionRequired, total=False):
    """An address that gets no email."""

    #: Sending domain. Only with the scope `domain`.
    domain: str
    #: Id of the email that caused the entry. Absent if there is none.
    source_email_id: str
    #: When the entry expires. Absent if it does not.
    expires_at: str


class SuppressionCounts(TypedDict):
    """Number of suppressed addresses by reason."""

    #: Type of the object: always `suppression_counts`.
    object: Literal['suppression_counts']
    #: One item for each reason.
    reasons: List["SuppressionReasonCount"]


class SuppressionReasonCount(TypedDict):
    """Number of entries with a reason."""

    #: Reason of the entries.
    reason: Literal['complaint', 'hard_bounce', 'validation', 'manual', 'unsubscribe']
    #: Number of entries in force, up to 10000.
    count: int
    #: Whether there are more than 10000 entries, and not all were counted.
    truncated: bool


class _SuppressionImportRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `suppression_import`.
    object: Literal['suppression_import']
    #: Id of the import.
    id: str
    #: Status of the import. If `failed`, `error` says why.
    status: Literal['queued', 'running', 'finished', 'failed']
    #: Size of the file in bytes.
    bytes: int
    #: Number of bytes processed.
    bytes_read: int
    #: Number of rows processed, without the header row.
    rows_read: int
    #: When the file was uploaded.
    created_at: str
    #: Format of the file, detected from its header row.
    format: Literal['postmark', 'ses', 'sendgrid', 'mailgun', 'mailchimp', 'listmonk', 'kit', 'brevo', 'mailerlite', 'klaviyo', 'activecampaign', 'constantcontact', 'campaignmonitor', 'hubspot', 'beehiiv', 'substack', 'resend', 'plain']
    #: Number of entries added or changed to a stronger reason.
    rows_added: int
    #: Number of entries that existed with the same or a stronger reason.
    rows_unchanged: int
    #: Number of invalid rows. `GET /suppressions/imports/{id}/refused` lists them with the reason.
    rows_refused: int


class SuppressionImport(_SuppressionImportRequired, total=False):
    """An import of suppressed addresses."""

    #: Name of the file. Absent if the upload did not give one.
    filename: str
    #: Why the import failed. Rows processed before the failure are kept. Absent if it did not fail.
    error: str
    #: When processing started. Absent until then.
    started_at: str
    #: When processing ended. Absent until then.
    finished_at: str
    #: Sending domain to which the entries are limited. Absent: the whole organization.
    domain: str


class _SuppressionImportListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["SuppressionImport"]


class SuppressionImportList(_SuppressionImportListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class _MetricsRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `metrics`.
    object: Literal['metrics']
    #: Number of days returned.
    days: int
    #: Name of the domain. Null: the whole organization.
    domain: Union[str, None]
    #: One row per day, oldest first.
    series: List["MetricsDay"]
    totals: "MetricCounters"
    rates: "MetricRates"


class Metrics(_MetricsRequired, total=False):
    """Daily sending counts, by recipient of live email."""

    #: The requested facet. Absent without `facet`.
    facet: Literal['provider', 'key', 'template', 'kind']
    #: One row per value of the facet. Absent without `facet`.
    by: List["MetricsGroup"]


class MetricsDay(TypedDict):
    """Counts of one day."""

    #: Recipients whose email was handed over.
    sent: int
    #: Recipients whose mail server accepted the email.
    delivered: int
    #: Recipients whose address is invalid (hard bounces).
    bouncedHard: int
    #: Recipients whose email bounced for another reason (soft bounces).
    bouncedSoft: int
    #: Recipients who marked the email as spam.
    complained: int
    #: Recipients who opened the email. Only tracked emails count.
    opened: int
    #: Recipients who clicked a link. Only tracked emails count.
    clicked: int
    #: Recipients who unsubscribed.
    unsubscribed: int
    #: Day (UTC).
    day: str


class MetricCounters(TypedDict):
    """Totals of live email over all days."""

    #: Recipients whose email was handed over.
    sent: int
    #: Recipients whose mail server accepted the email.
    delivered: int
    #: Recipients whose address is invalid (hard bounces).
    bouncedHard: int
    #: Recipients whose email bounced for another reason (soft bounces).
    bouncedSoft: int
    #: Recipients who marked the email as spam.
    complained: int
    #: Recipients who opened the email. Only tracked emails count.
    opened: int
    #: Recipients who clicked a link. Only tracked emails count.
    clicked: int
    #: Recipients who unsubscribed.
    unsubscribed: int


class MetricRates(TypedDict):
    """Rates over all days. 0 if there is nothing to divide by. Attempted recipients are `sent`, or `delivered`
    and bounces together if these are more: a recipient that a mail server refuses at once bounces without
    being sent.
    """

    #: `delivered` divided by attempted recipients. A fraction from 0 to 1.
    delivery: float
    #: Hard and soft bounces divided by attempted recipients. A fraction from 0 to 1.
    bounce: float
    #: `bouncedHard` divided by attempted recipients. A fraction from 0 to 1.
    hardBounce: float
    #: `bouncedSoft` divided by attempted recipients. A fraction from 0 to 1.
    softBounce: float
    #: `complained` divided by `delivered`. Keep it below 0.001: above, mailbox providers start to filter
    #: your email. A fraction from 0 to 1.
    complaint: float
    #: `opened` divided by `delivered`. A fraction from 0 to 1.
    open: float
    #: `clicked` divided by `delivered`. A fraction from 0 to 1.
    click: float


class MetricsGroup(TypedDict):
    """Counts of one provider, key, template or kind."""

    #: Recipients whose email was handed over.
    sent: int
    #: Recipients whose mail server accepted the email.
    delivered: int
    #: Recipients whose address is invalid (hard bounces).
    bouncedHard: int
    #: Recipients whose email bounced for another reason (soft bounces).
    bouncedSoft: int
    #: Recipients who marked the email as spam.
    complained: int
    #: Recipients who opened the email. Only tracked emails count.
    opened: int
    #: Recipients who clicked a link. Only tracked emails count.
    clicked: int
    #: Recipients who unsubscribed.
    unsubscribed: int
    #: Key of the row: the id, kind or provider.
    key: str
    #: Display name of the row.
    label: str
    #: Delayed deliveries.
    delayed: int
    #: Replies with which a provider blocked or throttled the email.
    blocked: int


class Deliverability(TypedDict):
    """How mailbox providers receive your live email."""

    #: Type of the object: always `deliverability`.
    object: Literal['deliverability']
    #: Number of days that the provider figures cover.
    days: int
    #: Name of the domain. Null: the whole organization.
    domain: Union[str, None]
    #: The 50 providers with the most recipients, first.
    providers: List["DeliverabilityProvider"]
    #: Current problems, the most severe first. Empty if there are none.
    findings: List["DeliverabilityFinding"]
    #: What Google Postmaster Tools says about your domains. Null: the operator has not set it up.
    google_postmaster: Union["GooglePostmaster", None]


class DeliverabilityProvider(TypedDict):
    """How one mailbox provider receives your email."""

    #: Mailbox provider.
    provider: str
    #: Recipients to which delivery was attempted.
    recipients: int
    #: Recipients whose mail server accepted the email.
    delivered: int
    #: Delayed deliveries. An email may be delayed several times.
    deferred: int
    #: Replies with which the provider blocked or throttled the email.
    blocked: int
    #: Recipients whose email bounced.
    bounced: int
    #: Recipients who marked the email as spam. Not every provider reports them.
    complained: int
    #: Seconds from acceptance to delivery of transactional email in the last 24 hours. Null: too few
    #: deliveries, or a domain was named.
    seconds_to_delivery: Union["DeliverabilitySeconds", None]
    #: The same in the seven days before, for comparison. Null: too few, or a domain was named.
    usual_seconds: Union["DeliverabilitySeconds", None]
    #: The 10 most frequent replies that deferred or refused email.
    replies: List["DeliverabilityReply"]


class DeliverabilitySeconds(TypedDict):
    """Seconds from acceptance to delivery."""

    #: Half were delivered within this time.
    p50: float
    #: 95 % were delivered within this time.
    p95: float


#: A reply with which a provider deferred or refused email.
DeliverabilityReply = TypedDict(
    "DeliverabilityReply",
    {
        #: Reply of the provider, or why TLS with it failed. Addresses, numbers and ids that differ from email
        #: to email are replaced by `…`.
        "text": str,
        #: Class of the failure.
        "class": Literal['recipient', 'domain', 'inactive', 'full', 'no_answer', 'routing', 'auth', 'policy', 'block', 'rate', 'content', 'size', 'system', 'expired', 'unsendable', 'platform', 'other'],
        #: What to do about it. Text for people.
        "advice": str,
        #: Number of such replies.
        "count": int,
    },
)


class DeliverabilityFinding(TypedDict):
    """A problem with how your email is received."""

    #: `dmarc_fail_own`: your own email fails DMARC. `dmarc_unknown_source`: an unknown server sends with
    #: your domain. `dmarc_requirement`: a requirement that a receiver named in its DMARC report.
    #: `spf_lookups`: the SPF record needs more than 10 DNS lookups. `dkim_weak`: a DKIM key is too short.
    #: `ptr_mismatch`: the reverse DNS of a sending address is wrong. `blocklisted`: a sending address or
    #: your domain is on a blocklist. `tls_failures`: TLS connections to your domain, or to a mailbox
    #: provider, fail. `complaints_high`: many recipients report spam. `bounces_high`: many emails bounce.
    #: `blocked_by_provider`: a mailbox provider blocks your email. `slower_than_usual`: a mailbox provider
    #: takes longer than usual. `no_unsubscribe`: bulk email without one-click unsubscribe. `record_wrong`:
    #: a DNS record of your domain is missing or wrong.
    code: Literal['dmarc_fail_own', 'dmarc_unknown_source', 'dmarc_requirement', 'spf_lookups', 'dkim_weak', 'ptr_mismatch', 'blocklisted', 'tls_failures', 'complaints_high', 'bounces_high', 'blocked_by_provider', 'slower_than_usual', 'no_unsubscribe', 'record_wrong']
    #: `error`: email is lost or will be. `warning`: delivery suffers or is about to. `info`: worth
    #: knowing.
    severity: Literal['error', 'warning', 'info']
    #: What it is about: a domain, a mailbox provider or an IP address.
    subject: str
    #: Since when. Null: unknown.
    since: Union[str, None]
    #: What was observed, in figures. Sentences for people, up to ten.
    evidence: List[str]
    #: What to do about it. Text for people.
    advice: str


class GooglePostmaster(TypedDict):
    """What Google Postmaster Tools says about your domains."""

    #: `not_connected`: connect a Google account on the page Deliverability of the console.
    #: `access_revoked`: Google no longer accepts the connection. Connect the account again.
    status: Literal['not_connected', 'connected', 'access_revoked']
    #: When the Google account was connected. Null: none is.
    connected_at: Union[str, None]
    #: When the figures were last read. Null: not yet.
    read_at: Union[str, None]
    #: Why they could not be read the last time. Text for people. Null: they could.
    error: Union[str, None]
    #: Verified domains, by name. Empty if none is connected.
    domains: List["GooglePostmasterDomain"]


class GooglePostmasterDomain(TypedDict):
    """Figures of Google Postmaster Tools about a domain."""

    #: Name of your domain.
    domain: str
    #: Domain in Google Postmaster Tools that the figures are of: your domain or a parent of it. Null: the
    #: Google account has neither.
    google_domain: Union[str, None]
    #: Newest UTC day of which Google has figures. Null: no data. Google has none for days with little
    #: email to Gmail.
    day: Union[str, None]
    #: Days of the last 30 of which Google has figures.
    days_with_data: int
    #: Part of the email in inboxes that recipients marked as spam on that day, from 0 to 1.
    spam_rate: Union[float, None]
    #: Part of the email that passed SPF on that day, from 0 to 1.
    spf_passed: Union[float, None]
    #: Part of the email that passed DKIM on that day, from 0 to 1.
    dkim_passed: Union[float, None]
    #: Part of the email that passed DMARC on that day, from 0 to 1.
    dmarc_passed: Union[float, None]
    #: Verdicts of Google. Empty: none.
    requirements: List["GoogleRequirement"]


class GoogleRequirement(TypedDict):
    """Verdict of Google about one requirement for senders."""

    #: Requirement for senders, in the words of Google: for example `spf`, `dkim`, `dmarc_alignment`,
    #: `user_reported_spam_rate`, `one_click_unsubscribe` or `honor_unsubscribe`.
    requirement: str
    #: Whether Google considers the requirement met.
    verdict: Literal['compliant', 'needs_work']
    #: Reason that Google gives. Null: none.
    reason: Union[str, None]


class Usage(TypedDict):
    """Usage and limits of the organization."""

    #: Type of the object: always `usage`.
    object: Literal['usage']
    #: Name of the plan.
    plan: str
    emails: "EmailUsage"
    contacts: "ContactUsage"
    rate_limit: "RateLimit"


class EmailUsage(TypedDict):
    """Email usage, by recipient. Test emails do not count."""

    monthly: "MonthlyUsage"
    daily: "DailyUsage"


class MonthlyUsage(TypedDict):
    """Usage this month."""

    #: Recipients of live email this month (UTC). Each recipient counts as one email.
    used: int
    #: Monthly limit. When it is reached, live sends fail with `quota_exceeded` until the next month. Null:
    #: no limit. 0: sending is stopped.
    limit: Union[int, None]
    #: Emails included in the plan. Null: unlimited.
    allowance: Union[int, None]
    #: Whether emails beyond the allowance are billed, up to `limit`.
    overage: bool
    #: When the count resets to 0.
    resets_at: str


class DailyUsage(TypedDict):
    """Today."""

    #: Recipients of live email today (UTC).
    used: int
    #: Daily limit. When it is reached, live sends fail with `quota_exceeded` until the next day. Null: no
    #: limit.
    limit: Union[int, None]
    #: When the count resets to 0.
    resets_at: str


class ContactUsage(TypedDict):
    """Contacts."""

    #: Number of stored contacts.
    used: int
    #: Maximum number of contacts. Null: no limit.
    limit: Union[int, None]


class RateLimit(TypedDict):
    """Rate limits of the API key and of its organization."""

    #: Requests that the API key may make per `duration`. Null: no limit.
    limit: Union[int, None]
    #: Requests that all API keys of the organization may make together per `duration`. Null: no limit.
    organization_limit: Union[int, None]
    #: Length of the window, in seconds: a number followed by `s`.
    duration: str


class _ContactRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `contact`.
    object: Literal['contact']
    #: Id of the contact.
    id: str
    #: Address of the contact.
    email: str
    #: First name. Null if unknown.
    first_name: Union[str, None]
    #: Last name. Null if unknown.
    last_name: Union[str, None]
    #: Your own properties of the contact.
    properties: Dict[str, Any]
    #: Status. Only `SUBSCRIBED` contacts receive bulk email. `BOUNCED` and `COMPLAINED` are set
    #: automatically.
    status: Literal['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']
    #: Explicit topic subscriptions. For other topics `default_opt_in` applies.
    topics: List["ContactTopic"]
    #: When it was created.
    created_at: str
    #: When the contact was last updated.
    updated_at: str


class Contact(_ContactRequired, total=False):
    """A recipient of bulk email."""

    #: Subscriptions that this request did not change because the contact had unsubscribed. Only in
    #: responses to changes; absent if there are none.
    kept_unsubscribed: "KeptUnsubscribed"


class KeptUnsubscribed(TypedDict):
    """Subscriptions that did not change because the contact had unsubscribed. Use `resubscribe` to override.
    """

    #: True if the status did not change.
    status: bool
    #: Slugs of the topics that did not change.
    topics: List[str]


class _ContactListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["Contact"]


class ContactList(_ContactListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class BatchContactsResponse(TypedDict):
    """The results of the batch."""

    #: One result per contact, in order.
    data: List[Union["TakenContact", "RefusedItem"]]


class _TakenContactRequired(TypedDict):
    """Its required fields."""

    #: Id of the contact.
    id: str
    #: True if the contact is new.
    created: bool


class TakenContact(_TakenContactRequired, total=False):
    """An accepted contact."""

    #: Subscriptions that did not change because the contact had unsubscribed. Absent if there are none.
    kept_unsubscribed: "KeptUnsubscribed"


class _ContactImportRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `contact_import`.
    object: Literal['contact_import']
    #: Id of the import.
    id: str
    #: Status of the import. If `failed`, `error` says why.
    status: Literal['queued', 'running', 'finished', 'failed']
    #: Size of the file in bytes.
    bytes: int
    #: Number of bytes processed.
    bytes_read: int
    #: Number of rows processed, without the header row.
    rows_read: int
    #: When the file was uploaded.
    created_at: str
    #: Format of the file, detected from its header row.
    format: Literal['mailchimp', 'listmonk', 'kit', 'brevo', 'mailerlite', 'klaviyo', 'activecampaign', 'constantcontact', 'campaignmonitor', 'hubspot', 'beehiiv', 'substack', 'resend', 'plain']
    #: Whether the import only reports what it would do.
    dry_run: bool
    #: How the columns of the file are read, up to 200. The counts are complete when the rows are imported.
    columns: List["ImportColumn"]
    #: Whether conditions of segments can name the import. False for a dry run, and if an earlier version
    #: ran it.
    keeps_contacts: bool
    #: Number of new contacts.
    rows_added: int
    #: Number of rows whose contact already existed or appeared earlier in the file.
    rows_updated: int
    #: Number of rows that mark the contact as unsubscribed. Included in `rows_added` or `rows_updated`.
    rows_unsubscribed: int
    #: Number of rows whose contact had unsubscribed and stays unsubscribed. Included in `rows_added` or
    #: `rows_updated`.
    kept_unsubscribed: int
    #: Number of rows that mark the address as bounced or complained. The address is suppressed.
    rows_suppressed: int
    #: Number of invalid rows. `GET /contacts/imports/{id}/refused` lists them with the reason.
    rows_refused: int


class ContactImport(_ContactImportRequired, total=False):
    """An import of contacts."""

    #: Name of the file. Absent if the upload did not give one.
    filename: str
    #: Why the import failed. Rows processed before the failure are kept. Absent if it did not fail.
    error: str
    #: When processing started. Absent until then.
    started_at: str
    #: When processing ended. Absent until then.
    finished_at: str


class _ImportColumnRequired(TypedDict):
    """Its required fields."""

    #: Name of the column in the file.
    name: str
    #: Field that the column is read as. `status` columns decide who is subscribed, `consent` columns are
    #: kept as proof, and `ignored` columns are not imported.
    read_as: Literal['email', 'name', 'first_name', 'last_name', 'status', 'consent', 'property', 'topics', 'properties', 'ignored']


class ImportColumn(_ImportColumnRequired, total=False):
    """How a column of a file is read. The counts are those of `status` columns."""

    #: Property that the values are stored in. Absent if there is none.
    property: str
    #: Type of the property: the same for all rows of the file. Absent until all rows have been checked.
    type: Literal['text', 'number', 'boolean', 'list', 'object']
    #: Number of rows that the column marks as unsubscribed.
    rows_unsubscribed: int
    #: Number of rows that the column marks as bounced or complained.
    rows_suppressed: int
    #: Number of rows with an unknown status, or one that is no subscription.
    rows_refused: int


class _ContactImportListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["ContactImport"]


class ContactImportList(_ContactImportListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class ContactDetail(TypedDict):
    """A recipient of bulk email, with its activity."""

    #: Type of the object: always `contact`.
    object: Literal['contact']
    #: Id of the contact.
    id: str
    #: Address of the contact.
    email: str
    #: First name. Null if unknown.
    first_name: Union[str, None]
    #: Last name. Null if unknown.
    last_name: Union[str, None]
    #: Your own properties of the contact.
    properties: Dict[str, Any]
    #: Status. Only `SUBSCRIBED` contacts receive bulk email. `BOUNCED` and `COMPLAINED` are set
    #: automatically.
    status: Literal['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']
    #: Explicit topic subscriptions. For other topics `default_opt_in` applies.
    topics: List["ContactTopic"]
    #: When it was created.
    created_at: str
    #: When the contact was last updated.
    updated_at: str
    #: Last activity, as conditions of segments use it. Null until stored events are read after an upgrade,
    #: or if the update is over an hour behind.
    activity: Union["ContactActivity", None]


class ContactActivity(TypedDict):
    """When a contact last received, opened and clicked live email. Null: never, as far as stored."""

    #: When the contact last received an email.
    last_received_at: Union[str, None]
    #: When the contact last opened an email.
    last_opened_at: Union[str, None]
    #: When the contact last clicked a link.
    last_clicked_at: Union[str, None]


class Erasure(TypedDict):
    """Receipt of the erasure of a person."""

    #: Type of the object: always `erasure`.
    object: Literal['erasure']
    #: Digest that replaces the address.
    address_digest: str
    erased: "ErasedCounts"
    #: Send it with the next request. Null after the last part.
    next_cursor: Union[str, None]


class ErasedCounts(TypedDict):
    """What this request erased."""

    #: Deleted contacts.
    contacts: int
    #: Deleted signup requests.
    signup_requests: int
    #: Suppressions that now have the digest.
    suppressions: int
    #: Emails to the address whose content was deleted.
    emails: int
    #: Emails to the address that may still be sent and were left.
    open_emails: int
    #: Deleted emails from the address.
    inbound_emails: int


class _SubscriptionChangeListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["SubscriptionChange"]


class SubscriptionChangeList(_SubscriptionChangeListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


#: A change to the status or a subscription of a contact.
SubscriptionChange = TypedDict(
    "SubscriptionChange",
    {
        #: Type of the object: always `subscription_change`.
        "object": Literal['subscription_change'],
        #: Id of the change.
        "id": str,
        #: Slug of the topic. Null if the status of the contact changed.
        "topic": Union[str, None],
        #: Previous state. Null if there was none.
        "from": Union[Literal['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'], None],
        #: New state.
        "to": Literal['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'],
        #: Who or what made the change.
        "actor": Literal['api_key', 'user', 'import', 'bounce', 'complaint', 'recipient', 'form', 'automation'],
        #: Id of the API key that made the change. Null if it was not made with a key.
        "key_id": Union[str, None],
        #: Where consent was given. Null if not recorded.
        "source": Union[str, None],
        #: IP address of the person. Null if not recorded.
        "ip_address": Union[str, None],
        #: User agent of the person. Null if not recorded.
        "user_agent": Union[str, None],
        #: When the change was made or consent was given.
        "at": str,
    },
)


class _ContactTimelineRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["TimelineEntry"]


class ContactTimeline(_ContactTimelineRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class TimelineEntry(TypedDict):
    """An entry in the timeline of a contact."""

    #: Type of the object: always `timeline_entry`.
    object: Literal['timeline_entry']
    #: Id of the entry: that of its email, run or change.
    id: str
    #: Which of the fields below is set. The others are null.
    type: Literal['email', 'automation_run', 'subscription_change']
    #: When the email was accepted, the run started, or the change was made.
    at: str
    #: The email, with its events.
    email: Union["TimelineEmail", None]
    #: The run of an automation.
    automation_run: Union["TimelineRun", None]
    #: The change of consent.
    subscription_change: Union["SubscriptionChange", None]


#: An email to a contact.
TimelineEmail = TypedDict(
    "TimelineEmail",
    {
        #: Id of the email.
        "id": str,
        #: Sender of the email.
        "from": str,
        #: Subject of the email.
        "subject": str,
        #: Status of the email.
        "last_event": Literal['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'unconfirmed'],
        #: Mode of the email.
        "mode": Literal['live', 'test'],
        #: Events of the email for this contact, oldest first, one of each type. `GET /emails/{id}` has all of
        #: them.
        "events": List["TimelineEvent"],
    },
)


class TimelineEvent(TypedDict):
    """An event of an email in a timeline."""

    #: Type of the event.
    type: Literal['queued', 'sent', 'delivered', 'delivery_delayed', 'late', 'bounced', 'complained', 'rejected', 'opened', 'clicked', 'unsubscribed', 'suppressed', 'failed']
    #: When it occurred.
    at: str
    #: Whether a program, not a person, opened or clicked.
    automatic: bool


class TimelineRun(TypedDict):
    """A run of an automation for a contact."""

    #: Id of the run.
    id: str
    #: Id of the automation.
    automation_id: str
    #: Name of the automation.
    automation_name: str
    #: Status of the run.
    status: Literal['running', 'completed', 'stopped', 'failed', 'canceled']
    #: Why the run stopped or failed. Null otherwise.
    detail: Union[str, None]
    #: When the run ended. Null while it is active.
    finished_at: Union[str, None]


class Topic(TypedDict):
    """A subject that contacts can subscribe to."""

    #: Type of the object: always `topic`.
    object: Literal['topic']
    #: Id of the topic.
    id: str
    #: Slug of the topic.
    slug: str
    #: Name shown to subscribers.
    name: str
    #: Description shown on the preferences page. Null: none.
    description: Union[str, None]
    #: Whether contacts that have not chosen count as subscribed. Keep it false for topics that require
    #: consent.
    default_opt_in: bool
    #: `public`: shown on the preferences page. `private`: not shown there, but unsubscribe links still end
    #: the subscription.
    visibility: Literal['public', 'private']
    #: Whether the broadcasts of the topic are listed on a public page, without personal content. Each
    #: broadcast can be left out with `in_archive`.
    archive: bool
    #: URL of the archive page, which stays the same when the archive is turned off and on again. Null: it
    #: is off.
    archive_url: Union[str, None]
    #: When it was created.
    created_at: str


class _TopicListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["Topic"]


class TopicList(_TopicListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class Segment(TypedDict):
    """A saved filter over contacts. It is evaluated whenever it is used."""

    #: Type of the object: always `segment`.
    object: Literal['segment']
    #: Id of the segment.
    id: str
    #: Name of the segment.
    name: str
    filter: "StoredSegmentFilter"
    #: Number of contacts in the segment at `counted_at`. Null until a large segment has been counted for
    #: the first time.
    contact_count: Union[int, None]
    #: When `contact_count` was counted. Null until then.
    counted_at: Union[str, None]
    #: When it was created.
    created_at: str


class _StoredSegmentFilterRequired(TypedDict):
    """Its required fields."""

    #: Conditions and groups. The contact meets each one.
    all: List[Any]


class StoredSegmentFilter(_StoredSegmentFilterRequired, total=False):
    """Stored filter."""

    #: Conditions and groups. The contact meets at least one.
    any: List[Any]


class _SegmentListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["Segment"]


class SegmentList(_SegmentListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class SegmentPreview(TypedDict):
    """What a filter matches now."""

    #: Type of the object: always `segment_preview`.
    object: Literal['segment_preview']
    #: Number of contacts that meet the filter. Null while many contacts are being counted.
    contact_count: Union[int, None]
    #: When `contact_count` was counted. Null until then.
    counted_at: Union[str, None]
    #: Up to ten contacts that meet the filter, newest first, from the newest 2,000 contacts of the
    #: organization.
    samples: List["Contact"]


class _SegmentContactListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["Contact"]


class SegmentContactList(_SegmentContactListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


#: A broadcast with its content and counts.
Broadcast = TypedDict(
    "Broadcast",
    {
        #: Type of the object: always `broadcast`.
        "object": Literal['broadcast'],
        #: Id of the broadcast.
        "id": str,
        #: Name of the broadcast.
        "name": str,
        #: Status. `scheduled` includes broadcasts that are being sent; `testing`: an A/B test is running.
        "status": Literal['draft', 'scheduled', 'testing', 'sent', 'canceled'],
        #: Same as `status`, but `sending` from `sent_at` until the broadcast is finished.
        "phase": Literal['draft', 'scheduled', 'sending', 'testing', 'sent', 'canceled'],
        #: Id of the segment that receives the broadcast.
        "segment_id": str,
        #: Audience: the segment, or for a resend, the recipients who did not open the original.
        "audience": Literal['segment', 'not_opened'],
        #: Slug of the topic.
        "topic": str,
        #: Sender of the broadcast.
        "from": str,
        #: Reply-To address. Null: the sender.
        "reply_to": Union[str, None],
        #: Subject. Null if the template sets it.
        "subject": Union[str, None],
        #: Text that inboxes show after the subject. Null if not set.
        "preview_text": Union[str, None],
        #: Template. Null if the broadcast has its own content.
        "template": Union["BroadcastTemplate", None],
        "track": "BroadcastTracked",
        #: Whether it is shown in the archive of its topic, if the topic has one.
        "in_archive": bool,
        #: When a test of this content was sent last. Null if none was sent since the content changed.
        "tested_at": Union[str, None],
        "counts": "BroadcastCounts",
        #: Index of the winning variant. Null until decided, and without an A/B test.
        "winner": Union[int, None],
        #: Why sending is waiting, as text: `detail` of `waiting`, or its `advice`. Null if it is not.
        "waiting_for": Union[str, None],
        #: Why sending is waiting, with the causes of an email. `retry` with the actor `sender`: the segment,
        #: template or content must be corrected. Null if it is not waiting.
        "waiting": Union["Waiting", None],
        #: Id of the original broadcast, for a resend. Null otherwise.
        "parent_id": Union[str, None],
        #: When it was created.
        "created_at": str,
        #: When sending is scheduled to start. Null for a draft.
        "scheduled_at": Union[str, None],
        #: Time of day at which each contact gets it in their own time zone. Null: all get it at once.
        "send_at_local": Union[str, None],
        #: Date of `send_at_local`. Null without it.
        "send_on_local": Union[str, None],
        #: Property of contacts with their time zone. Null without `send_at_local`.
        "timezone_property": Union[str, None],
        #: Time zone of contacts without a valid one. Null without `send_at_local`.
        "default_timezone": Union[str, None],
        #: When sending started. Null until then.
        "sent_at": Union[str, None],
        #: When the A/B test is decided. Null if nothing is to be decided.
        "decide_at": Union[str, None],
        #: When the last recipient was processed. Null until then.
        "finished_at": Union[str, None],
        #: When the broadcast was canceled. Null if it was not.
        "canceled_at": Union[str, None],
        #: Since when the broadcast has been paused. Null if it is not.
        "paused_at": Union[str, None],
        #: Document, from which `html` and `text` were rendered. Null if it has none.
        "document": Union["EmailDocumentOutput", None],
        #: HTML body. Null if it has none.
        "html": Union[str, None],
        #: Text body. Null if it has none.
        "text": Union[str, None],
        #: UTM parameters of its links. Null if they get none.
        "utm": Union["BroadcastUtm", None],
        #: A/B test. Null if there is none.
        "ab_test": Union["BroadcastTest", None],
    },
)


class _BroadcastTemplateRequired(TypedDict):
    """Its required fields."""

    #: Id of the template.
    id: str
    #: Slug of the template.
    slug: str
    #: Version of the template.
    version: int


class BroadcastTemplate(_BroadcastTemplateRequired, total=False):
    """The template of the broadcast or variant."""

    #: Values that are the same for all recipients. Absent if there are none.
    data: Dict[str, Any]


class BroadcastTracked(TypedDict):
    """Open and click tracking."""

    #: Whether opens are tracked.
    opens: bool
    #: Whether clicks are tracked.
    clicks: bool


class _BroadcastCountsRequired(TypedDict):
    """Its required fields."""

    #: Contacts added to the broadcast so far.
    recipients: int
    #: Recipients whose email has not been created yet.
    waiting: int
    #: Recipients whose email was created.
    submitted: int
    #: Recipients skipped because their address is suppressed.
    suppressed: int
    #: Recipients skipped because they unsubscribed from the topic or from all bulk email.
    unsubscribed: int
    #: Recipients skipped because the sending limit of the plan was reached.
    over_quota: int
    #: Recipients skipped because the content could not be rendered for them.
    invalid: int
    #: Recipients whose email was canceled, or who were skipped because the broadcast was.
    canceled: int
    #: Emails handed over to the receiving server or a provider.
    sent: int
    #: Emails that the receiving server accepted.
    delivered: int
    #: Emails that bounced, hard or soft.
    bounced: int
    #: Recipients who marked the email as spam.
    complained: int
    #: Emails that failed, expired or were rejected.
    failed: int
    #: Recipients who opened the email.
    opened: int
    #: Recipients who clicked a link.
    clicked: int
    #: Recipients who unsubscribed through a link in the email.
    unsubscribed_by_link: int


class BroadcastCounts(_BroadcastCountsRequired, total=False):
    """Recipient and engagement counts, a few seconds old."""

    #: Counts by variant. Only with an A/B test.
    by_variant: List["BroadcastVariantCounts"]


class BroadcastVariantCounts(TypedDict):
    """Counts of one variant."""

    #: Index of the variant, starting at 0.
    variant: int
    #: Emails handed over to the receiving server or a provider.
    sent: int
    #: Emails that the receiving server accepted.
    delivered: int
    #: Emails that bounced, hard or soft.
    bounced: int
    #: Recipients who marked the email as spam.
    complained: int
    #: Emails that failed, expired or were rejected.
    failed: int
    #: Recipients who opened the email.
    opened: int
    #: Recipients who clicked a link.
    clicked: int
    #: Recipients who unsubscribed through a link in the email.
    unsubscribed_by_link: int


class BroadcastTest(TypedDict):
    """An A/B test."""

    #: The variants.
    variants: List["BroadcastVariant"]
    #: Percentage of recipients in the test.
    percent: int
    #: Minutes between the last test email and the decision.
    wait_minutes: int
    #: Metric that decides.
    metric: Literal['open', 'click']


class BroadcastVariant(TypedDict, total=False):
    """Content for a part of the recipients."""

    #: Subject. Absent: the subject of the broadcast.
    subject: str
    #: HTML body. Absent: the body of the broadcast.
    html: str
    #: Text body. Absent: the body of the broadcast.
    text: str
    #: Template. Absent: the content of the broadcast.
    template: "BroadcastTemplate"


class _BroadcastListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["BroadcastSummary"]


class BroadcastList(_BroadcastListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


#: A broadcast in a list.
BroadcastSummary = TypedDict(
    "BroadcastSummary",
    {
        #: Type of the object: always `broadcast`.
        "object": Literal['broadcast'],
        #: Id of the broadcast.
        "id": str,
        #: Name of the broadcast.
        "name": str,
        #: Status. `scheduled` includes broadcasts that are being sent; `testing`: an A/B test is running.
        "status": Literal['draft', 'scheduled', 'testing', 'sent', 'canceled'],
        #: Same as `status`, but `sending` from `sent_at` until the broadcast is finished.
        "phase": Literal['draft', 'scheduled', 'sending', 'testing', 'sent', 'canceled'],
        #: Id of the segment that receives the broadcast.
        "segment_id": str,
        #: Audience: the segment, or for a resend, the recipients who did not open the original.
        "audience": Literal['segment', 'not_opened'],
        #: Slug of the topic.
        "topic": str,
        #: Sender of the broadcast.
        "from": str,
        #: Reply-To address. Null: the sender.
        "reply_to": Union[str, None],
        #: Subject. Null if the template sets it.
        "subject": Union[str, None],
        #: Text that inboxes show after the subject. Null if not set.
        "preview_text": Union[str, None],
        #: Template. Null if the broadcast has its own content.
        "template": Union["BroadcastTemplate", None],
        "track": "BroadcastTracked",
        #: Whether it is shown in the archive of its topic, if the topic has one.
        "in_archive": bool,
        #: When a test of this content was sent last. Null if none was sent since the content changed.
        "tested_at": Union[str, None],
        "counts": "BroadcastCounts",
        #: Index of the winning variant. Null until decided, and without an A/B test.
        "winner": Union[int, None],
        #: Why sending is waiting, as text: `detail` of `waiting`, or its `advice`. Null if it is not.
        "waiting_for": Union[str, None],
        #: Why sending is waiting, with the causes of an email. `retry` with the actor `sender`: the segment,
        #: template or content must be corrected. Null if it is not waiting.
        "waiting": Union["Waiting", None],
        #: Id of the original broadcast, for a resend. Null otherwise.
        "parent_id": Union[str, None],
        #: When it was created.
        "created_at": str,
        #: When sending is scheduled to start. Null for a draft.
        "scheduled_at": Union[str, None],
        #: Time of day at which each contact gets it in their own time zone. Null: all get it at once.
        "send_at_local": Union[str, None],
        #: Date of `send_at_local`. Null without it.
        "send_on_local": Union[str, None],
        #: Property of contacts with their time zone. Null without `send_at_local`.
        "timezone_property": Union[str, None],
        #: Time zone of contacts without a valid one. Null without `send_at_local`.
        "default_timezone": Union[str, None],
        #: When sending started. Null until then.
        "sent_at": Union[str, None],
        #: When the A/B test is decided. Null if nothing is to be decided.
        "decide_at": Union[str, None],
        #: When the last recipient was processed. Null until then.
        "finished_at": Union[str, None],
        #: When the broadcast was canceled. Null if it was not.
        "canceled_at": Union[str, None],
        #: Since when the broadcast has been paused. Null if it is not.
        "paused_at": Union[str, None],
    },
)


class BroadcastEstimate(TypedDict):
    """What sending a broadcast now would do."""

    #: Type of the object: always `broadcast_estimate`.
    object: Literal['broadcast_estimate']
    #: Contacts in the segment at `counted_at`. Null while many are being counted.
    contacts: Union[int, None]
    #: When `contacts` was counted. Null until then.
    counted_at: Union[str, None]
    sample: "BroadcastSample"
    #: Expected number of emails: `contacts` without the share of the sample that gets none. Null while
    #: contacts are being counted.
    recipients: Union[int, None]
    #: Expected duration of sending in seconds, by the rate of the last large broadcast. Null while
    #: contacts are being counted, or if a daily limit or warm-up spreads it over days.
    expected_seconds: Union[int, None]
    limits: "BroadcastLimits"


class BroadcastSample(TypedDict):
    """A sample of up to 2,000 contacts. The whole segment, if the organization has no more contacts."""

    #: Contacts of the segment in the sample.
    contacts: int
    #: Those whose address is suppressed.
    suppressed: int
    #: Contacts who are not subscribed to the topic or to bulk email.
    unsubscribed: int
    #: Whether the sample is the whole segment, so that the numbers are exact.
    complete: bool


class BroadcastLimits(TypedDict):
    """Limits that apply to the broadcast."""

    #: Emails left this month. Null: no limit.
    monthly_remaining: Union[int, None]
    #: Emails left today. Null: no limit.
    daily_remaining: Union[int, None]
    #: Recipients a day from the domain. Null: no cap.
    domain_daily_cap: Union[int, None]
    #: Whether the domain is warming up, which limits its recipients a day.
    warming_up: bool


class BroadcastPreview(TypedDict):
    """The broadcast as a contact receives it."""

    #: Type of the object: always `broadcast_preview`.
    object: Literal['broadcast_preview']
    #: Rendered subject.
    subject: str
    #: Rendered preview text. Null if it is not set.
    preview_text: Union[str, None]
    #: Rendered HTML body. Null if there is none.
    html: Union[str, None]
    #: Rendered text body. Null if there is none.
    text: Union[str, None]


class TestBroadcastResponse(TypedDict):
    """The results of the test."""

    #: One result per address, in order.
    data: List[Union["SentTest", "RefusedTest"]]


class _SentTestRequired(TypedDict):
    """Its required fields."""

    #: Address of the recipient.
    to: str
    #: Id of the email, for `GET /emails/{id}`.
    id: str


class SentTest(_SentTestRequired, total=False):
    """An accepted test email."""

    #: The address, if it is suppressed and gets no email. Absent otherwise.
    suppressed: List[str]


class RefusedTest(TypedDict):
    """A refused test email."""

    #: Address of the recipient.
    to: str
    #: Why the test was refused.
    error: "ErrorDetail"


class _BroadcastRecipientListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["BroadcastRecipient"]


class BroadcastRecipientList(_BroadcastRecipientListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class BroadcastRecipient(TypedDict):
    """A recipient of a broadcast."""

    #: Type of the object: always `broadcast_recipient`.
    object: Literal['broadcast_recipient']
    #: Id of the contact.
    contact_id: str
    #: Address of the contact. Null if the contact was deleted.
    email: Union[str, None]
    #: Outcome for this recipient. `waiting`: the email has not been created yet.
    outcome: Literal['submitted', 'suppressed', 'unsubscribed', 'over_quota', 'invalid', 'canceled', 'waiting']
    #: Why the outcome is `invalid`: code and message of the error. Null for other outcomes.
    detail: Union[str, None]
    #: Id of the email, for `GET /emails/{id}`. Null if there is none.
    message_id: Union[str, None]
    #: Index of the variant: of the test, or the winner. Null without an A/B test, and while the winner is
    #: not decided.
    variant: Union[int, None]
    #: Whether the recipient opened the email. False if opens are not tracked.
    opened: bool
    #: Whether the recipient clicked a link. False if clicks are not tracked.
    clicked: bool


class BroadcastLinkList(TypedDict):
    """The clicked links of a broadcast."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Links, the most clicked first.
    data: List["BroadcastLink"]


class _BroadcastLinkRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `broadcast_link`.
    object: Literal['broadcast_link']
    #: URL of the link. Null: all links beyond the first 500 of a variant, counted together.
    url: Union[str, None]
    #: Clicks of people, including repeated ones.
    clicks: int
    #: Recipients who clicked the link.
    unique_clicks: int


class BroadcastLink(_BroadcastLinkRequired, total=False):
    """A link of a broadcast that people clicked."""

    #: Clicks by variant. Only with an A/B test.
    by_variant: List["BroadcastLinkVariant"]


class BroadcastLinkVariant(TypedDict):
    """Clicks in one variant."""

    #: Index of the variant, starting at 0.
    variant: int
    #: Clicks of people, including repeated ones.
    clicks: int
    #: Recipients who clicked the link.
    unique_clicks: int


class BroadcastSeries(TypedDict):
    """Counts of a broadcast over time."""

    #: Type of the object: always `broadcast_series`.
    object: Literal['broadcast_series']
    #: Length of a row.
    interval: Literal['hour', 'day']
    #: One row per hour or day, oldest first, from the start of sending to the last count. Empty before
    #: that.
    series: List["BroadcastSeriesRow"]


class BroadcastSeriesRow(TypedDict):
    """Counts of one hour or day."""

    #: Beginning of the hour or day.
    time: str
    #: Emails handed over to the receiving server or a provider.
    sent: int
    #: Emails that the receiving server accepted.
    delivered: int
    #: Emails that bounced, hard or soft.
    bounced: int
    #: Recipients who marked the email as spam.
    complained: int
    #: Emails that failed, expired or were rejected.
    failed: int
    #: Recipients who opened the email.
    opened: int
    #: Recipients who clicked a link.
    clicked: int
    #: Recipients who unsubscribed through a link in the email.
    unsubscribed_by_link: int


class PostedEvent(TypedDict):
    """The accepted event. Its runs continue in the background."""

    #: Type of the object: always `event`.
    object: Literal['event']
    #: Id of the event.
    id: str
    #: Name of the event.
    event: str
    #: Id of the contact.
    contact_id: str
    #: Number of runs that the event started.
    runs_started: int


class EventNameList(TypedDict):
    """Names of events that were posted in the last 90 days."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Up to 100 names in alphabetical order.
    data: List["EventName"]


class EventName(TypedDict):
    """The name of an event that was posted."""

    #: Type of the object: always `event_name`.
    object: Literal['event_name']
    #: Name of the event.
    event: str


class Automation(TypedDict):
    """A sequence of steps that runs for a contact when an event occurs."""

    #: Type of the object: always `automation`.
    object: Literal['automation']
    #: Id of the automation.
    id: str
    #: Slug. Emails of the automation have the kind `sequence.<slug>`.
    slug: str
    #: Name of the automation.
    name: str
    #: `paused`: no new runs start, and running ones wait.
    status: Literal['active', 'paused']
    #: If true, a contact can be in only one run at a time.
    one_per_contact: bool
    trigger: "ShownTrigger"
    #: Version, incremented when the trigger or the steps change. A run finishes on the version it started
    #: with.
    version: int
    #: When it was created.
    created_at: str
    #: When it last changed.
    updated_at: str
    #: The steps in order.
    steps: List["AutomationStepOutput"]
    #: Unpublished trigger and steps. Null: none.
    draft: Union["AutomationDraft", None]


class _ShownTriggerRequired(TypedDict):
    """Its required fields."""

    #: Name of the event.
    event: str


_ShownTriggerFields = TypedDict(
    "_ShownTriggerFields",
    {
        #: Id of the segment, with `segment.entered` alone: a run starts when a contact enters it.
        "segment": str,
        "if": "TriggerFilterOutput",
    },
    total=False,
)


class ShownTrigger(_ShownTriggerRequired, _ShownTriggerFields):
    """The event that starts a run."""


class _AutomationListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["AutomationSummary"]


class AutomationList(_AutomationListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class AutomationSummary(TypedDict):
    """An automation in a list."""

    #: Type of the object: always `automation`.
    object: Literal['automation']
    #: Id of the automation.
    id: str
    #: Slug. Emails of the automation have the kind `sequence.<slug>`.
    slug: str
    #: Name of the automation.
    name: str
    #: `paused`: no new runs start, and running ones wait.
    status: Literal['active', 'paused']
    #: If true, a contact can be in only one run at a time.
    one_per_contact: bool
    trigger: "ShownTrigger"
    #: Version, incremented when the trigger or the steps change. A run finishes on the version it started
    #: with.
    version: int
    #: When it was created.
    created_at: str
    #: When it last changed.
    updated_at: str


class _AutomationVersionListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["AutomationVersionSummary"]


class AutomationVersionList(_AutomationVersionListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class AutomationVersionSummary(TypedDict):
    """An automation version in a list."""

    #: Type of the object: always `automation_version`.
    object: Literal['automation_version']
    #: Number of the version, from 1.
    version: int
    trigger: "ShownTrigger"
    #: Number of steps, not counting those in branches.
    step_count: int
    #: When the version was made.
    published_at: str
    #: Who made the version. Null if it was made before this was stored.
    published_by: Union["AuditActor", None]


class AutomationVersion(TypedDict):
    """A version of an automation. It never changes."""

    #: Type of the object: always `automation_version`.
    object: Literal['automation_version']
    #: Number of the version, from 1.
    version: int
    trigger: "ShownTrigger"
    #: Number of steps, not counting those in branches.
    step_count: int
    #: When the version was made.
    published_at: str
    #: Who made the version. Null if it was made before this was stored.
    published_by: Union["AuditActor", None]
    #: The steps in order.
    steps: List["AutomationStepOutput"]


class AutomationStepCounts(TypedDict):
    """Counts of the runs of an automation by step."""

    #: Type of the object: always `automation_step_counts`.
    object: Literal['automation_step_counts']
    #: Id of the automation.
    automation_id: str
    #: Current version of the automation, which the steps are of.
    version: int
    #: Number of runs that are at a step of an older version now, up to 10000.
    waiting_in_older_versions: int
    #: Whether more than 10000 runs are in older versions.
    waiting_in_older_versions_truncated: bool
    #: The steps in order. The steps in the branches of a condition follow it.
    steps: List["StepCounts"]


class StepCounts(TypedDict):
    """How many runs are at a step, and how many have left it."""

    #: Position of the step, such as `0` or `2.then.1`.
    position: str
    #: Type of the step.
    type: str
    #: Number of runs that are at the step now, up to 10000.
    waiting: int
    #: Whether more than 10000 runs are at the step.
    waiting_truncated: bool
    #: Number of runs that have continued after the step, or completed with it.
    passed: int
    #: Number of runs that ended at the step because the contact was deleted or cannot receive bulk email.
    stopped: int
    #: Number of runs for which the step failed. After a failed webhook step the run continues.
    failed: int
    #: Number of runs that were canceled at the step.
    canceled: int


class AutomationDryRun(TypedDict):
    """The way of a contact through an automation. Nothing is stored or sent."""

    #: Type of the object: always `automation_dry_run`.
    object: Literal['automation_dry_run']
    #: Id of the automation.
    automation_id: str
    #: Version of the automation. Null if the request has `steps`.
    version: Union[int, None]
    #: Id of the contact.
    contact_id: str
    #: How the run would end. `stopped`: the contact cannot receive bulk email. `failed`: a step cannot be
    #: completed.
    status: Literal['completed', 'stopped', 'failed']
    #: Why the run would stop or fail. Null otherwise.
    detail: Union[str, None]
    #: Number of seconds from the first step to the end.
    duration_seconds: int
    #: The steps that the run would take, in order.
    steps: List["DryRunStep"]


class DryRunStep(TypedDict):
    """A step that the run would take."""

    #: Position of the step, such as `0` or `2.then.1`.
    position: str
    #: Type of the step.
    type: str
    #: When the run reaches the step.
    at: str
    #: When a wait ends. Null for other steps.
    until: Union[str, None]
    #: Result of the step.
    outcome: Literal['done', 'skipped', 'failed']
    #: Why the step is skipped or fails, how a wait ends, or which branch is taken. Null otherwise.
    detail: Union[str, None]
    #: Whether each condition of `if.all` is met, in order. Empty for other steps.
    conditions_met: List[bool]
    #: The email to send. Null for other steps.
    email: Union["DryRunEmail", None]


#: The email that the step would send.
DryRunEmail = TypedDict(
    "DryRunEmail",
    {
        #: Sender of the email.
        "from": str,
        #: Subject, rendered for the contact. Null if the email cannot be rendered.
        "subject": Union[str, None],
        #: Id of the template. Null if the step has its own content.
        "template_id": Union[str, None],
        #: Slug of the template. Null if the step has its own content.
        "template_slug": Union[str, None],
        #: Version of the template. Null if the step has its own content.
        "template_version": Union[int, None],
    },
)


class _AutomationRunListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["AutomationRunSummary"]


class AutomationRunList(_AutomationRunListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class AutomationRunSummary(TypedDict):
    """A run in a list."""

    #: Type of the object: always `automation_run`.
    object: Literal['automation_run']
    #: Id of the run.
    id: str
    #: Id of the automation.
    automation_id: str
    #: Version of the automation that the run uses.
    version: int
    #: Id of the contact.
    contact_id: str
    #: Address of the contact. Null if the contact was deleted.
    contact_email: Union[str, None]
    #: Id of the event that started the run.
    event_id: str
    #: `stopped`: the contact was deleted or cannot receive bulk email. `failed`: a step could not be
    #: completed.
    status: Literal['running', 'completed', 'stopped', 'failed', 'canceled']
    #: Why the run stopped or failed. Null otherwise.
    detail: Union[str, None]
    #: Position of the current step, such as `0` or `2.then.1`. Null if the run has ended.
    position: Union[str, None]
    #: When the current step is due. Null if the run has ended or the automation is paused.
    due_at: Union[str, None]
    #: Name of the event that the run waits for. Null if it waits for none.
    waiting_event: Union[str, None]
    #: Number of completed steps.
    steps_taken: int
    #: When the run started.
    started_at: str
    #: When the run ended. Null while it is active.
    finished_at: Union[str, None]


class AutomationRunCancellation(TypedDict):
    """Result of canceling runs by filter."""

    #: Type of the object: always `automation_run_cancellation`.
    object: Literal['automation_run_cancellation']
    #: Whether the runs were only counted.
    dry_run: bool
    #: Number of runs that were canceled or counted by this request.
    runs: int
    #: Where to continue: send it as `after`. A request looks at up to 2000 runs, or 20000 with `dry_run`.
    #: Null if there are no more.
    next: Union[str, None]


class AutomationRun(TypedDict):
    """A run of an automation for one contact."""

    #: Type of the object: always `automation_run`.
    object: Literal['automation_run']
    #: Id of the run.
    id: str
    #: Id of the automation.
    automation_id: str
    #: Version of the automation that the run uses.
    version: int
    #: Id of the contact.
    contact_id: str
    #: Address of the contact. Null if the contact was deleted.
    contact_email: Union[str, None]
    #: Id of the event that started the run.
    event_id: str
    #: `stopped`: the contact was deleted or cannot receive bulk email. `failed`: a step could not be
    #: completed.
    status: Literal['running', 'completed', 'stopped', 'failed', 'canceled']
    #: Why the run stopped or failed. Null otherwise.
    detail: Union[str, None]
    #: Position of the current step, such as `0` or `2.then.1`. Null if the run has ended.
    position: Union[str, None]
    #: When the current step is due. Null if the run has ended or the automation is paused.
    due_at: Union[str, None]
    #: Name of the event that the run waits for. Null if it waits for none.
    waiting_event: Union[str, None]
    #: Number of completed steps.
    steps_taken: int
    #: When the run started.
    started_at: str
    #: When the run ended. Null while it is active.
    finished_at: Union[str, None]
    #: Properties of the event that started the run.
    properties: Dict[str, Any]
    #: Completed steps in order.
    history: List["AutomationRunStep"]


class AutomationRunStep(TypedDict):
    """A completed step."""

    #: Sequence number, starting at 1.
    number: int
    #: Position of the step in the automation.
    position: str
    #: Type of the step.
    type: str
    #: Result of the step.
    outcome: Literal['done', 'skipped', 'failed']
    #: Why the step was skipped or failed, or which branch was taken. Null otherwise.
    detail: Union[str, None]
    #: Id of the email that the step sent. Null if it sent none.
    email_id: Union[str, None]
    #: When the step ran.
    at: str


#: A page on which people subscribe and then confirm by email.
SignupForm = TypedDict(
    "SignupForm",
    {
        #: Type of the object: always `signup_form`.
        "object": Literal['signup_form'],
        #: Id of the form.
        "id": str,
        #: Name of the form.
        "name": str,
        #: URL of the page. Link to it, or submit your own form to it.
        "url": str,
        #: Sender of the confirmation email.
        "from": str,
        #: Reply-To address of the confirmation email. Null: the sender.
        "reply_to": Union[str, None],
        #: Slugs of the topics to subscribe confirmed contacts to.
        "topics": List[str],
        #: Heading of the page. Null: the name of the form.
        "title": Union[str, None],
        #: Text below the heading. Null: none.
        "description": Union[str, None],
        #: Optional fields that the page asks for in addition to the address.
        "fields": List[Literal['first_name', 'last_name']],
        #: URL to redirect to after the confirmation. Null: a default page.
        "redirect_url": Union[str, None],
        #: Subject of the confirmation email. Null: the default.
        "confirmation_subject": Union[str, None],
        #: Text of the confirmation email. Null: the default.
        "confirmation_text": Union[str, None],
        #: `disabled`: the form accepts no signups. Links in emails still work.
        "status": Literal['enabled', 'disabled'],
        #: When it was created.
        "created_at": str,
        #: When the form was last updated.
        "updated_at": str,
    },
)


class _SignupFormListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["SignupForm"]


class SignupFormList(_SignupFormListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class _SignupRequestListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["SignupRequest"]


class SignupRequestList(_SignupRequestListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class SignupRequest(TypedDict):
    """A submitted signup form and its confirmation."""

    #: Type of the object: always `signup_request`.
    object: Literal['signup_request']
    #: Id of the request.
    id: str
    #: Address entered in the form.
    email: str
    #: First name. Null if not given.
    first_name: Union[str, None]
    #: Last name. Null if not given.
    last_name: Union[str, None]
    #: Slugs of the topics that the form had when it was submitted.
    topics: List[str]
    #: `pending`: not confirmed yet. `expired`: not confirmed in time.
    state: Literal['pending', 'confirmed', 'expired']
    #: IP address that submitted the form.
    ip_address: str
    #: User agent that submitted the form. Null if unknown.
    user_agent: Union[str, None]
    #: Id of the confirmation email.
    email_id: str
    #: Id of the subscribed contact. Null until confirmed.
    contact_id: Union[str, None]
    #: When the form was submitted.
    created_at: str
    #: When the confirmation link expires.
    expires_at: str
    #: When the signup was confirmed. Null until then.
    confirmed_at: Union[str, None]
    #: IP address that confirmed the signup. Null until then.
    confirmed_ip_address: Union[str, None]


class SignupRequestCounts(TypedDict):
    """How many requests of a signup form are pending, confirmed and expired."""

    #: Type of the object: always `signup_request_counts`.
    object: Literal['signup_request_counts']
    #: Id of the form.
    form_id: str
    #: Requests since then are counted: those of 30 days, or the newest 10000 if there are more.
    since: str
    #: Number of requests that are not confirmed yet.
    pending: int
    #: Number of confirmed requests.
    confirmed: int
    #: Number of requests that were not confirmed in time.
    expired: int


class Organization(TypedDict):
    """The organization of the API key."""

    #: Type of the object: always `organization`.
    object: Literal['organization']
    #: Id of the organization.
    id: str
    #: Slug of the organization, unique on the platform.
    slug: str
    #: Name in the footer of bulk email.
    name: str
    #: `internal`: an organization of the operator. `client`: created by another organization.
    kind: str
    #: Plan of the organization. `GET /usage` returns its limits.
    plan: str
    #: Postal address in the footer of bulk email. Null: none.
    postal_address: Union[str, None]
    #: Logo on public pages. Null: none.
    logo_url: Union[str, None]
    #: Color of buttons on public pages. Null: the default blue.
    brand_color: Union[str, None]
    #: URL of the privacy policy that public pages link to. Null: none.
    privacy_url: Union[str, None]
    #: Days to keep the content and metadata of emails. 0: deleted once sent.
    body_retention_days: int
    #: Address for alerts. Null: none.
    alert_email: Union[str, None]
    #: Whether emails with HTML and without text get a text part generated from the HTML.
    generate_text: bool
    #: UTM parameters of new broadcasts and of the emails of automations. Null: none.
    utm: Union["OrganizationUtm", None]
    #: When an email that waits is reported as late, by kind. Empty: never.
    late_after: List["LateRule"]
    #: When live sending was paused. Null if it is not paused.
    sending_paused_at: Union[str, None]
    #: Why sending was paused. Null if it is not paused or no reason was given.
    sending_paused_reason: Union[str, None]
    #: True while the platform holds sending for a review. An admin cannot end it.
    under_review: bool
    #: When it was created.
    created_at: str


class CreatedOrganization(TypedDict):
    """A new client organization with its first key."""

    organization: "ClientOrganization"
    api_key: "CreatedApiKey"


class ClientOrganization(TypedDict):
    """An organization that your organization created."""

    #: Type of the object: always `organization`.
    object: Literal['organization']
    #: Id of the organization.
    id: str
    #: Name of the client.
    name: str
    #: Slug of the organization, unique on the platform.
    slug: str
    #: Always `client`.
    kind: str
    #: Plan of the organization.
    plan: str
    #: Id of the organization that created it: yours.
    parent_organization_id: str
    #: Address for alerts. Null: none.
    alert_email: Union[str, None]
    #: When live sending was paused. Null if it is not paused.
    sending_paused_at: Union[str, None]
    #: True while the platform holds sending for a review.
    under_review: bool
    #: When it was created.
    created_at: str


class _ClientOrganizationListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["ClientOrganization"]


class ClientOrganizationList(_ClientOrganizationListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class RevokedKeys(TypedDict):
    """Revoked keys and their replacement."""

    #: Type of the object: always `revoked_keys`.
    object: Literal['revoked_keys']
    #: Id of the client organization.
    organization_id: str
    #: Number of revoked keys.
    revoked: int
    #: The new key with its token. Null if none was requested.
    api_key: Union["CreatedApiKey", None]


class _ApiLogListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["ApiLogSummary"]


class ApiLogList(_ApiLogListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class ApiLogSummary(TypedDict):
    """An API request in a list."""

    #: Type of the object: always `api_log`.
    object: Literal['api_log']
    #: Id of the log entry.
    id: str
    #: `X-Request-Id` of the response.
    request_id: str
    #: HTTP method.
    method: str
    #: Path without the query string.
    path: str
    #: HTTP status of the response.
    status: int
    #: Error code of the response. Null if the request succeeded.
    error_code: Union[str, None]
    key: "ApiLogKey"
    #: Time to the response in milliseconds.
    duration_ms: float
    #: Size of the request body in bytes.
    request_bytes: int
    #: Size of the response body in bytes.
    response_bytes: int
    #: Size of the `metadata` that was sent, as JSON. Null if there was none.
    metadata_bytes: Union[int, None]
    #: Fields of the body that the endpoint does not know, as in the header `Postrider-Unknown-Fields`.
    #: Null if there were none.
    unknown_fields: Union[str, None]
    #: Whether an earlier request with the same idempotency key had sent the email.
    idempotent_replay: bool
    #: Probable mistakes in the request. `idempotency_mismatch`: it reused the idempotency key of a request
    #: with another body, so it had no effect. `unknown_fields`: see `unknown_fields`. `kind_not_bulk`: the
    #: `kind` of an email is a bulk prefix without its dot, such as `digest`, so the email was not treated
    #: as bulk mail. Later versions may add codes.
    warnings: List[Union["ApiLogWarning", str]]
    #: When the request was received.
    created_at: str


class ApiLogKey(TypedDict):
    """The API key of the request."""

    #: Id of the key.
    id: str
    #: Current name of the key. Null if it no longer exists.
    name: Union[str, None]


class ApiLog(TypedDict):
    """An API request with its content and what it is related to."""

    #: Type of the object: always `api_log`.
    object: Literal['api_log']
    #: Id of the log entry.
    id: str
    #: `X-Request-Id` of the response.
    request_id: str
    #: HTTP method.
    method: str
    #: Path without the query string.
    path: str
    #: HTTP status of the response.
    status: int
    #: Error code of the response. Null if the request succeeded.
    error_code: Union[str, None]
    key: "ApiLogKey"
    #: Time to the response in milliseconds.
    duration_ms: float
    #: Size of the request body in bytes.
    request_bytes: int
    #: Size of the response body in bytes.
    response_bytes: int
    #: Size of the `metadata` that was sent, as JSON. Null if there was none.
    metadata_bytes: Union[int, None]
    #: Fields of the body that the endpoint does not know, as in the header `Postrider-Unknown-Fields`.
    #: Null if there were none.
    unknown_fields: Union[str, None]
    #: Whether an earlier request with the same idempotency key had sent the email.
    idempotent_replay: bool
    #: Probable mistakes in the request. `idempotency_mismatch`: it reused the idempotency key of a request
    #: with another body, so it had no effect. `unknown_fields`: see `unknown_fields`. `kind_not_bulk`: the
    #: `kind` of an email is a bulk prefix without its dot, such as `digest`, so the email was not treated
    #: as bulk mail. Later versions may add codes.
    warnings: List[Union["ApiLogWarning", str]]
    #: When the request was received.
    created_at: str
    #: Emails that the request sent, read or changed.
    email_ids: List[str]
    #: Audit log entries of the request, oldest first.
    audit_entry_ids: List[str]
    #: The webhook delivery that the request was about. Null if there is none.
    webhook_delivery: Union["ApiLogWebhookDelivery", None]
    #: Headers and bodies, without secrets and attachments; long texts are cut. Null if none are stored:
    #: emails that were sent and reads that succeeded keep only their sizes, as does an organization with a
    #: `body_retention_days` of 0.
    content: Union["ApiLogContent", None]


class ApiLogWebhookDelivery(TypedDict):
    """A webhook delivery."""

    #: Id of the endpoint.
    webhook_id: str
    #: Id of the delivery.
    id: str


class ApiLogContent(TypedDict):
    """Headers and bodies of an API request."""

    #: Query string. Null if there was none.
    query: Union[str, None]
    #: Request headers in lower case. Values that may be secret are `[redacted]`.
    headers: Dict[str, str]
    #: Request body. Null if there was none, or if it was not JSON.
    request: Any
    #: Response body. Null if there was none, or if it was not JSON.
    response: Any


class _AuditEntryListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["AuditEntry"]


class AuditEntryList(_AuditEntryListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class AuditEntry(TypedDict):
    """A change to the organization, and who made it."""

    #: Type of the object: always `audit_entry`.
    object: Literal['audit_entry']
    #: Id of the entry.
    id: str
    #: Action, as object type and verb.
    action: str
    actor: "AuditActor"
    target: "AuditTarget"
    #: Previous values of the changed fields. Null for a new object.
    before: Union[Dict[str, Any], None]
    #: New values of the changed fields, without secrets. For a deleted object, the reason that was given,
    #: or null.
    after: Union[Dict[str, Any], None]
    #: `X-Request-Id` of the API request. Null if the change was not made through the API.
    request_id: Union[str, None]
    #: When the change was made.
    created_at: str
    #: When the last change was made, if the entry stands for several: changes by one actor with `If-Match`
    #: at most ten minutes apart, for up to an hour. Null if it stands for one.
    last_changed_at: Union[str, None]


class AuditTarget(TypedDict):
    """The object that was changed."""

    #: Type of the object.
    type: str
    #: Id of the object. Null if it has none.
    id: Union[str, None]
    #: Its present name, or its email address or URL. Null if it has none or no longer exists.
    name: Union[str, None]


class _AlertListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["Alert"]


class AlertList(_AlertListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class Alert(TypedDict):
    """A time during which an alert rule was broken."""

    #: Type of the object: always `alert`.
    object: Literal['alert']
    #: Id of the alert.
    id: str
    #: `bounce`, `complaint`: rate of recipients. `provider_block`: replies that block or throttle.
    #: `delivery_silence`: emails that wait for their first delivery.
    kind: Literal['bounce', 'complaint', 'provider_block', 'delivery_silence']
    #: `warn`: a notice was sent. `pause`: sending was paused.
    level: Literal['warn', 'pause']
    #: Highest rate (0 to 1) or count so far.
    value: float
    #: Warning threshold. Null for counts.
    warn_rate: Union[float, None]
    #: Rate that pauses sending. Null: nothing pauses.
    pause_rate: Union[float, None]
    #: When the alert began.
    opened_at: str
    #: When it ended. Null while it is open.
    closed_at: Union[str, None]


class _NoticeListRequired(TypedDict):
    """Its required fields."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Items of this page.
    data: List["Notice"]


class NoticeList(_NoticeListRequired, total=False):
    """Its required fields."""

    #: Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items
    #: than `limit` and not be the last.
    next_cursor: str


class Notice(TypedDict):
    """A notice of the platform to the organization."""

    #: Type of the object: always `notice`.
    object: Literal['notice']
    #: Id of the notice.
    id: str
    #: What it is about.
    kind: str
    #: Address that it is sent to.
    recipient: str
    #: Subject of the notice.
    subject: str
    #: Plain text of the notice.
    text: str
    #: When it was written.
    created_at: str
    #: When it was accepted for sending. Null if it was not.
    sent_at: Union[str, None]
    #: Id of the email of the platform that carries it. Null if it was not sent.
    email_id: Union[str, None]


class AlertRuleList(TypedDict):
    """The alert rules of the organization."""

    #: Type of the object: always `list`.
    object: Literal['list']
    #: Rules, one per kind.
    data: List["AlertRule"]


class AlertRule(TypedDict):
    """When an organization is warned or paused."""

    #: Type of the object: always `alert_rule`.
    object: Literal['alert_rule']
    #: Id of the rule.
    id: str
    #: `bounce`, `complaint`: rate of recipients. `provider_block`: replies that block or throttle.
    #: `delivery_silence`: emails that wait for their first delivery.
    kind: Literal['bounce', 'complaint', 'provider_block', 'delivery_silence']
    #: Whether the rule is evaluated.
    enabled: bool
    #: Rate (0 to 1) that warns. Null for counts.
    warn_rate: Union[float, None]
    #: Rate (0 to 1) that pauses sending. Null: nothing pauses.
    pause_rate: Union[float, None]
    #: Recipients that make a rate meaningful, or the count that warns.
    minimum: int
    #: Minutes that are looked at.
    window_minutes: int


class _EmailDocumentOutputRequired(TypedDict):
    """Its required fields."""

    #: Version of the format: always 1.
    version: Literal[1]
    #: Blocks from top to bottom, up to 200.
    blocks: List[Union["DocumentParagraphOutput", "DocumentHeadingOutput", "DocumentQuoteOutput", "DocumentListOutput", "DocumentImageOutput", "DocumentButtonOutput", "DocumentDividerOutput", "DocumentSpacerOutput", "DocumentSocialOutput", "DocumentLogoOutput", "DocumentFooterOutput", "DocumentColumnsOutput"]]


class EmailDocumentOutput(_EmailDocumentOutputRequired, total=False):
    """Content of an email in blocks, from which HTML and text are rendered."""

    #: Language of the text, as a BCP 47 tag. Default: `en`.
    language: str
    #: Direction of the text: `ltr` or `rtl`. Default: `ltr`.
    direction: Literal['ltr', 'rtl']
    #: Color of buttons and links, as `#rrggbb`. Default: `brand_color` of the organization.
    accent_color: str
    #: Color around the content, as `#rrggbb`. Default: light gray.
    background_color: str


class _DocumentParagraphOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `paragraph`.
    type: Literal['paragraph']
    #: Text, in parts of one style each.
    text: List[Union["DocumentTextPartOutput", "DocumentVariableOutput", "DocumentLineBreakOutput"]]


class DocumentParagraphOutput(_DocumentParagraphOutputRequired, total=False):
    """A paragraph."""

    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']


class _DocumentTextPartOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the part: always `text`.
    type: Literal['text']
    #: Text. It is shown as it is: markup and Liquid in it mean nothing.
    text: str


class DocumentTextPartOutput(_DocumentTextPartOutputRequired, total=False):
    """Text in one style."""

    #: Whether it is bold.
    bold: bool
    #: Whether it is italic.
    italic: bool
    #: Whether it is underlined.
    underline: bool
    #: Whether it is struck through.
    strike: bool
    #: Color of the text, as `#rrggbb`.
    color: str
    #: Where it links to: an https, http, mailto or tel URL, or a variable such as `{{ url }}`.
    link: str


class _DocumentVariableOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the part: always `variable`.
    type: Literal['variable']
    #: Name of the variable.
    name: str


class DocumentVariableOutput(_DocumentVariableOutputRequired, total=False):
    """A value that differs from recipient to recipient."""

    #: Text for recipients without a value. Default: nothing.
    fallback: str
    #: Whether it is bold.
    bold: bool
    #: Whether it is italic.
    italic: bool
    #: Whether it is underlined.
    underline: bool
    #: Whether it is struck through.
    strike: bool
    #: Color of the text, as `#rrggbb`.
    color: str
    #: Where it links to: an https, http, mailto or tel URL, or a variable such as `{{ url }}`.
    link: str


class DocumentLineBreakOutput(TypedDict):
    """The end of a line within a block."""

    #: Type of the part: always `line_break`.
    type: Literal['line_break']


class _DocumentHeadingOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `heading`.
    type: Literal['heading']
    #: Level, 1 to 3.
    level: int
    #: Text, in parts of one style each.
    text: List[Union["DocumentTextPartOutput", "DocumentVariableOutput", "DocumentLineBreakOutput"]]


class DocumentHeadingOutput(_DocumentHeadingOutputRequired, total=False):
    """A heading."""

    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']


class DocumentQuoteOutput(TypedDict):
    """A quotation."""

    #: Type of the block: always `quote`.
    type: Literal['quote']
    #: Text, in parts of one style each.
    text: List[Union["DocumentTextPartOutput", "DocumentVariableOutput", "DocumentLineBreakOutput"]]


class _DocumentListOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `list`.
    type: Literal['list']
    #: Items, up to 100.
    items: List["DocumentItemOutput"]


class DocumentListOutput(_DocumentListOutputRequired, total=False):
    """A list, with lists in its items up to three levels."""

    #: Whether items are numbered. Default: false.
    ordered: bool


class _DocumentItemOutputRequired(TypedDict):
    """Its required fields."""

    #: Text of the item, in parts of one style each.
    text: List[Union["DocumentTextPartOutput", "DocumentVariableOutput", "DocumentLineBreakOutput"]]


class DocumentItemOutput(_DocumentItemOutputRequired, total=False):
    """An item of a list."""

    #: A list in the item.
    list: "DocumentSecondListOutput"


class _DocumentSecondListOutputRequired(TypedDict):
    """Its required fields."""

    #: Items of the list.
    items: List["DocumentSecondItemOutput"]


class DocumentSecondListOutput(_DocumentSecondListOutputRequired, total=False):
    """A list of the second level."""

    #: Whether items are numbered. Default: false.
    ordered: bool


class _DocumentSecondItemOutputRequired(TypedDict):
    """Its required fields."""

    #: Text of the item, in parts of one style each.
    text: List[Union["DocumentTextPartOutput", "DocumentVariableOutput", "DocumentLineBreakOutput"]]


class DocumentSecondItemOutput(_DocumentSecondItemOutputRequired, total=False):
    """An item of the second level."""

    #: A list in the item.
    list: "DocumentThirdListOutput"


class _DocumentThirdListOutputRequired(TypedDict):
    """Its required fields."""

    #: Items of the list.
    items: List["DocumentThirdItemOutput"]


class DocumentThirdListOutput(_DocumentThirdListOutputRequired, total=False):
    """A list of the third level."""

    #: Whether items are numbered. Default: false.
    ordered: bool


class DocumentThirdItemOutput(TypedDict):
    """An item of the third level."""

    #: Text of the item, in parts of one style each.
    text: List[Union["DocumentTextPartOutput", "DocumentVariableOutput", "DocumentLineBreakOutput"]]


class _DocumentImageOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `image`.
    type: Literal['image']
    #: HTTPS URL of the image.
    src: str
    #: Text for readers who do not see the image. Empty: the image is decoration.
    alt: str


class DocumentImageOutput(_DocumentImageOutputRequired, total=False):
    """An image."""

    #: Width in pixels, 16 to 600. Default: the full width.
    width: int
    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']
    #: Where the image links to.
    link: str


class _DocumentButtonOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `button`.
    type: Literal['button']
    #: Label, up to 200 characters.
    label: str
    #: Where the button links to.
    link: str


class DocumentButtonOutput(_DocumentButtonOutputRequired, total=False):
    """A button."""

    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']
    #: Background color, as `#rrggbb`. Default: `accent_color` of the document.
    color: str


class DocumentDividerOutput(TypedDict):
    """A horizontal line."""

    #: Type of the block: always `divider`.
    type: Literal['divider']


class DocumentSpacerOutput(TypedDict):
    """Empty space."""

    #: Type of the block: always `spacer`.
    type: Literal['spacer']
    #: Height in pixels, 4 to 120.
    height: int


class _DocumentSocialOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `social`.
    type: Literal['social']
    #: Profiles, in their order.
    links: List["DocumentSocialLinkOutput"]


class DocumentSocialOutput(_DocumentSocialOutputRequired, total=False):
    """Links to profiles, by the names of their services."""

    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']


class DocumentSocialLinkOutput(TypedDict):
    """A profile."""

    #: Service of the profile.
    service: Literal['facebook', 'instagram', 'linkedin', 'youtube', 'tiktok', 'x', 'bluesky', 'mastodon', 'github', 'website']
    #: Address of the profile.
    link: str


class _DocumentLogoOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `logo`.
    type: Literal['logo']


class DocumentLogoOutput(_DocumentLogoOutputRequired, total=False):
    """The logo of the organization, or its name if it has none."""

    #: Alignment. Default: the beginning of the line.
    align: Literal['left', 'center', 'right']


class _DocumentFooterOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the block: always `footer`.
    type: Literal['footer']


class DocumentFooterOutput(_DocumentFooterOutputRequired, total=False):
    """Small text at the end. Name and postal address of the organization follow it in every bulk email."""

    #: Text, in parts of one style each.
    text: List[Union["DocumentTextPartOutput", "DocumentVariableOutput", "DocumentLineBreakOutput"]]
    #: Whether it links to unsubscribing, to preferences and to the email in a browser. Only in broadcasts
    #: and automations. Default: false.
    unsubscribe: bool


class DocumentColumnsOutput(TypedDict):
    """Columns. On phones they stand below each other."""

    #: Type of the block: always `columns`.
    type: Literal['columns']
    #: Two or three columns of the same width.
    columns: List["DocumentColumnOutput"]


class DocumentColumnOutput(TypedDict):
    """A column."""

    #: Blocks, up to 50. Columns, logo and footer are not among them.
    blocks: List[Union["DocumentParagraphOutput", "DocumentHeadingOutput", "DocumentQuoteOutput", "DocumentListOutput", "DocumentImageOutput", "DocumentButtonOutput", "DocumentDividerOutput", "DocumentSpacerOutput", "DocumentSocialOutput"]]


class TriggerFilterOutput(TypedDict):
    """Only events that meet these conditions start a run."""

    #: Up to 20 conditions about properties of the event. All must be met.
    all: List[Union["EventEqualConditionOutput", "EventContainsConditionOutput", "EventOrderConditionOutput", "EventExistsConditionOutput"]]


class EventEqualConditionOutput(TypedDict):
    """Compares a property of the event with a value."""

    #: Name of a property of the event that started the run.
    event_property: str
    #: `eq`: equal. `neq`: not equal.
    op: Literal['eq', 'neq']
    #: Value to compare with.
    value: Union[str, float, bool]


class EventContainsConditionOutput(TypedDict):
    """Checks whether a property of the event contains a string."""

    #: Name of a property of the event that started the run.
    event_property: str
    #: True if a string contains the value or a list has it as an item.
    op: Literal['contains']
    #: String to look for.
    value: str


class EventOrderConditionOutput(TypedDict):
    """Checks whether a property of the event is greater or less than a value."""

    #: Name of a property of the event that started the run.
    event_property: str
    #: `gt`: greater than. `lt`: less than.
    op: Literal['gt', 'lt']
    #: Value to compare with.
    value: Union[str, float]


class EventExistsConditionOutput(TypedDict):
    """Checks whether the event has a property."""

    #: Name of a property of the event that started the run.
    event_property: str
    #: Checks whether the property exists.
    op: Literal['exists']
    #: True: the property must exist. False: it must not. Default: true.
    value: bool


_SendStepOutputRequired = TypedDict(
    "_SendStepOutputRequired",
    {
        #: Type of the step: `send`.
        "type": Literal['send'],
        #: Sender: `email` or `Name <email>`, at a verified domain of the stream `bulk`.
        "from": str,
    },
)


class SendStepOutput(_SendStepOutputRequired, total=False):
    """Sends the contact an email. Its kind is `sequence.<slug of the automation>`."""

    #: Reply-To address. Default: the sender.
    reply_to: str
    #: Template to use instead of `subject`, `preview_text`, `document`, `html` and `text`.
    template: "StepTemplate"
    #: Subject, with variables such as `{{ contact.first_name }}` and `{{ event.total }}`.
    subject: str
    #: Text that inboxes show after the subject, up to 200 characters.
    preview_text: str
    #: HTML body in Liquid, up to 500 kB.
    html: str
    #: Text body in Liquid, up to 500 kB.
    text: str
    #: Content as blocks. `html` and `text` are rendered from it when the steps are stored, and replace
    #: those of the request.
    document: "EmailDocumentOutput"
    #: Slug of a topic. Contacts that are not subscribed to it get no email. Default: none.
    topic: str
    track: "StepTracking"


#: Runs one of two branches, then continues with the next step.
ConditionStepOutput = TypedDict(
    "ConditionStepOutput",
    {
        #: Type of the step: `condition`.
        "type": Literal['condition'],
        "if": "AutomationFilterOutput",
        #: Steps to run if the conditions are met.
        "then": List["AutomationStepOutput"],
        #: Steps to run otherwise.
        "else": List["AutomationStepOutput"],
    },
)


class AutomationFilterOutput(TypedDict):
    """Conditions that must all be met."""

    #: Up to 20 conditions. All must be met.
    all: List[Union["StatusConditionOutput", "TopicConditionOutput", "EqualConditionOutput", "ContainsConditionOutput", "OrderConditionOutput", "ExistsConditionOutput", "FieldConditionOutput", "DateConditionOutput", "WithinDaysConditionOutput", "BroadcastConditionOutput", "BroadcastOpenedConditionOutput", "BroadcastClickedConditionOutput", "ActivityConditionOutput", "FormConfirmedConditionOutput", "FormAddedConditionOutput", "ImportIncludedConditionOutput", "ImportAddedConditionOutput", "EventEqualConditionOutput", "EventContainsConditionOutput", "EventOrderConditionOutput", "EventExistsConditionOutput", "WaitConditionOutput"]]


class StatusConditionOutput(TypedDict):
    """Checks the status of the contact."""

    #: Status of the contact.
    status: Literal['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']


class TopicConditionOutput(TypedDict):
    """Checks the subscription to a topic. If the contact has not chosen, `default_opt_in` applies."""

    #: Slug of the topic.
    topic: str
    #: Whether the contact is subscribed.
    state: Literal['SUBSCRIBED', 'UNSUBSCRIBED']


class EqualConditionOutput(TypedDict):
    """Compares a property with a value."""

    #: Name of the property.
    property: str
    #: `eq`: equal. `neq`: not equal. A missing property equals nothing.
    op: Literal['eq', 'neq']
    #: Value to compare with.
    value: Union[str, float, bool]


class ContainsConditionOutput(TypedDict):
    """Checks whether a property contains a string."""

    #: Name of the property.
    property: str
    #: True if a string contains the value or a list has it as an item.
    op: Literal['contains']
    #: String to look for.
    value: str


class OrderConditionOutput(TypedDict):
    """Checks whether a property is greater or less than a value."""

    #: Name of the property.
    property: str
    #: `gt`: greater than. `lt`: less than.
    op: Literal['gt', 'lt']
    #: Value to compare with.
    value: Union[str, float]


class ExistsConditionOutput(TypedDict):
    """Checks whether the contact has a property."""

    #: Name of the property.
    property: str
    #: Checks whether the property exists.
    op: Literal['exists']
    #: True: the property must exist. False: it must not. Default: true.
    value: bool


class FieldConditionOutput(TypedDict):
    """Compares the name or the address of the contact with a text."""

    #: Field of the contact. `email_domain`: the part of the address behind the `@`.
    field: Literal['first_name', 'last_name', 'email', 'email_domain']
    #: `eq`: equal. `neq`: not equal, or missing. `contains`: has the value as a part.
    op: Literal['eq', 'neq', 'contains']
    #: Text to compare with. Case does not matter.
    value: str


class DateConditionOutput(TypedDict):
    """The contact was added or last changed before or after a time."""

    #: Time of the contact.
    date: Literal['created_at', 'updated_at']
    #: Before, or after, a time.
    op: Literal['before', 'after']
    #: Time to compare with.
    value: str


class WithinDaysConditionOutput(TypedDict):
    """The contact was added or last changed within the last days."""

    #: Time of the contact.
    date: Literal['created_at', 'updated_at']
    #: Within the last days.
    op: Literal['within_days']
    #: Number of days of 24 hours up to now, 1 to 3,650.
    value: int


class BroadcastConditionOutput(TypedDict):
    """The contact received a broadcast, or did not. A skipped or canceled recipient did not."""

    #: Id of the broadcast.
    broadcast: str
    #: True: an email of the broadcast was sent to the contact. False: none was.
    received: bool


class BroadcastOpenedConditionOutput(TypedDict):
    """The contact opened a broadcast, or did not. Opens by machines do not count."""

    #: Id of the broadcast.
    broadcast: str
    #: True: the contact opened it. False: the contact did not, or did not receive it.
    opened: bool


class BroadcastClickedConditionOutput(TypedDict):
    """The contact clicked a link in a broadcast, or did not. Clicks by machines do not count."""

    #: Id of the broadcast.
    broadcast: str
    #: True: the contact clicked a link in it. False: the contact did not, or did not receive it.
    clicked: bool


class ActivityConditionOutput(TypedDict):
    """The contact received, opened or clicked any email within the last days, or did not. Opens and clicks by
    machines do not count.
    """

    #: What the contact does with email. `received`: an email was sent to it. `opened`, `clicked`: the
    #: contact opened an email, or clicked a link in one.
    activity: Literal['received', 'opened', 'clicked']
    #: `within_days`: at least once within the last days. `not_within_days`: not within them, or never.
    op: Literal['within_days', 'not_within_days']
    #: Number of days of 24 hours up to now, 1 to 3,650.
    value: int


class FormConfirmedConditionOutput(TypedDict):
    """The contact confirmed a signup with a form, or did not."""

    #: Id of the signup form.
    form: str
    #: True: the contact confirmed a signup with the form. False: it did not.
    confirmed: bool


class FormAddedConditionOutput(TypedDict):
    """A signup form added the contact, or did not."""

    #: Id of the signup form.
    form: str
    #: True: the contact was added by confirming a signup with the form. False: it was not.
    added: bool


#: An import included the contact, or did not. A contact keeps its newest 20 imports.
ImportIncludedConditionOutput = TypedDict(
    "ImportIncludedConditionOutput",
    {
        #: Id of the import of contacts.
        "import": str,
        #: True: a row of the import was stored for the contact. False: none was.
        "included": bool,
    },
)


#: An import added the contact, or did not.
ImportAddedConditionOutput = TypedDict(
    "ImportAddedConditionOutput",
    {
        #: Id of the import of contacts.
        "import": str,
        #: True: the contact was added by the import. False: it was not.
        "added": bool,
    },
)


class WaitConditionOutput(TypedDict):
    """How the last `wait_until` step for an event ended."""

    #: `event`: the event arrived. `timeout`: it did not arrive in time.
    waited: Literal['event', 'timeout']


class _UpdateContactStepOutputRequired(TypedDict):
    """Its required fields."""

    #: Type of the step: `update_contact`.
    type: Literal['update_contact']


class UpdateContactStepOutput(_UpdateContactStepOutputRequired, total=False):
    """Updates the contact. Missing fields keep their values."""

    #: First name, up to 200 characters. Null clears it.
    first_name: Union[str, None]
    #: Last name, up to 200 characters. Null clears it.
    last_name: Union[str, None]
    #: Your own properties, up to 100, for segments and templates. Merged with existing ones; null removes
    #: a property.
    properties: Dict[str, Union[str, float, bool, List[str], None]]
    #: Topic subscriptions to set, up to 100. Other topics do not change.
    topics: List["TopicChoice"]
    #: `UNSUBSCRIBED` unsubscribes the contact from all bulk email.
    status: Literal['UNSUBSCRIBED']


#: 1 to 100 emails, each as in `POST /emails`, without attachments.
SendEmailBatchRequest = List["SendEmailRequest"]


#: 1 to 1,000 contacts, each as in `POST /contacts`.
BatchContactsRequest = List["UpsertContactRequest"]


#: A step of an automation. `type` says which one.
AutomationStep = Union["SendStep", "WaitStep", "WaitUntilStep", "ConditionStep", "UpdateContactStep", "WebhookStep"]


#: Error codes of this version. Later versions may add codes, but never change or remove one.
ErrorCode = Literal['invalid_json', 'unauthorized', 'invalid_credentials', 'forbidden_domain', 'forbidden_ip', 'forbidden_recipient', 'template_required', 'forbidden', 'sending_paused', 'under_review', 'test_key_not_allowed', 'reauthentication_required', 'cross_site_request', 'sign_in_method_disabled', 'not_found', 'method_not_allowed', 'request_timeout', 'not_cancelable', 'not_schedulable', 'not_deferred', 'not_pausable', 'not_paused', 'not_testing', 'not_resendable', 'resend_exists', 'resend_too_early', 'suppression_conflict', 'already_revoked', 'already_rotated', 'domain_taken', 'domain_in_use', 'topic_exists', 'topic_in_use', 'segment_in_use', 'image_in_use', 'slug_taken', 'member_exists', 'invitation_exists', 'last_owner', 'last_sign_in_method', 'version_conflict', 'payload_too_large', 'unsupported_media_type', 'validation_error', 'invalid_from', 'unknown_domain', 'domain_not_verified', 'bulk_single_recipient', 'stream_mismatch', 'reserved_header', 'template_not_found', 'template_variables', 'invalid_subject', 'subject_from_template', 'unknown_topic', 'unknown_segment', 'invalid_segment', 'invalid_cursor', 'attachments_not_in_batch', 'domain_cleanup_failed', 'manual_dns', 'cloudflare_unconfigured', 'publish_failed', 'unsupported_transport', 'identity_registration_failed', 'invalid_invitation', 'admin_key_not_mintable', 'plan_limit', 'rate_limited', 'quota_exceeded', 'key_quota_exceeded', 'contact_quota_exceeded', 'run_quota_exceeded', 'organization_quota_exceeded', 'internal_error', 'usage_unavailable', 'service_unavailable']


#: An email event. `type` says which one.
EmailEventEntry = Union["EmailSentEvent", "EmailDeliveredEvent", "EmailDeliveryDelayedEvent", "EmailLateEvent", "EmailBouncedEvent", "EmailComplainedEvent", "EmailRejectedEvent", "EmailOpenedEvent", "EmailClickedEvent", "EmailUnsubscribedEvent", "EmailFailedEvent"]


#: A probable mistake in a request.
ApiLogWarning = Literal['idempotency_mismatch', 'unknown_fields', 'kind_not_bulk']


#: A step of an automation. `type` says which one.
AutomationStepOutput = Union["SendStepOutput", "WaitStep", "WaitUntilStep", "ConditionStepOutput", "UpdateContactStepOutput", "WebhookStep"]


#: The body of a webhook.
WebhookEvent = Union["EmailSentWebhook", "EmailDeliveredWebhook", "EmailDeliveryDelayedWebhook", "EmailLateWebhook", "EmailBouncedWebhook", "EmailComplainedWebhook", "EmailRejectedWebhook", "EmailOpenedWebhook", "EmailClickedWebhook", "EmailUnsubscribedWebhook", "EmailFailedWebhook", "EmailReceivedWebhook", "WebhookTestWebhook", "ContactCreatedWebhook", "ContactUpdatedWebhook", "ContactDeletedWebhook", "ContactSubscribedWebhook", "ContactUnsubscribedWebhook"]
