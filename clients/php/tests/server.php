<?php

declare(strict_types=1);

/**
 * A server with scripted answers, instead of the API. It reads its script (`id`, `answers`) from the file of its first argument at each
 * request, answers with the next one, and writes each request as a line to the file of its second. Behind the last answer it cuts the
 * connection. It prints its port.
 */

[, $scriptFile, $logFile] = $argv;
$server = stream_socket_server('tcp://127.0.0.1:0');
echo explode(':', stream_socket_get_name($server, false))[1], "\n";
$id = null;
$count = 0;
$hanging = [];
while ($connection = stream_socket_accept($server, -1)) {
    $request = readRequest($connection);
    if ($request === null) {
        continue;
    }
    $script = json_decode(file_get_contents($scriptFile), true);
    if ($script['id'] !== $id) {
        [$id, $count, $hanging] = [$script['id'], 0, []];
    }
    file_put_contents($logFile, json_encode($request) . "\n", FILE_APPEND);
    $answer = $script['answers'][$count++] ?? ['fault' => 'cut'];
    match ($answer['fault'] ?? null) {
        'hang' => $hanging[] = $connection,
        'cut' => stream_socket_shutdown($connection, STREAM_SHUT_RDWR),
        'cut_body' => send($connection, 200, [], '{"id":', 100),
        default => send($connection, $answer['status'], $answer['headers'] ?? [], $answer['body']),
    };
    unset($connection);
}

/** @param resource $connection */
function readRequest($connection): ?array
{
    $head = '';
    while (!str_contains($head, "\r\n\r\n")) {
        $line = fgets($connection);
        if ($line === false) {
            return null;
        }
        $head .= $line;
    }
    $lines = explode("\r\n", trim($head));
    [$method, $path] = explode(' ', array_shift($lines));
    $headers = [];
    foreach ($lines as $line) {
        [$name, $value] = explode(': ', $line, 2);
        $headers[strtolower($name)] = $value;
    }
    $length = (int) ($headers['content-length'] ?? 0);
    $body = $length === 0 ? '' : stream_get_contents($connection, $length);
    return ['method' => $method, 'path' => $path, 'headers' => $headers, 'body' => $body, 'at' => microtime(true)];
}

/** @param resource $connection */
function send($connection, int $status, array $headers, string $body, ?int $length = null): void
{
    $text = "HTTP/1.1 $status x\r\nconnection: close\r\ncontent-length: " . ($length ?? strlen($body)) . "\r\n";
    foreach ($headers + ['content-type' => 'application/json'] as $name => $value) {
        $text .= "$name: $value\r\n";
    }
    fwrite($connection, "$text\r\n$body");
}
