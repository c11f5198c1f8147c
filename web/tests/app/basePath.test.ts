import { afterEach, describe, expect, it, vi } from 'vitest';

import { address, ownPath, socketAddress } from '../../src/app/basePath';

const serve = (base: string): unknown => vi.stubGlobal('document', { baseURI: base });
afterEach(() => void vi.unstubAllGlobals());

describe('addresses', () => {
  it('hang on the whole site', () => {
    serve('https://site.example/');
    expect(address('/t/abc')).toBe('https://site.example/t/abc');
    expect(socketAddress('/ws')).toBe('wss://site.example/ws');
    expect(ownPath(new URL('https://site.example/t/abc'))).toBe('/t/abc');
  });

  it('hang on a part of it', () => {
    serve('http://site.example/pioche/');
    expect(address('/')).toBe('http://site.example/pioche/');
    expect(address('/api/me')).toBe('http://site.example/pioche/api/me');
    expect(socketAddress('/ws')).toBe('ws://site.example/pioche/ws');
    expect(ownPath(new URL('http://site.example/pioche/rules/ko#KOO-01'))).toBe('/rules/ko');
    expect(ownPath(new URL('http://site.example/pioche'))).toBe('/');
  });

  it('are not ours elsewhere', () => {
    serve('http://site.example/pioche/');
    expect(ownPath(new URL('http://site.example/other/t/abc'))).toBeNull();
    expect(ownPath(new URL('http://else.example/pioche/t/abc'))).toBeNull();
  });
});
