<?php

declare(strict_types=1);

/**
 * Writes the types and the plain methods of the client from docs/openapi.json: `php bin/generate.php`. With --check it only says
 * whether they are those of the document.
 */

/** They take several requests, or a key of the body: Emails.php has them. */
const HAND_WRITTEN = ['sendEmail', 'sendEmailBatch'];
const HEAD = "<?php\n\n// Made from docs/openapi.json by bin/generate.php.\n\ndeclare(strict_types=1);\n\n";

$root = dirname(__DIR__);
$document = json_decode(file_get_contents("$root/../../docs/openapi.json"), true, flags: JSON_THROW_ON_ERROR);
$files = ['Types.php' => typesOf($document)] + resourcesOf($document);
$stale = array_filter($files, fn (string $code, string $name): bool => @file_get_contents("$root/src/$name") !== $code, ARRAY_FILTER_USE_BOTH);
if (in_array('--check', $argv, true)) {
    foreach (array_keys($stale) as $name) {
        echo "src/$name is not that of docs/openapi.json: run php clients/php/bin/generate.php\n";
    }
    exit($stale === [] ? 0 : 1);
}
foreach ($stale as $name => $code) {
    file_put_contents("$root/src/$name", $code);
}

function typesOf(array $document): string
{
    $lines = [];
    foreach ($document['components']['schemas'] as $component => $schema) {
        $lines[] = ' * @phpstan-type ' . $component . ' ' . typeOf($schema) . "\n";
    }
    $doc = "/**\n * Objects of the API, as types of PHPStan and editors.\n *\n" . implode('', $lines) . " */\n";
    return HEAD . "namespace Postrider;\n\n$doc" . "final class Types\n{\n}\n";
}

/** The type of a value, with components by their names. */
function typeOf(array $schema): string
{
    if (isset($schema['$ref'])) {
        return nameIn($schema['$ref']);
    }
    if (array_key_exists('const', $schema)) {
        return literal($schema['const']);
    }
    if (isset($schema['enum'])) {
        return implode('|', array_map(literal(...), $schema['enum']));
    }
    $variants = $schema['anyOf'] ?? $schema['oneOf'] ?? null;
    if ($variants === null && is_array($schema['type'] ?? null)) {
        $variants = array_map(fn (string $type): array => ['type' => $type] + $schema, $schema['type']);
    }
    if ($variants !== null) {
        $types = array_unique(array_map(typeOf(...), $variants));
        return in_array('mixed', $types, true) ? 'mixed' : implode('|', $types);
    }
    return match ($schema['type'] ?? null) {
        'string' => 'string',
        'integer' => 'int',
        'number' => 'int|float',
        'boolean' => 'bool',
        'null' => 'null',
        'array' => 'list<' . typeOf($schema['items'] ?? []) . '>',
        'object' => objectType($schema),
        default => 'mixed',
    };
}

function objectType(array $schema): string
{
    if (!isset($schema['properties'])) {
        $values = $schema['additionalProperties'] ?? true;
        return 'array<string, ' . (is_array($values) ? typeOf($values) : 'mixed') . '>';
    }
    $fields = [];
    foreach ($schema['properties'] as $name => $value) {
        $mark = in_array($name, $schema['required'] ?? [], true) ? '' : '?';
        $fields[] = (preg_match('/^\w+$/', $name) ? $name : "'$name'") . "$mark: " . typeOf($value);
    }
    return 'array{' . implode(', ', $fields) . '}';
}

function literal(mixed $value): string
{
    return is_string($value) ? "'$value'" : json_encode($value);
}

function nameIn(string $reference): string
{
    return substr($reference, strrpos($reference, '/') + 1);
}

/** A file for each resource, and one for all of them. */
function resourcesOf(array $document): array
{
    $methods = [];
    foreach ($document['paths'] as $path => $item) {
        foreach (array_intersect_key($item, array_flip(['get', 'post', 'patch', 'delete'])) as $method => $operation) {
            [$resource, $name] = explode('.', $operation['x-sdk-method']);
            $methods[$resource] ??= [];
            if (!in_array($operation['operationId'], HAND_WRITTEN, true)) {
                $methods[$resource][] = methodOf($document, strtoupper($method), $path, $operation, $name);
            }
        }
    }
    $files = [];
    $properties = $values = '';
    foreach ($methods as $resource => $code) {
        $class = ucfirst($resource) . 'Resource';
        $files["Resources/$class.php"] = resourceFile($document, $resource, $class, implode("\n", $code));
        if ($resource !== 'emails') {
            $properties .= "    public readonly $class \$$resource;\n";
            $values .= "        \$this->$resource = new $class(\$api);\n";
        }
    }
    $files['Resources/Resources.php'] = HEAD . "namespace Postrider\\Resources;\n\nuse Postrider\\Api;\n\n/** The resources of the API. */\n"
        . "abstract class Resources\n{\n$properties\n    public function __construct(Api \$api)\n    {\n$values    }\n}\n";
    return $files;
}

function resourceFile(array $document, string $resource, string $class, string $code): string
{
    preg_match_all('/\b[A-Z]\w+\b/', implode("\n", preg_grep('/^\s+\* @/', explode("\n", $code))), $words);
    $types = array_values(array_unique(array_intersect($words[0], array_keys($document['components']['schemas']))));
    sort($types);
    $imports = implode('', array_map(fn (string $type): string => " * @phpstan-import-type $type from Types\n", $types));
    $uses = '';
    foreach (['Answer', 'Api', 'Options', 'Pages', 'Request', 'Types'] as $name) {
        $isUsed = $name === 'Api' || ($name === 'Types' ? $types !== [] : (bool) preg_match("/\\b$name\\b/", $code));
        $uses .= $isUsed ? "use Postrider\\$name;\n" : '';
    }
    $final = $resource === 'emails' ? '' : 'final ';
    return HEAD . "namespace Postrider\\Resources;\n\n$uses\n/**\n * Operations of the resource $resource.\n *\n$imports */\n{$final}class $class\n{\n"
        . "    public function __construct(protected readonly Api \$api)\n    {\n    }\n\n$code}\n";
}

function methodOf(array $document, string $method, string $path, array $operation, string $name): string
{
    $parameters = $operation['parameters'] ?? [];
    $query = array_filter($parameters, fn (array $each): bool => $each['in'] === 'query' && !in_array($each['name'], ['format', 'wait'], true));
    $isKeyed = in_array('Idempotency-Key', array_column($parameters, 'name'), true);
    $arguments = $docs = [];
    $code = preg_replace_callback('/\{(\w+)\}/', function (array $match) use (&$arguments): string {
        $part = lcfirst(str_replace('_', '', ucwords($match[1], '_')));
        $arguments[] = (in_array($part, ['version', 'index'], true) ? 'int' : 'string') . " \$$part";
        return "' . Request::part(\$$part) . '";
    }, "'$path'");
    $request = ["'$method'", str_replace(" . ''", '', $code)];
    $content = $operation['requestBody']['content'] ?? [];
    [$returns, $type, $isList, $isRaw] = answerOf($document, $operation);
    if ($query !== []) {
        $fields = array_map(fn (array $each): string => "{$each['name']}?: " . queryType($each['schema']), $query);
        $docs[] = '@param array{' . implode(', ', $fields) . '} $query';
    }
    if ($content !== []) {
        $isCsv = isset($content['text/csv']);
        $docs[] = $isCsv ? '@param string $body a CSV file' : '@param ' . typeOf($content['application/json']['schema']) . ' $body';
        $isNeeded = $operation['requestBody']['required'] ?? false;
        $arguments[] = ($isNeeded ? '' : '?') . ($isCsv ? 'string' : 'array') . ' $body' . ($isNeeded ? '' : ' = null');
        $request[] = 'body: $body';
        $request = $isCsv ? [...$request, "contentType: 'text/csv'"] : $request;
    }
    if ($query !== []) {
        $arguments[] = 'array $query = []';
        $request[] = 'query: $query';
    }
    $request = [...$request, ...($isKeyed ? ['isKeyed: true'] : []), ...($isRaw ? ['isRaw: true'] : [])];
    $arguments[] = '?Options $options = null';
    $docs[] = "@return $type";
    $text = "{$operation['summary']}.\n\n" . ($operation['description'] ?? '') . "\n\n" . implode("\n", $docs);
    $doc = preg_replace('/ +$/m', '', preg_replace('/^/m', '     * ', str_replace('*/', '* /', trim($text))));
    $call = $isList
        ? 'return new Pages($this->api, ' . $request[1] . ', ' . ($query === [] ? '[]' : '$query') . ', $options);'
        : ($returns === 'void' ? '' : 'return ') . '$this->api->call(new Request(' . implode(', ', $request) . '), $options);';
    return "    /**\n$doc\n     */\n    public function $name(" . implode(', ', $arguments) . "): $returns\n    {\n        $call\n    }\n";
}

function queryType(array $schema): string
{
    return ($schema['format'] ?? '') === 'date-time' ? 'string|\DateTimeInterface' : typeOf($schema);
}

/** Type of the answer in PHP and in the comment, whether it is a list, and whether it is returned as it is. */
function answerOf(array $document, array $operation): array
{
    foreach ($operation['responses'] as $status => $response) {
        if ((string) $status < '200' || (string) $status > '299') {
            continue;
        }
        $reference = $response['content']['application/json']['schema']['$ref'] ?? null;
        if (!isset($response['content'])) {
            return ['void', 'void', false, false];
        }
        if ($reference === null) {
            return ['string', 'string', false, true];
        }
        $fields = $document['components']['schemas'][nameIn($reference)]['properties'] ?? [];
        return isset($fields['next_cursor'], $fields['data']['items'])
            ? ['Pages', 'Pages<' . typeOf($fields['data']['items']) . '>', true, false]
            : ['Answer', 'Answer with the fields of ' . nameIn($reference), false, false];
    }
    throw new LogicException("{$operation['operationId']} has no answer");
}
