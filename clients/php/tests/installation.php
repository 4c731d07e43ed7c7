<?php

declare(strict_types=1);

use Postrider\Attachment;
use Postrider\Client;
use Postrider\Kind;
use Postrider\Options;
use Postrider\PostriderException;

/**
 * With a test key of a running stack of this repository (make up); without one there are none.
 *
 * @return array<string, Closure>
 */
function installationTests(): array
{
    $file = __DIR__ . '/../../../.local/dev.json';
    if (!file_exists($file)) {
        return [];
    }
    $facts = json_decode(file_get_contents($file), true);
    $client = new Client($facts['keys']['send_test']['token'], $facts['api_url']);
    $email = ['from' => "hello@{$facts['domain']}", 'to' => 'ada@example.com', 'subject' => 'Hi', 'text' => 'Hi.'];
    return [
        'a send, its repetition, and what is read of it' => function () use ($client, $email): void {
            $email['attachments'] = [Attachment::fromBytes("Hello\n", 'a.txt')];
            $sent = $client->emails->send($email);
            $again = $client->emails->send($email, new Options(idempotencyKey: $sent->response->idempotencyKey));
            same([$again['id'], $again->response->replayed], [$sent['id'], true], 'the repetition');
            $read = $client->emails->get($sent['id']);
            same([$read['subject'], $read['attachments'][0]['size']], ['Hi', 6], 'the email');
        },
        'an email that is refused' => function () use ($client, $email): void {
            try {
                $client->emails->send(['to' => 'no address'] + $email);
            } catch (PostriderException $refused) {
                same([$refused->kind, $refused->fields[0]['path'] ?? null], [Kind::Validation, 'to'], 'the error');
                return;
            }
            throw new Failure('it was taken');
        },
    ];
}
