// Where the page is served from: the whole address of a site, or a part of it (https://site.example/pioche/).

/** The folder that everything is asked for under; the server writes it into the page. */
const base = (): URL => new URL('./', document.baseURI);

/** The whole address of one of our paths: `/t/abc` is https://site.example/pioche/t/abc. */
export function address(path: string): string {
  return new URL(path.replace(/^\//, ''), base()).href;
}

/** The same for a socket. */
export function socketAddress(path: string): string {
  return address(path).replace(/^http/, 'ws');
}

/** Our own path of an address, `/t/abc`; null if it lies outside of what is ours. */
export function ownPath(url: { origin: string; pathname: string }): string | null {
  const { origin, pathname: root } = base();
  if (url.origin !== origin) return null;
  if (url.pathname.startsWith(root)) return `/${url.pathname.slice(root.length)}`;
  return url.pathname === root.slice(0, -1) ? '/' : null;
}
