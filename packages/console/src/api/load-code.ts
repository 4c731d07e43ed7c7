import { onlineManager } from '@tanstack/react-query';
import { sendOnce } from './transport';

/** Loads code that a page needs. Without a connection it waits for the connection, in place of failing until the page is loaded again. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    // Tells whether it was the connection. After an update of the server, the file is gone instead.
    await sendOnce(new Request('/console/api/v1/session/providers')).catch(() => undefined);
    if (onlineManager.isOnline()) throw error;
    await connection();
    return loadCode(load);
  }
}

function connection(): Promise<void> {
  return new Promise((resolve) => {
    const end = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return;
      end();
      resolve();
    });
  });
}
