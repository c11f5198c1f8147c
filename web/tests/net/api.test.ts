import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { api, Refusal, speakApi } from '../../src/net/api';

let answers: Response[] = [];
let asked = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { baseURI: 'http://site.example/' });
  vi.stubGlobal('fetch', () => Promise.resolve(answers[asked++]));
  [answers, asked] = [[], 0];
  speakApi(() => 'en');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const json = (status: number, body: object, headers: Record<string, string> = {}): Response => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const tooMuch = (wait: string): Response => json(429, { code: 'limits.slow_down', message: 'Too much.' }, { 'retry-after': wait });
const refusal = (asking: Promise<unknown>): Promise<Refusal> => asking.then(() => Promise.reject(new Error('answered')), (error: unknown) => error as Refusal);

describe('a request', () => {
  it('that was too much is made again when the server says', async () => {
    answers = [tooMuch('2'), json(200, { id: 'p', name: 'Ada' })];
    const me = api.me();
    await vi.advanceTimersByTimeAsync(1900);
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await me).toEqual({ id: 'p', name: 'Ada' });
  });

  it('is not made again for ever, nor when it would take long', async () => {
    answers = [tooMuch('1'), tooMuch('1'), tooMuch('1'), tooMuch('1')];
    const often = refusal(api.me());
    await vi.advanceTimersByTimeAsync(10_000);
    expect([(await often).message, asked]).toEqual(['Too much.', 3]);
    [answers, asked] = [[tooMuch('60')], 0];
    expect([(await refusal(api.me())).wait, asked]).toEqual([60, 1]);
  });

  it('may be answered with nothing', async () => {
    answers = [new Response(null, { status: 204, headers: { 'content-type': 'application/json' } })];
    expect(await api.signOut()).toBe('');
  });

  it('is refused in a sentence, whoever refuses it', async () => {
    const said = async (status: number, body: string, headers: Record<string, string> = {}): Promise<string> => {
      [answers, asked] = [[new Response(body, { status, headers })], 0];
      return (await refusal(api.me())).message;
    };
    expect(await said(409, '{"code":"table.taken","message":"Seat B is taken."}')).toBe('Seat B is taken.');
    expect(await said(431, '<html>431</html>')).toContain('cookies');
    expect(await said(408, '')).toBe('The request came too slowly; try again.');
    expect(await said(421, '{"detail":"no"}')).toContain('does not answer under this address');
    expect(await said(503, 'Service Unavailable', { 'retry-after': '5' })).toBe('The server is busy. Try again in 5 s.');
    expect(await said(418, 'teapot')).toBe('The server answered in an unexpected way (418).');
  });
});
