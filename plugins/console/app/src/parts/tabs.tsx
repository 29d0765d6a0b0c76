import { useAddress, withQuery } from '../data/address';

/** Tabs of a page: which one is shown is in the address, so that a link and Back lead to it. */
export function TabBar({ label, name = 'tab', tabs }: { label: string; name?: string; tabs: readonly { id: string; label: string }[] }) {
  const address = useAddress();
  const chosen = useTab(tabs.map((tab) => tab.id), name);
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab, index) => (
        <a key={tab.id} href={withQuery(address.path, { ...address.query, open: undefined, [name]: index === 0 ? undefined : tab.id })} aria-current={tab.id === chosen ? 'true' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}

/** The tab that the address names; the first one when it names none. */
export function useTab(ids: readonly string[], name = 'tab'): string {
  const { query } = useAddress();
  return ids.find((id) => id === query[name]) ?? ids[0] ?? '';
}
