import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { may } from '../../../data/company';
import { changed, useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Badge, Button, Facts } from '../../../parts/controls';
import { Failure, Shown } from '../../../parts/states';
import { Problem } from '../../../data/problem';
import { Callable } from '../../../parts/scopes/picker';
import { Page } from '../../../shell/page';
import { EditKey, RevokeKey, RollKey } from './acts';
import { RequestLog } from './log';
import { KeySecret, type Secret } from './secret';
import { KeyState } from './state';

const t = texts({
  en: { name: 'API key', edit: 'Change', roll: 'Replace', revoke: 'Revoke', mode: 'Mode', prefix: 'Begins with', made: 'Created', used: 'Last used', ends: 'Expires', ips: 'Addresses', state: 'State', version: 'API version', rolled: 'New key of {name}' },
  fr: { name: 'Clé d’API', edit: 'Modifier', roll: 'Remplacer', revoke: 'Révoquer', mode: 'Mode', prefix: 'Commence par', made: 'Créée', used: 'Dernier usage', ends: 'Expire', ips: 'Adresses', state: 'État', version: 'Version de l’API', rolled: 'Nouvelle clé de {name}' },
  de: { name: 'API-Schlüssel', edit: 'Ändern', roll: 'Ersetzen', revoke: 'Widerrufen', mode: 'Modus', prefix: 'Beginnt mit', made: 'Angelegt', used: 'Zuletzt benutzt', ends: 'Läuft ab', ips: 'Adressen', state: 'Zustand', version: 'API-Version', rolled: 'Neuer Schlüssel von {name}' },
});

type Act = 'edit' | 'roll' | 'revoke';

/** One key: what it is, and what it has asked for in the last days. */
export default function KeyRecord() {
  const id = useRoute().params['id'] ?? '';
  const keys = useAnswer('listApiKeys');
  const [act, setAct] = useState<Act | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const key = keys.data?.data.find((one) => one.id === id);
  const acts = key && !key.revokedAt && (
    <>
      {may('updateApiKey') && <Button onClick={() => setAct('edit')}>{t('edit')}</Button>}
      {may('rollApiKey') && <Button onClick={() => setAct('roll')}>{t('roll')}</Button>}
      {may('revokeApiKey') && (
        <Button kind="danger" onClick={() => setAct('revoke')}>
          {t('revoke')}
        </Button>
      )}
    </>
  );
  const done = () => {
    setAct(null);
    void changed('listApiKeys');
  };
  return (
    <Page title={key?.name ?? t('name')} acts={acts}>
      <Shown read={keys}>
        {({ scopeDetails }) =>
          key ? (
            <>
              <Facts
                rows={[
                  [t('state'), <KeyState revokedAt={key.revokedAt} expiresAt={key.expiresAt} />],
                  [t('mode'), <Badge value={key.mode} />],
                  [t('prefix'), <code>{key.prefix}…</code>],
                  [t('made'), instantText(key.createdAt)],
                  [t('used'), instantText(key.lastUsedAt)],
                  [t('ends'), instantText(key.expiresAt)],
                  [t('ips'), key.allowedIps.join(', ')],
                  [t('version'), key.apiVersion],
                ]}
              />
              <Callable scopes={key.scopes} caller={key.mode === 'test' ? 'test key' : 'key'} />
              <RequestLog keyId={key.id} />
              {act === 'edit' && <EditKey id={key.id} name={key.name} scopes={key.scopes} offered={scopeDetails} close={() => setAct(null)} done={done} />}
              {act === 'revoke' && <RevokeKey id={key.id} name={key.name} close={() => setAct(null)} done={done} />}
              {act === 'roll' && (
                <RollKey
                  id={key.id}
                  name={key.name}
                  close={() => setAct(null)}
                  done={(made) => {
                    done();
                    setSecret(made);
                  }}
                />
              )}
            </>
          ) : (
            <Failure problem={new Problem(404, 'api-key-not-found')} />
          )
        }
      </Shown>
      {secret && <KeySecret title={t('rolled', { name: secret.name })} secret={secret} close={() => setSecret(null)} />}
    </Page>
  );
}
