import { companyId, placed } from '../../../data/place';
import { texts } from '../../../i18n/texts';
import { Code } from '../../../parts/controls';
import { SecretDialog } from '../../../parts/secret';
import { curlOf } from '../../../parts/states';

const t = texts({
  en: { try: 'Try it: put the key into SVC_KEY first.', log: 'Its requests are listed on its page.' },
  fr: { try: 'Pour l’essayer : mettez d’abord la clé dans SVC_KEY.', log: 'Ses requêtes sont listées sur sa page.' },
  de: { try: 'Zum Probieren: Legen Sie den Schlüssel zuerst in SVC_KEY ab.', log: 'Seine Anfragen stehen auf seiner Seite.' },
});

export interface Secret {
  id: string;
  name: string;
  key: string;
  scopes: readonly string[];
}

/** A new key, shown once, with a command that uses it. */
export function KeySecret({ title, secret, close }: { title: string; secret: Secret; close: () => void }) {
  return (
    <SecretDialog title={title} secret={secret.key} close={close}>
      <p>{t('try')}</p>
      <Code text={curlOf('GET', `/companies/${companyId.value ?? ''}`)} />
      <p>
        <a href={placed(`/developers/keys/${secret.id}`)} target="_blank" rel="noopener">
          {t('log')}
        </a>
      </p>
    </SecretDialog>
  );
}
