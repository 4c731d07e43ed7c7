import { onlineManager } from '@tanstack/react-query';

/** Asks the user to sign in again. @returns whether requests can be repeated */
type AskToSignIn = () => Promise<boolean>;

/** Of the page that is open, while it is open. */
let askToSignIn: AskToSignIn | null = null;

/** @returns ends it */
export function onEndedSession(ask: AskToSignIn): () => void {
  askToSignIn = ask;
  return () => {
    if (askToSignIn === ask) askToSignIn = null;
  };
}

/** After a sign-out: requests that are still on their way must not ask for a sign-in. */
export function stopAskingToSignIn(): void {
  askToSignIn = null;
}

/** Sends a request. If the session has ended, it waits until the user has signed in again, and is repeated: the API did nothing. */
export async function send(request: Request): Promise<Response> {
  const again = askToSignIn === null ? null : request.clone();
  const response = await sendOnce(request);
  if (askToSignIn === null || again === null || !(await isRefused(response))) return response;
  return (await askToSignIn()) ? sendOnce(again) : response;
}

/** Whether the server answers is known from each request: the browser knows only whether there is a network. */
export async function sendOnce(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    onlineManager.setOnline(true);
    return response;
  } catch (error) {
    if (!request.signal.aborted) onlineManager.setOnline(false);
    throw error;
  }
}

/** A wrong password is answered with 401, too. */
async function isRefused(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { readonly error?: { readonly code?: string } } | null;
  return body?.error?.code === 'unauthorized';
}
