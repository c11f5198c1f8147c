// Which page is shown: the address itself, by the History API.
import { address, ownPath } from './basePath';

export interface Page {
  name: 'home' | 'new' | 'table' | 'replay' | 'rules' | 'position' | 'lab' | 'link' | 'lost';
  /** The game or the table that the address names. */
  about: string;
}

const ROUTES: [RegExp, Page['name']][] = [
  [/^\/$/, 'home'],
  [/^\/new\/([\w-]+)$/, 'new'],
  [/^\/t\/([\w-]+)$/, 'table'],
  [/^\/t\/([\w-]+)\/replay$/, 'replay'],
  [/^\/rules\/([\w-]+)$/, 'rules'],
  [/^\/p$/, 'position'],
  [/^\/lab(?:\/([\w-]+))?$/, 'lab'],
  [/^\/link$/, 'link'],
];

export function pageAt(path: string): Page {
  for (const [pattern, name] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { name, about: found[1] ?? '' };
  }
  return { name: 'lost', about: '' };
}

class Router {
  path = $state(ownPath(location) ?? location.pathname);
  search = $state(location.search);

  get page(): Page {
    return pageAt(this.path);
  }

  constructor() {
    addEventListener('popstate', () => this.#look());
    addEventListener('click', (event) => this.#click(event));
  }

  /** A place on the page that is shown: a bare `#place` would be one of the home page, which all addresses hang on. */
  here(place: string): string {
    return `${address(this.path)}${this.search}#${place}`;
  }

  /** To one of our own paths. */
  go(to: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', address(to));
    this.#look();
    if (!location.hash) scrollTo(0, 0);
  }

  #look(): void {
    this.path = ownPath(location) ?? location.pathname;
    this.search = location.search;
  }

  /** Plain clicks on our own links stay in the page. */
  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    const path = link && !link.target && !link.hasAttribute('download') ? ownPath(link) : null;
    if (!link || path === null || path.startsWith('/api')) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(path + link.search + link.hash);
  }
}

export const router = new Router();
