<?php

declare(strict_types=1);

use Postrider\Answer;
use Postrider\BatchException;
use Postrider\BatchResult;
use Postrider\Client;
use Postrider\Options;
use Postrider\PostriderException;
use Postrider\ResponseInfo;

/** The process of tests/server.php. */
final class ScriptedServer
{
    public readonly string $url;
    /** @var resource */
    private $process;
    private readonly string $folder;

    public function __construct()
    {
        $this->folder = sys_get_temp_dir() . '/postrider-' . bin2hex(random_bytes(8));
        mkdir($this->folder);
        $this->answer([]);
        $command = [PHP_BINARY, __DIR__ . '/server.php', "$this->folder/script", "$this->folder/log"];
        $this->process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        $this->url = 'http://127.0.0.1:' . trim(fgets($pipes[1]));
    }

    /** What the next requests meet, one each; earlier ones are forgotten. */
    public function answer(array $answers): void
    {
        file_put_contents("$this->folder/script.new", json_encode(['id' => bin2hex(random_bytes(8)), 'answers' => $answers]));
        rename("$this->folder/script.new", "$this->folder/script");
        file_put_contents("$this->folder/log", '');
    }

    public function requests(): array
    {
        return array_map(fn (string $line): array => json_decode($line, true), file("$this->folder/log"));
    }

    public function close(): void
    {
        proc_terminate($this->process);
        proc_close($this->process);
        array_map(unlink(...), glob("$this->folder/*"));
        rmdir($this->folder);
    }
}

/** @return array<string, Closure> */
function exchangeTests(): array
{
    $server = new ScriptedServer();
    register_shutdown_function($server->close(...));
    $tests = [];
    foreach (['requests', 'errors', 'retries', 'rate-limits', 'idempotency', 'batches', 'pages', 'attachments'] as $file) {
        foreach (casesOf($file) as $case) {
            $tests["$file: {$case['name']}"] = fn () => play($case, $server);
        }
    }
    return $tests;
}

function play(array $case, ScriptedServer $server): void
{
    $url = ($case['server'] ?? '') === 'closed' ? closedUrl() : $server->url;
    $options = $case['client'] ?? [];
    // Full jitter: the shortest waits that there are.
    $client = new Client('pr_test_conformance', $url . ($options['base_path'] ?? ''), optionsOf($options), fn (): float => 0.0);
    $keys = [];
    foreach ($case['calls'] as $call) {
        $server->answer(array_map(scriptOf(...), array_column($call['exchanges'], 'answer')));
        compareResult($call, $client);
        $requests = $server->requests();
        compareRequests($call['exchanges'], $requests);
        foreach ($requests as $request) {
            $keys[] = $request['headers']['idempotency-key'] ?? null;
        }
    }
    if (isset($case['idempotency_keys'])) {
        same(named($keys, $case['idempotency_keys']), $case['idempotency_keys'], 'the keys');
    }
}

function closedUrl(): string
{
    $socket = stream_socket_server('tcp://127.0.0.1:0');
    return 'http://' . stream_socket_get_name($socket, false);
}

function optionsOf(array $given): Options
{
    return new Options(
        timeout: isset($given['timeout_ms']) ? $given['timeout_ms'] / 1000 : null,
        maxRetries: $given['max_retries'] ?? null,
        allowIdempotencyMismatch: $given['allow_idempotency_mismatch'] ?? null,
        idempotencyKey: $given['idempotency_key'] ?? null,
    );
}

function scriptOf(array $answer): array
{
    $json = array_key_exists('json', $answer) ? json_encode(filled($answer['json'])) : '';
    return $answer + ['body' => $answer['text'] ?? $json];
}

/** Keys that the client made, under the names that the case gives them. */
function named(array $keys, array $names): array
{
    $nameOf = [];
    foreach ($keys as $n => $key) {
        if ($key !== null && str_starts_with($names[$n] ?? '', '$')) {
            $nameOf[$key] ??= $names[$n];
        }
    }
    return array_map(fn (?string $key): ?string => $nameOf[$key ?? ''] ?? $key, $keys);
}

function compareResult(array $call, Client $client): void
{
    try {
        $value = makeCall($call, $client);
    } catch (PostriderException | InvalidArgumentException $error) {
        isset($call['raises']) || throw $error;
        same(shownError($error), filled($call['raises']), 'the error', false);
        return;
    }
    isset($call['raises']) && throw new Failure('there is no error');
    $isBatch = $call['method'] === 'emails.send_batch';
    $shown = $value instanceof Answer ? $value->getArrayCopy() : $value;
    same($isBatch ? array_map(shownResult(...), $value) : $shown, filled($call['returns']), 'the result', !$isBatch);
    if (isset($call['info'])) {
        same(shownInfo($value->response), $call['info'], 'the metadata', false);
    }
}

function makeCall(array $call, Client $client): mixed
{
    $given = filled($call['arguments']);
    $options = optionsOf($call['options'] ?? []);
    switch ($call['method']) {
        case 'emails.send':
            // An empty array is a list in JSON, and an empty object is none in PHP.
            $metadata = ($given['email']['metadata'] ?? null) === [] ? ['metadata' => new stdClass()] : [];
            return $client->emails->send([...$given['email'], ...$metadata], $options);
        case 'emails.send_batch':
            return $client->emails->sendBatch($given['emails'], $options);
        case 'emails.get':
            return $client->emails->get($given['id'], $options);
        case 'keys.create':
            return $client->keys->create($given['key'], $options);
    }
    $resource = $call['method'] === 'emails.list' ? $client->emails : $client->emailEvents;
    $pages = $resource->list($given['query'] ?? [], $options);
    if ($given['page'] ?? false) {
        $page = $pages->page();
        return ['data' => $page['data'], 'next_cursor' => $page['next_cursor'] ?? null];
    }
    $items = [];
    if (($given['take'] ?? null) === 0) {
        return $items;
    }
    foreach ($pages as $item) {
        $items[] = $item;
        if (count($items) === ($given['take'] ?? null)) {
            break;
        }
    }
    return $items;
}

function shownError(PostriderException | InvalidArgumentException $error): array
{
    if ($error instanceof InvalidArgumentException) {
        return ['kind' => 'argument'];
    }
    return [
        'kind' => $error->kind->value,
        'code' => $error->errorCode,
        'message' => $error->getMessage(),
        'status' => $error->status,
        'request_id' => $error->requestId,
        'retry_after_ms' => $error->retryAfter === null ? null : $error->retryAfter * 1000,
        'fields' => $error->fields,
        'attempts' => $error->attempts,
        'idempotency_key' => $error->idempotencyKey,
        'id' => $error->id,
        'results' => $error instanceof BatchException ? array_map(shownResult(...), $error->results) : [],
    ];
}

function shownResult(BatchResult $result): array
{
    $shown = ['index' => $result->index, 'ok' => $result->isOk(), 'idempotency_key' => $result->idempotencyKey];
    return $shown + ['id' => $result->id, 'error' => $result->error];
}

function shownInfo(ResponseInfo $info): array
{
    $rate = $info->rateLimit;
    return [
        'status' => $info->status,
        'request_id' => $info->requestId,
        'attempts' => $info->attempts,
        'replayed' => $info->replayed,
        'mismatched' => $info->mismatched,
        'idempotency_key' => $info->idempotencyKey,
        'unknown_fields' => $info->unknownFields,
        'rate_limit' => $rate ? ['limit' => $rate['limit'], 'remaining' => $rate['remaining'], 'reset_ms' => $rate['reset'] * 1000] : null,
    ];
}

function compareRequests(array $exchanges, array $requests): void
{
    same(count($requests), count($exchanges), 'the number of requests');
    foreach ($exchanges as $n => $exchange) {
        $expected = $exchange['request'] ?? [];
        [$path, $search] = array_pad(explode('?', $requests[$n]['path'], 2), 2, '');
        parse_str($search, $query);
        $seen = ['method' => $requests[$n]['method'], 'path' => $path, 'query' => $query];
        foreach (array_intersect_key($expected, $seen) as $name => $value) {
            same($seen[$name], $value, "the $name of request $n");
        }
        foreach ($expected['headers'] ?? [] as $name => $value) {
            same($requests[$n]['headers'][$name] ?? null, $value, $name);
        }
        $body = json_decode($requests[$n]['body'], true);
        if (array_key_exists('body', $expected)) {
            same($body, filled($expected['body']), 'the body');
        }
        if (isset($expected['body_length'])) {
            same(count($body), $expected['body_length'], 'the length of the body');
        }
        if (isset($expected['same_as_previous'])) {
            same(identityOf($requests[$n]), identityOf($requests[$n - 1]), "request $n");
        }
        $waited = ($requests[$n]['at'] - ($requests[$n - 1]['at'] ?? 0)) * 1000;
        $waited >= ($exchange['not_before_ms'] ?? 0) || throw new Failure("request $n came after $waited ms");
    }
}

function identityOf(array $request): array
{
    return [$request['method'], $request['path'], $request['body'], $request['headers']['idempotency-key'] ?? null];
}
