<?php

declare(strict_types=1);

namespace Postrider;

/** @internal One attempt of a call: a request, and its response read to the end. */
final class Exchange
{
    /**
     * @param array<string, string> $headers of the response, with names in lower case
     */
    private function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    /**
     * @param list<string> $headers
     * @throws PostriderException when there is no response
     */
    public static function make(string $method, string $url, array $headers, ?string $body, float $timeout): self
    {
        $received = [];
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            // Without it, curl asks whether it may send a large body.
            CURLOPT_HTTPHEADER => [...$headers, 'Expect:'],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => max(1, (int) ($timeout * 1000)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$received): int {
                [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
                $received[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
        }
        $content = curl_exec($curl);
        if (is_string($content)) {
            return new self((int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $received, $content);
        }
        $isLate = curl_errno($curl) === CURLE_OPERATION_TIMEDOUT;
        throw new PostriderException(
            $isLate ? "no answer within $timeout s" : 'no connection to the API: ' . curl_error($curl),
            $isLate ? Kind::Timeout : Kind::Connection,
            $isLate ? 'timeout' : 'connection_failed',
            neverBegan: (int) curl_getinfo($curl, CURLINFO_PRETRANSFER_TIME_T) === 0,
        );
    }
}
