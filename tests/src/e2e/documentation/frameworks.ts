import path from 'node:path';
import { missingProgram, projectRoot } from '@postrider/testkit';
import type { Language } from './code-blocks';

/** A framework in which the parts of a guide run: an application made of them, which is called and ends. */
export interface Framework {
  readonly name: string;
  readonly language: Language;
  readonly missing: string | null;
  /** Files of the application that no guide shows. */
  readonly files: Readonly<Record<string, string>>;
  /** Run one after the other, in the folder of the application. */
  readonly commands: readonly (readonly [string, ...string[]])[];
}

/** Calls with a signed and with a forged webhook, and one that sends an email. */
const nestApplication = String.raw`
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Postrider } from 'postrider';
import { signWebhook, waitForEmail } from 'postrider/testing';
import { HooksController } from './hooks.controller.js';
import { MailModule } from './mail.module.js';
import { SignUpController } from './sign-up.controller.js';

@Module({ imports: [MailModule], controllers: [SignUpController, HooksController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { rawBody: true, logger: ['error'] });
await app.listen(0, '127.0.0.1');
const url = await app.getUrl();

const signUp = await fetch(url + '/sign-up', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'ada@example.com' }),
});
assert.equal(signUp.status, 202);
const { email_id } = (await signUp.json()) as { email_id: string };
assert.equal((await waitForEmail(new Postrider(), email_id)).subject, 'Welcome to Acme');

const webhook = { type: 'webhook.test', data: { webhook_id: crypto.randomUUID() } } as const;
const send = async (secret: string) =>
  (await fetch(url + '/hooks/postrider', { method: 'POST', ...(await signWebhook({ secret, ...webhook })) })).status;
assert.equal(await send(process.env.POSTRIDER_WEBHOOK_SECRET!), 204);
assert.equal(await send('whsec_another'), 401);
await app.close();
`;

const railsApplication = String.raw`
ENV['RAILS_ENV'] = 'production'
require 'rails'
require 'action_controller/railtie'
require 'action_mailer/railtie'

class Application < Rails::Application
  config.root = Dir.pwd
  config.eager_load = true
  config.secret_key_base = 'x' * 64
  config.logger = Logger.new($stdout)
end
Rails.application.initialize!

UserMailer.welcome(1, 'ada@example.com').deliver_now

secret = ENV.fetch('POSTRIDER_WEBHOOK_SECRET')
body = '{"type": "webhook.test", "data": {}}'
receive = lambda do |key|
  now = Time.now.to_i
  signature = "t=#{now},v1=#{OpenSSL::HMAC.hexdigest('SHA256', key, "#{now}.#{body}")}"
  session = ActionDispatch::Integration::Session.new(Rails.application)
  session.post '/hooks/postrider', params: body,
    headers: { 'content-type' => 'application/json', 'postrider-signature' => signature }
end
raise 'genuine' unless receive.call(secret) == 204
raise 'forged' unless receive.call('whsec_another') == 401
`;

/** Laravel as Debian has it: older than the guide's mailable, whose syntax alone is checked. */
const laravelFiles = {
  'config/app.php': String.raw`<?php
return ['env' => 'production', 'providers' => [
    Illuminate\Filesystem\FilesystemServiceProvider::class,
    Illuminate\View\ViewServiceProvider::class,
    App\Providers\AppServiceProvider::class,
]];
`,
  'config/services.php': String.raw`<?php
return ['postrider' => [
    'key' => getenv('POSTRIDER_API_KEY'),
    'url' => getenv('POSTRIDER_BASE_URL'),
    'webhook_secret' => getenv('POSTRIDER_WEBHOOK_SECRET'),
]];
`,
  'config/logging.php': `<?php
return ['default' => 'errorlog', 'channels' => ['errorlog' => ['driver' => 'errorlog']]];
`,
  'config/view.php': `<?php
return ['paths' => [], 'compiled' => 'storage'];
`,
  'bootstrap/cache/.gitkeep': '',
  'application.php': String.raw`<?php
require '/usr/share/php/Illuminate/autoload.php';
require 'vendor/autoload.php';
spl_autoload_register(fn (string $class) => str_starts_with($class, 'App\\') && require 'app/' . strtr(substr($class, 4), '\\', '/') . '.php');

use Illuminate\Contracts\{Debug\ExceptionHandler, Http\Kernel};
use Illuminate\Foundation\{Application, Exceptions\Handler, Http\Kernel as HttpKernel};
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;

$app = new Application(getcwd());
$app->singleton(Kernel::class, HttpKernel::class);
$app->singleton(ExceptionHandler::class, Handler::class);
$kernel = $app->make(Kernel::class);
$kernel->bootstrap();
// Its handler reports an exception, and the program would end as if there was none.
restore_exception_handler();
Route::prefix('api')->group('routes/api.php');

$check = fn (bool $holds, string $what) => $holds || throw new Exception($what);

$body = '{"type": "webhook.test", "data": {}}';
$receive = function (string $key) use ($kernel, $body): int {
    $now = time();
    $signature = "t=$now,v1=" . hash_hmac('sha256', "$now.$body", $key);
    $headers = ['HTTP_POSTRIDER_SIGNATURE' => $signature, 'HTTP_POSTRIDER_DELIVERY_ID' => 'test'];
    return $kernel->handle(Request::create('/api/hooks/postrider', 'POST', [], [], [], $headers, $body))->getStatusCode();
};
$check($receive(getenv('POSTRIDER_WEBHOOK_SECRET')) === 204, 'genuine');
$check($receive('whsec_another') === 401, 'forged');

$email = ['from' => 'hello@acme.example', 'to' => 'ada@example.com', 'subject' => 'Hi', 'text' => 'Hi'];
$check(strlen($app->make(Postrider\Client::class)->emails->send($email)['id']) === 36, 'sent');
`,
};

const compile = [
  path.join(projectRoot(), 'node_modules/typescript7/bin/tsc'),
  ...['--experimentalDecorators', '--emitDecoratorMetadata', '--strict', '--skipLibCheck', '--types', 'node'],
  ...['--target', 'es2024', '--module', 'nodenext', '--outDir', 'built'],
];

/** By the name of the guide. */
export const frameworks: Readonly<Partial<Record<string, Framework>>> = {
  'express-and-nestjs': {
    ...{ name: 'NestJS', language: 'ts', missing: null },
    files: { 'package.json': '{"type":"module"}', 'main.ts': nestApplication },
    commands: [
      [process.execPath, ...compile, 'main.ts'],
      [process.execPath, 'built/main.js'],
    ],
  },
  rails: {
    ...{ name: 'Rails', language: 'ruby', missing: missingProgram('rails') },
    files: { 'application.rb': railsApplication },
    commands: [['ruby', 'application.rb']],
  },
  laravel: {
    ...{ name: 'Laravel', language: 'php', missing: missingProgram('laravel') },
    files: laravelFiles,
    commands: [
      ['php', '-l', 'app/Mail/Welcome.php'],
      ['php', 'application.php'],
    ],
  },
};
