import type { SendEmailRequest } from '../generated/schemas';
import { toApiAttachment, type Attachment } from './attachments';

/** A React element, without a dependency on React's types. */
export interface ReactElement {
  readonly type: unknown;
  readonly props: unknown;
  readonly key: string | null;
}

/** The fields of the API, with attachments by path and React elements. */
export interface SendEmailFields extends Omit<SendEmailRequest, 'attachments'> {
  readonly attachments?: readonly Attachment[] | undefined;
  /** Rendered to `html`, and to `text` unless given. Requires the package `@react-email/render`, or the client's `renderReact`. */
  readonly react?: ReactElement | undefined;
}

/** An email for `emails.send`. Without a template, a subject and a body are required. */
export type SendEmail = SendEmailFields &
  (
    | Required<Pick<SendEmailFields, 'template'>>
    | (Required<Pick<SendEmailFields, 'subject'>> &
        (
          | Required<Pick<SendEmailFields, 'html'>>
          | Required<Pick<SendEmailFields, 'text'>>
          | Required<Pick<SendEmailFields, 'react'>>
          | Required<Pick<SendEmailFields, 'mime'>>
        ))
  );

/** An email for `emails.check`. */
export type CheckEmail = SendEmail & {
  /** Request the links, and report those that fail as `broken_link`. Default: false. */
  readonly links?: boolean | undefined;
};

export type RenderReact = (
  element: ReactElement,
  options?: { readonly plainText: boolean },
) => string | Promise<string>;

/** As the API takes it. */
export async function toRequest(email: SendEmail, renderReact?: RenderReact): Promise<SendEmailRequest> {
  const { attachments, react, ...fields }: SendEmailFields = email;
  const files = attachments && { attachments: await Promise.all(attachments.map(toApiAttachment)) };
  if (!react) return { ...fields, ...files };
  const render = renderReact ?? (await installedRenderer());
  return {
    ...fields,
    ...files,
    html: await render(react),
    text: fields.text ?? (await render(react, { plainText: true })),
  };
}

async function installedRenderer(): Promise<RenderReact> {
  const { render } = await import('@react-email/render').catch((cause: unknown) => {
    throw new TypeError("`react` needs the package @react-email/render, or the client's `renderReact`", {
      cause,
    });
  });
  return render as unknown as RenderReact;
}
