import { useAddress } from '../data/address';
import { company } from '../data/company';
import { placed } from '../data/place';
import { texts } from '../i18n/texts';
import { lazily } from '../parts/lazily';
import { Mounted } from '../sdk/mounted';
import { manifest, pluginName } from './manifest';
import { Page } from './page';
import { pluginMenu } from './plugin-menu';
import { matched } from './plugin-routes';

const t = texts({
  en: { gone: 'There is no page at this address.', home: 'Go to the first page' },
  fr: { gone: 'Il n’y a pas de page à cette adresse.', home: 'Aller à la première page' },
  de: { gone: 'Unter dieser Adresse gibt es keine Seite.', home: 'Zur ersten Seite' },
});

// Lists and forms are loaded when a page needs them, not with the frame.
const DeclaredList = lazily<Parameters<typeof import('./declared').DeclaredList>[0]>(() => import('./declared').then((file) => ({ default: file.DeclaredList })));
const DeclaredRecord = lazily<Parameters<typeof import('./declared').DeclaredRecord>[0]>(() => import('./declared').then((file) => ({ default: file.DeclaredRecord })));

/** The page that a plugin declares for the address, or that there is none. */
export default function PluginPage() {
  const address = useAddress();
  const route = address.path.slice(placed('').length) || '/';
  const { pages } = manifest.value;
  const found = company.value && matched(route, pages);
  if (!found) {
    return (
      <div class="page">
        <p class="notice">{t('gone')}</p>
        <a href={placed('/')}>{t('home')}</a>
      </div>
    );
  }
  const { page, id } = found;
  const title = pluginMenu().find((link) => link.route === page.route)?.label ?? pluginName(page.plugin);
  if (page.kind === 'module') {
    return (
      <Page title={title}>
        <Mounted plugin={pluginName(page.plugin)} address={page.module ?? ''} record={id ? { id } : null} />
      </Page>
    );
  }
  return page.kind === 'record' ? <DeclaredRecord key={route} page={page} title={title} id={id} /> : <DeclaredList key={route} page={page} pages={pages} title={title} />;
}
