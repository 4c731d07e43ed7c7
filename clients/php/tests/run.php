<?php

declare(strict_types=1);

/** Runs all tests: `php tests/run.php`. The vectors of clients/conformance, whose README describes them, and what only PHP has. */

set_error_handler(fn (int $level, string $message, string $file, int $line) => throw new ErrorException($message, 0, $level, $file, $line));
spl_autoload_register(fn (string $class) => require __DIR__ . '/../src/' . str_replace(['Postrider\\', '\\'], ['', '/'], $class) . '.php');
foreach (['vectors', 'exchanges', 'webhooks', 'client', 'installation'] as $file) {
    require __DIR__ . "/$file.php";
}

final class Failure extends Exception
{
}

/** Members that are not named may have any value, unless the comparison is exact. */
function same(mixed $actual, mixed $expected, string $what, bool $isExact = true): void
{
    if ($expected instanceof AnyText) {
        is_string($actual) && $actual !== '' || throw new Failure("$what: no text");
        return;
    }
    if (!is_array($expected) || !is_array($actual)) {
        $actual === $expected || throw new Failure("$what is " . shown($actual) . ', not ' . shown($expected));
        return;
    }
    if (count($actual) !== count($expected) && ($isExact || array_is_list($expected))) {
        throw new Failure("$what is " . shown($actual) . ', not ' . shown($expected));
    }
    foreach ($expected as $name => $value) {
        array_key_exists($name, $actual) || throw new Failure("$what has no $name");
        same($actual[$name], $value, "$what $name", $isExact);
    }
}

function shown(mixed $value): string
{
    return substr(json_encode($value, JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE), 0, 300);
}

$passed = $failed = 0;
foreach ([...exchangeTests(), ...webhookTests(), ...clientTests(), ...installationTests()] as $name => $test) {
    try {
        $test();
        $passed++;
    } catch (Throwable $error) {
        $failed++;
        echo "FAILED $name\n  ", $error::class, ': ', $error->getMessage(), ' ', $error->getFile(), ':', $error->getLine(), "\n";
    }
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 && $passed > 0 ? 0 : 1);
