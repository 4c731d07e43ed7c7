<?php

declare(strict_types=1);

namespace Postrider;

/** Files to attach to an email. */
final class Attachment
{
    /** Mail programs show and open what has a type; anything else is application/octet-stream. */
    private const TYPES = [
        'csv' => 'text/csv',
        'gif' => 'image/gif',
        'html' => 'text/html',
        'ics' => 'text/calendar',
        'jpeg' => 'image/jpeg',
        'jpg' => 'image/jpeg',
        'json' => 'application/json',
        'pdf' => 'application/pdf',
        'png' => 'image/png',
        'svg' => 'image/svg+xml',
        'txt' => 'text/plain',
        'webp' => 'image/webp',
        'xml' => 'application/xml',
        'zip' => 'application/zip',
    ];

    /**
     * Reads a file as an attachment. Its type is that of its extension, unless one is given.
     *
     * @return array{filename: string, content: string, content_type?: string, content_id?: string}
     */
    public static function fromFile(string $path, ?string $filename = null, ?string $contentType = null, ?string $contentId = null): array
    {
        $content = @file_get_contents($path);
        if ($content === false) {
            throw new \InvalidArgumentException("the file cannot be read: $path");
        }
        $name = $filename ?? basename($path);
        $extension = strtolower(pathinfo($name, PATHINFO_EXTENSION));
        return self::fromBytes($content, $name, $contentType ?? self::TYPES[$extension] ?? null, $contentId);
    }

    /**
     * An attachment of this content.
     *
     * @return array{filename: string, content: string, content_type?: string, content_id?: string}
     */
    public static function fromBytes(string $content, string $filename, ?string $contentType = null, ?string $contentId = null): array
    {
        return [
            'filename' => $filename,
            'content' => base64_encode($content),
            ...($contentType === null ? [] : ['content_type' => $contentType]),
            ...($contentId === null ? [] : ['content_id' => $contentId]),
        ];
    }
}
