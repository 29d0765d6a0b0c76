import { useLocation } from 'preact-iso';

/** The filters, sort order and open record of a page are in its address, so that Back restores them. */
export interface Address {
  path: string;
  query: Record<string, string>;
  /** Goes to another address. */
  go: (to: string, replace?: boolean) => void;
  /** Changes parameters of this address; undefined removes one. */
  set: (changes: Record<string, string | undefined>, replace?: boolean) => void;
}

export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value) {
      parameters.set(name, value);
    }
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

export function useAddress(): Address {
  const { path, query, route } = useLocation();
  const go = (to: string, replace = false) => route(to, replace);
  const set = (changes: Record<string, string | undefined>, replace?: boolean) => {
    // The address may have changed since this was drawn, such as while a search waited for the next key.
    const now = Object.fromEntries(new URLSearchParams(location.search));
    go(withQuery(path, { ...now, ...changes }), replace);
  };
  return { path, query, go, set };
}
