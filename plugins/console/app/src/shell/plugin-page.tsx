import { useAddress } from '../data/address';
import { placed } from '../data/place';
import { texts } from '../i18n/texts';

const t = texts({
  en: { gone: 'There is no page at this address.', home: 'Go to the first page' },
  fr: { gone: 'Il n’y a pas de page à cette adresse.', home: 'Aller à la première page' },
  de: { gone: 'Unter dieser Adresse gibt es keine Seite.', home: 'Zur ersten Seite' },
});

/** The page that a plugin declares for the address, or that there is none. */
export function PluginPage() {
  const address = useAddress();
  return (
    <div class="page" data-address={address.path}>
      <p class="notice">{t('gone')}</p>
      <a href={placed('/')}>{t('home')}</a>
    </div>
  );
}
