import { useAddress } from '../../../data/address';
import { contract } from '../../../data/contract';
import { texts } from '../../../i18n/texts';
import { Loading } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { Operation } from './operation';
import { entryOf, groups } from './reference';
import './api.css';

const t = texts({
  en: { title: 'API', search: 'Search operations', none: 'No operation matches.', choose: 'This installation answers {n} operations. Choose one to see what it takes and answers, and to try it.', list: 'Operations', document: 'The contract as OpenAPI', version: 'Version {version}' },
  fr: { title: 'API', search: 'Chercher une opération', none: 'Aucune opération ne correspond.', choose: 'Cette installation répond à {n} opérations. Choisissez-en une pour voir ce qu’elle prend et répond, et l’essayer.', list: 'Opérations', document: 'Le contrat en OpenAPI', version: 'Version {version}' },
  de: { title: 'API', search: 'Operation suchen', none: 'Keine Operation passt.', choose: 'Diese Installation beantwortet {n} Operationen. Wählen Sie eine, um zu sehen, was sie nimmt und antwortet, und um sie zu probieren.', list: 'Operationen', document: 'Der Vertrag als OpenAPI', version: 'Version {version}' },
});

/** The reference of this installation, made from its own contract. */
export default function Api() {
  const address = useAddress();
  const read = contract.value;
  if (!read) {
    return (
      <Page title={t('title')}>
        <Loading rows={8} />
      </Page>
    );
  }
  const search = address.query['q'] ?? '';
  const shown = groups(read, search);
  const chosen = entryOf(read, address.query['op'] ?? '');
  return (
    <Page title={t('title')} acts={<a href="/openapi.json">{t('document')}</a>}>
      <div class="list api">
        <nav class="api-list" aria-label={t('list')}>
          <input type="search" data-key="/" aria-label={t('search')} placeholder={t('search')} value={search} onInput={(event) => address.set({ q: event.currentTarget.value || undefined }, true)} />
          {shown.length === 0 && <p>{t('none')}</p>}
          {shown.map((group) => (
            <details key={group.name} open={search !== '' || group.entries.some((one) => one === chosen || one.operation === chosen?.operation)}>
              <summary>
                {group.name} <span class="small">{group.entries.length}</span>
              </summary>
              {group.entries.map((one) => (
                <button
                  key={one.operation.operationId}
                  type="button"
                  class="api-link"
                  aria-current={one.operation === chosen?.operation ? 'true' : undefined}
                  title={one.path}
                  onClick={() => address.set({ op: one.operation.operationId }, chosen !== undefined)}
                >
                  <span class={`method ${one.method.toLowerCase()}`}>{one.method}</span> {one.operation.summary}
                </button>
              ))}
            </details>
          ))}
        </nav>
        <div class="api-detail" tabIndex={0} role="region" aria-label={chosen?.operation.summary ?? t('title')}>
          {chosen ? (
            <Operation key={chosen.operation.operationId} entry={chosen} />
          ) : (
            <>
              <p>{t('choose', { n: groups(read).reduce((sum, group) => sum + group.entries.length, 0) })}</p>
              <p class="small">{t('version', { version: read.info.version })}</p>
            </>
          )}
        </div>
      </div>
    </Page>
  );
}
