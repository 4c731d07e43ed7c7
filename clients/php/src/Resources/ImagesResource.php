<?php

// Made from docs/openapi.json by bin/generate.php.

declare(strict_types=1);

namespace Postrider\Resources;

use Postrider\Answer;
use Postrider\Api;
use Postrider\Options;
use Postrider\Pages;
use Postrider\Request;
use Postrider\Types;

/**
 * Operations of the resource images.
 *
 * @phpstan-import-type CreateImageRequest from Types
 * @phpstan-import-type Image from Types
 * @phpstan-import-type UpdateImageRequest from Types
 */
final class ImagesResource
{
    public function __construct(protected readonly Api $api)
    {
    }

    /**
     * Upload an image.
     *
     * Uploads an image for emails, and returns its public URL. The file is decoded and encoded again: at most 1,200 pixels wide, which is twice the width of an email, without EXIF data. Large opaque PNG files become JPEG. WebP, which not every mail client shows, becomes PNG, JPEG or GIF. SVG is refused. An image that you have uploaded before is returned with status 200.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param CreateImageRequest $body
     * @return Answer with the fields of Image
     */
    public function create(array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('POST', '/images', body: $body), $options);
    }

    /**
     * List images.
     *
     * Returns the images of the organization, newest first.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @param array{limit?: int, cursor?: string, search?: string} $query
     * @return Pages<Image>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->api, '/images', $query, $options);
    }

    /**
     * Get an image.
     *
     * Returns an image by its id. `url` has the file.
     *
     * Permission: SEND or higher. Test keys: allowed.
     *
     * @return Answer with the fields of Image
     */
    public function get(string $id, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('GET', '/images/' . Request::part($id)), $options);
    }

    /**
     * Update an image.
     *
     * Changes the name or the alternative text of an image. Its URL and its content never change.
     *
     * Permission: SEND or higher. Test keys: refused.
     *
     * @param UpdateImageRequest $body
     * @return Answer with the fields of Image
     */
    public function update(string $id, array $body, ?Options $options = null): Answer
    {
        return $this->api->call(new Request('PATCH', '/images/' . Request::part($id), body: $body), $options);
    }

    /**
     * Delete an image.
     *
     * Deletes an image. Emails that were sent with it no longer show it, except where a mail client has stored it. An image that the logo, a template, a saved block, an automation or a broadcast that is not sent yet contains cannot be deleted: `image_in_use`. The newest 500 templates and 2,000 broadcasts are searched.
     *
     * Permission: FULL or higher. Test keys: refused.
     *
     * @return void
     */
    public function delete(string $id, ?Options $options = null): void
    {
        $this->api->call(new Request('DELETE', '/images/' . Request::part($id)), $options);
    }
}
