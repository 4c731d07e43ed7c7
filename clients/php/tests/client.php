<?php

declare(strict_types=1);

use Postrider\Client;
use Postrider\Options;

/** @return array<string, Closure> */
function clientTests(): array
{
    $server = new ScriptedServer();
    register_shutdown_function($server->close(...));
    $client = new Client('pr_test_x', $server->url);
    return [
        'the generated files are those of the document' => function (): void {
            exec(escapeshellarg(PHP_BINARY) . ' ' . escapeshellarg(__DIR__ . '/../bin/generate.php') . ' --check', $output, $status);
            same([$status, $output], [0, []], 'the check');
        },
        'settings that are missing or wrong' => function (): void {
            foreach ([[], ['pr_test_x'], ['pr_test_x', 'mail.example.com'], ['pr_test_x', 'ftp://x']] as $arguments) {
                try {
                    new Client(...$arguments);
                } catch (InvalidArgumentException) {
                    continue;
                }
                throw new Failure('taken: ' . shown($arguments));
            }
        },
        'dates' => function () use ($server, $client): void {
            $server->answer([['status' => 200, 'body' => '{"id":"em_1"}'], ['status' => 200, 'body' => '{"data":[]}']]);
            $at = new DateTimeImmutable('2026-05-04T12:00:00+02:00');
            $client->emails->send(['from' => 'a@acme.example', 'to' => 'b@example.com', 'subject' => 'Hi', 'text' => 'Hi.', 'scheduled_at' => $at]);
            iterator_to_array($client->emails->list(['since' => $at, 'mode' => 'test']));
            [$sent, $listed] = $server->requests();
            same(json_decode($sent['body'], true)['scheduled_at'], '2026-05-04T12:00:00.000+02:00', 'the body');
            same($listed['path'], '/api/v1/emails?since=2026-05-04T12%3A00%3A00.000%2B02%3A00&mode=test', 'the path');
        },
        'an answer without content, and one that is a file' => function () use ($server, $client): void {
            $server->answer([['status' => 204, 'body' => ''], ['status' => 204, 'body' => ''], ['status' => 200, 'body' => "a,b\r\n"]]);
            $client->domains->delete('d1');
            same($client->request('DELETE', '/domains/d1'), null, 'the answer');
            same($client->emails->export(), "a,b\r\n", 'the file');
        },
        'a raw request' => function () use ($server, $client): void {
            $server->answer([['status' => 200, 'body' => '{"id":"x"}']]);
            $answer = $client->request('POST', '/things', ['a' => true, 'b' => null], ['c' => 1], new Options(idempotencyKey: 'k'));
            [$request] = $server->requests();
            same([$answer['id'], $request['path'], $request['body']], ['x', '/api/v1/things?a=true', '{"c":1}'], 'the exchange');
            same($request['headers']['idempotency-key'], 'k', 'the key');
        },
    ];
}
