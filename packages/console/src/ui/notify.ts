/** Says that an action succeeded. The code that shows it is loaded with the first message. */
export function notify(message: string): void {
  void import('./notification').then(({ showMessage }) => showMessage(message));
}

/** Says why an action failed, where the page has no place of its own for it. */
export function notifyError(error: unknown): void {
  void import('./notification').then(({ showError }) => showError(error));
}
