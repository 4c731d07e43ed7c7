import { onlineManager } from '@tanstack/react-query';
import { noConnection, serveApi, type Answers } from '../../test/api';
import { loadCode } from './load-code';

const failure = new TypeError('Failed to fetch dynamically imported module: page.js');

describe('the code of a page', () => {
  afterEach(() => onlineManager.setOnline(true));

  it('is loaded again when the connection is back', async () => {
    const answers: Answers = { 'GET /session/providers': noConnection };
    serveApi(answers);
    const load = jest.fn().mockRejectedValueOnce(failure).mockResolvedValueOnce('page');
    const loaded = loadCode(load);
    await new Promise<void>((resolve) => {
      const end = onlineManager.subscribe((isOnline) => {
        if (isOnline) return;
        end();
        resolve();
      });
    });
    // It has noticed that with the next turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve));
    onlineManager.setOnline(true);
    await expect(loaded).resolves.toBe('page');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('fails at once when the server answers, because the file is gone', async () => {
    serveApi({ 'GET /session/providers': {} });
    const load = jest.fn().mockRejectedValue(failure);
    await expect(loadCode(load)).rejects.toBe(failure);
    expect(load).toHaveBeenCalledTimes(1);
  });
});
