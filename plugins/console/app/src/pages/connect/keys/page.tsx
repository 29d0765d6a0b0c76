import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { instantText, relativeText } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Badge, Button } from '../../../parts/controls';
import { Empty, Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { NewKey } from './new';
import { KeyState } from './state';

const t = texts({
  en: {
    title: 'API keys', create: 'New key', about: 'A key lets a program act for this company, within the permissions that you give it.',
    name: 'Name', mode: 'Mode', prefix: 'Begins with', scopes: 'Permissions', used: 'Last used', ends: 'Expires', state: 'State', never: 'never',
  },
  fr: {
    title: 'Clés d’API', create: 'Nouvelle clé', about: 'Une clé laisse un programme agir pour cette entreprise, dans la limite des permissions que vous lui donnez.',
    name: 'Nom', mode: 'Mode', prefix: 'Commence par', scopes: 'Permissions', used: 'Dernier usage', ends: 'Expire', state: 'État', never: 'jamais',
  },
  de: {
    title: 'API-Schlüssel', create: 'Neuer Schlüssel', about: 'Mit einem Schlüssel handelt ein Programm für dieses Unternehmen, soweit Ihre Berechtigungen reichen.',
    name: 'Name', mode: 'Modus', prefix: 'Beginnt mit', scopes: 'Berechtigungen', used: 'Zuletzt benutzt', ends: 'Läuft ab', state: 'Zustand', never: 'nie',
  },
});

export default function Keys() {
  const address = useAddress();
  const keys = useAnswer('listApiKeys');
  if (address.query['create'] && may('createApiKey')) {
    return <NewKey />;
  }
  const create = may('createApiKey') && (
    <Button kind="primary" onClick={() => address.set({ create: '1' })}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} acts={create}>
      <Shown read={keys}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty about={t('about')} act={create} />
          ) : (
            <div class="scroll">
              <table>
                <thead>
                  <tr>
                    {(['name', 'mode', 'prefix', 'scopes', 'used', 'ends', 'state'] as const).map((head) => (
                      <th key={head} scope="col" class={head === 'scopes' ? 'right' : ''}>
                        {t(head)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.map((key) => (
                    <tr key={key.id}>
                      <th scope="row">
                        <a href={placed(`/developers/keys/${key.id}`)}>{key.name}</a>
                      </th>
                      <td>
                        <Badge value={key.mode} />
                      </td>
                      <td>
                        <code>{key.prefix}…</code>
                      </td>
                      <td class="right">{key.scopes.length}</td>
                      <td title={instantText(key.lastUsedAt)}>{key.lastUsedAt ? relativeText(key.lastUsedAt) : t('never')}</td>
                      <td>{key.expiresAt ? instantText(key.expiresAt) : t('never')}</td>
                      <td>
                        <KeyState revokedAt={key.revokedAt} expiresAt={key.expiresAt} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Shown>
    </Page>
  );
}
