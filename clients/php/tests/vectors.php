<?php

declare(strict_types=1);

use Postrider\Attachment;

/** Stands for every text that is not empty. */
final class AnyText
{
}

function casesOf(string $file): array
{
    $text = file_get_contents(__DIR__ . "/../../conformance/$file.json");
    return json_decode($text, true, flags: JSON_THROW_ON_ERROR)['cases'];
}

function bytesOf(array $body): string
{
    return $body['text'] ?? (isset($body['base64']) ? base64_decode($body['base64'], true) : str_repeat($body['repeat'], $body['times']));
}

/** A value with its placeholders replaced. */
function filled(mixed $value): mixed
{
    if (!is_array($value)) {
        return $value;
    }
    if (array_key_exists('$repeat', $value)) {
        return array_fill(0, $value['times'], filled($value['$repeat']));
    }
    if (isset($value['$bytes'])) {
        return base64_encode(bytesOf($value['$bytes']));
    }
    if (isset($value['$text'])) {
        return new AnyText();
    }
    if (isset($value['$file'])) {
        return attached($value['$file'], $value);
    }
    $filled = [];
    foreach ($value as $name => $item) {
        if (is_int($name) && is_array($item) && array_key_exists('$repeat', $item)) {
            array_push($filled, ...filled($item));
        } elseif (is_int($name)) {
            $filled[] = filled($item);
        } else {
            $filled[$name] = filled($item);
        }
    }
    return $filled;
}

function attached(array $file, array $fields): array
{
    $folder = sys_get_temp_dir() . '/postrider-' . bin2hex(random_bytes(8));
    mkdir($folder);
    $path = "$folder/{$file['name']}";
    file_put_contents($path, bytesOf($file['bytes']));
    try {
        return Attachment::fromFile($path, $fields['filename'] ?? null, $fields['content_type'] ?? null, $fields['content_id'] ?? null);
    } finally {
        unlink($path);
        rmdir($folder);
    }
}
