import {
  AlreadyExistsException,
  CreateEmailIdentityCommand,
  DeleteEmailIdentityCommand,
  NotFoundException,
  PutEmailIdentityDkimSigningAttributesCommand,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
  SESv2ServiceException,
  type SESv2ClientConfig,
} from '@aws-sdk/client-sesv2';
import { errorCode } from '@postrider/runtime';
import { IdentityProviderError, type IdentityProvider } from '../provider';

export interface SesSettings {
  /** Null: Amazon's own of each region. */
  readonly endpoint: string | null;
  /** Undefined: where the SDK looks by itself (environment, profile, instance role). */
  readonly credentials?: SESv2ClientConfig['credentials'];
}

/** A caller waits for up to three requests a region, each of them tried up to three times. */
const attemptsMax = 3;
const connectTimeoutMs = 3_000;
const requestTimeoutMs = 8_000;

/** Amazon SES by its own client: BYODKIM with our key and selector. Errors are `IdentityProviderError`. */
export function createSesIdentities({ endpoint, credentials }: SesSettings): IdentityProvider {
  const clients = new Map<string, SESv2Client>();
  const clientOf = (region: string): SESv2Client => {
    const client =
      clients.get(region) ??
      new SESv2Client({
        region,
        maxAttempts: attemptsMax,
        requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: requestTimeoutMs },
        ...(endpoint !== null && { endpoint }),
        ...(credentials && { credentials }),
      });
    clients.set(region, client);
    return client;
  };

  return {
    register: (region, { domain, selector, privateKeyPem, mailFromHost }) =>
      wrapErrors(region, async () => {
        const client = clientOf(region);
        const EmailIdentity = domain;
        const key = { DomainSigningSelector: selector, DomainSigningPrivateKey: bareKey(privateKeyPem) };
        try {
          await client.send(new CreateEmailIdentityCommand({ EmailIdentity, DkimSigningAttributes: key }));
        } catch (error) {
          if (!(error instanceof AlreadyExistsException)) throw error;
          await client.send(
            new PutEmailIdentityDkimSigningAttributesCommand({
              EmailIdentity,
              SigningAttributesOrigin: 'EXTERNAL',
              SigningAttributes: key,
            }),
          );
        }
        await client.send(
          new PutEmailIdentityMailFromAttributesCommand({
            EmailIdentity,
            MailFromDomain: mailFromHost,
            // The MX record can name one region only: in others, and until it is published, SES uses a host of its own.
            BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
          }),
        );
      }),

    remove: (region, domain) =>
      wrapErrors(region, async () => {
        try {
          await clientOf(region).send(new DeleteEmailIdentityCommand({ EmailIdentity: domain }));
        } catch (error) {
          if (!(error instanceof NotFoundException)) throw error;
        }
      }),
  };
}

/** Without its first and last line and the line breaks, as SES wants it. */
function bareKey(pem: string): string {
  return pem.replace(/-----[A-Z ]+-----|\s/g, '');
}

async function wrapErrors<T>(region: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem =
      error instanceof SESv2ServiceException ? error.message : `not reached (${errorCode(error)})`;
    throw new IdentityProviderError(`Amazon SES in ${region}: ${problem}`, { cause: error });
  }
}
