import { useState } from 'preact/hooks';
import { call, newKey } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { Dialog } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import type { Offered } from '../../../parts/scopes/matrix';
import { ScopePicker } from '../../../parts/scopes/picker';
import { Failure } from '../../../parts/states';
import type { Secret } from './secret';

const t = texts({
  en: {
    edit: 'Change {name}', save: 'Save', saved: '{name} is saved.', fewer: 'Permissions of a key can be taken away, never added: make another key for more.',
    roll: 'Replace {name}', rollIs: 'Makes another key with the same permissions. The old one is refused after:', now: 'at once', hour: 'one hour', day: 'one day', week: 'seven days',
    revoke: 'Revoke {name}', revokeIs: 'Programs that use this key are refused with their next request. This cannot be undone. Type the name of the key to go on.', revoked: '{name} is revoked.', typed: 'Name of the key',
  },
  fr: {
    edit: 'Modifier {name}', save: 'Enregistrer', saved: '{name} est enregistrée.', fewer: 'On peut retirer des permissions à une clé, jamais en ajouter : créez une autre clé pour plus.',
    roll: 'Remplacer {name}', rollIs: 'Crée une autre clé avec les mêmes permissions. L’ancienne est refusée après :', now: 'tout de suite', hour: 'une heure', day: 'un jour', week: 'sept jours',
    revoke: 'Révoquer {name}', revokeIs: 'Les programmes qui utilisent cette clé sont refusés dès leur prochaine requête. C’est irréversible. Saisissez le nom de la clé pour continuer.', revoked: '{name} est révoquée.', typed: 'Nom de la clé',
  },
  de: {
    edit: '{name} ändern', save: 'Speichern', saved: '{name} ist gespeichert.', fewer: 'Einem Schlüssel können Berechtigungen genommen, nie gegeben werden: Legen Sie für mehr einen anderen an.',
    roll: '{name} ersetzen', rollIs: 'Legt einen anderen Schlüssel mit denselben Berechtigungen an. Der alte wird abgelehnt nach:', now: 'sofort', hour: 'einer Stunde', day: 'einem Tag', week: 'sieben Tagen',
    revoke: '{name} widerrufen', revokeIs: 'Programme mit diesem Schlüssel werden ab der nächsten Anfrage abgelehnt. Das ist endgültig. Geben Sie zum Fortfahren den Namen des Schlüssels ein.', revoked: '{name} ist widerrufen.', typed: 'Name des Schlüssels',
  },
});

interface Props {
  id: string;
  name: string;
  close: () => void;
}

export function EditKey({ id, name, scopes, offered, close, done }: Props & { scopes: string[]; offered: Offered[]; done: () => void }) {
  const form = useForm({ name, scopes });
  return (
    <Dialog title={t('edit', { name })} close={close} wide>
      <ActForm
        operation="updateApiKey"
        path={{ keyId: id }}
        form={form}
        only={['name']}
        label={t('save')}
        done={(key) => {
          notify(t('saved', { name: key.name }));
          done();
        }}
      >
        <p class="help">{t('fewer')}</p>
        <ScopePicker offered={offered.filter((one) => scopes.includes(one.scope))} value={form.value('scopes') as string[]} set={(chosen) => form.set('scopes', chosen)} only={scopes} />
      </ActForm>
    </Dialog>
  );
}

const Overlaps = { now: 0, hour: 3600, day: 86_400, week: 604_800 };

/** Replaces a key by another one with the same rights; the old one holds a while longer. */
export function RollKey({ id, name, close, done }: Props & { done: (secret: Secret) => void }) {
  const form = useForm({ overlapSeconds: Overlaps.day });
  return (
    <Dialog title={t('roll', { name })} close={close}>
      <ActForm
        operation="rollApiKey"
        path={{ keyId: id }}
        form={form}
        only={[]}
        label={t('roll', { name })}
        danger
        done={(key) => done({ id: key.id, name: key.name, key: key.key ?? '', scopes: key.scopes })}
      >
        <label class="field">
          {t('rollIs')}
          <select value={String(form.value('overlapSeconds'))} onChange={(event) => form.set('overlapSeconds', Number(event.currentTarget.value))}>
            {(Object.keys(Overlaps) as (keyof typeof Overlaps)[]).map((one) => (
              <option key={one} value={Overlaps[one]}>
                {t(one)}
              </option>
            ))}
          </select>
        </label>
      </ActForm>
    </Dialog>
  );
}

/** Revokes a key; its name must be typed, because programs stop at once. */
export function RevokeKey({ id, name, close, done }: Props & { done: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [intent] = useState(newKey);
  const revoke = async () => {
    try {
      await call('revokeApiKey', { path: { keyId: id }, key: intent });
      notify(t('revoked', { name }));
      done();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <Dialog title={t('revoke', { name })} close={close}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === name.trim()) {
            void revoke();
          }
        }}
      >
        <p>{t('revokeIs')}</p>
        <label class="field">
          {t('typed')}
          <input autoFocus autoComplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        {problem && <Failure problem={problem} />}
        <Button kind="danger" type="submit" disabled={typed.trim() !== name.trim()}>
          {t('revoke', { name })}
        </Button>
      </form>
    </Dialog>
  );
}
