import { lazy } from 'preact-iso';
import { useAddress } from '../data/address';
import { company } from '../data/company';
import { placed } from '../data/place';
import { texts } from '../i18n/texts';
import { Mounted } from '../sdk/mounted';
import { manifest } from './manifest';
import { Page } from './page';
import { pluginMenu } from './plugin-menu';
import { matched } from './plugin-routes';

const t = texts({
  en: { gone: 'There is no page at this address.', home: 'Go to the first page' },
  fr: { gone: 'Il n’y a pas de page à cette adresse.', home: 'Aller à la première page' },
  de: { gone: 'Unter dieser Adresse gibt es keine Seite.', home: 'Zur ersten Seite' },
});

// Lists and forms are loaded when a page needs them, not with the frame.
const DeclaredList = lazy(() => import('./declared').then((file) => file.DeclaredList));
const DeclaredRecord = lazy(() => import('./declared').then((file) => file.DeclaredRecord));

/** The page that a plugin declares for the address, or that there is none. */
export default function PluginPage() {
  const address = useAddress();
  const route = address.path.slice(placed('').length) || '/';
  const pages = manifest.value.plugins.flatMap((plugin) => (plugin.pages ?? []).map((page) => ({ ...page, plugin })));
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
  const title = pluginMenu().find((link) => link.route === page.route)?.label ?? page.plugin.name;
  if (page.kind === 'module') {
    return (
      <Page title={title}>
        <Mounted plugin={page.plugin.name} address={page.module ?? ''} record={id ? { id } : null} />
      </Page>
    );
  }
  return page.kind === 'record' ? <DeclaredRecord key={route} page={page} title={title} id={id} /> : <DeclaredList key={route} page={page} pages={pages} title={title} />;
}
