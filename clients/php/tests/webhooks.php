<?php

declare(strict_types=1);

use Postrider\Webhook;
use Postrider\WebhookException;

/** @return array<string, Closure> */
function webhookTests(): array
{
    $tests = [];
    foreach (casesOf('webhooks') as $case) {
        $tests["webhooks: {$case['name']}"] = fn () => same(verified($case), $case['expect'], 'the result');
    }
    return $tests;
}

function verified(array $case): array
{
    try {
        $webhook = Webhook::verify(bytesOf($case['body']), $case['headers'], $case['secrets'], $case['tolerance_seconds'] ?? 300, $case['now']);
    } catch (WebhookException $refused) {
        return ['reason' => $refused->reason];
    }
    return ['event_type' => $webhook->event['type'], 'delivery_id' => $webhook->deliveryId];
}
