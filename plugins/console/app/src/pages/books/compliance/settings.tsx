import { resolved, type Schema } from '../../../data/contract';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Section } from '../../../parts/controls';
import type { Draft } from '../../../parts/form/draft';
import { Fields } from '../../../parts/form/fields';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import type { Regime } from './regime';
import { settingsForm, withoutSecrets, withSecrets, type RequiredSetting } from './schema';

const t = texts({
  en: { title: 'Settings', save: 'Save the settings', saved: 'The settings are saved.', none: 'This regime has no settings.', auto: 'Submit each document by itself when it is issued' },
  fr: { title: 'Réglages', save: 'Enregistrer les réglages', saved: 'Les réglages sont enregistrés.', none: 'Ce régime n’a pas de réglages.', auto: 'Envoyer chaque document de lui-même à son émission' },
  de: { title: 'Einstellungen', save: 'Einstellungen speichern', saved: 'Die Einstellungen sind gespeichert.', none: 'Dieses Regime hat keine Einstellungen.', auto: 'Jeden Beleg bei der Ausstellung von selbst übermitteln' },
});

export function RegimeSettings({ regime }: { regime: Regime }) {
  const settings = regime.settings as Record<string, unknown>;
  const form = useForm({ autoSubmit: regime.autoSubmit, settings: withoutSecrets(settings) });
  const schema = settingsForm(resolved(regime.settingsSchema as Schema), regime.requiredSettings as unknown as RequiredSetting[], settings);
  const whole: Schema = { type: 'object', properties: { autoSubmit: { type: 'boolean' }, settings: schema } };
  const empty = Object.keys(schema.properties ?? {}).length === 0;
  return (
    <Section title={t('title')}>
      {empty && regime.kind === 'sealing' ? (
        <p>{t('none')}</p>
      ) : (
        <ActForm
          operation="changeRegime"
          path={{ regime: regime.regime }}
          form={form}
          schema={whole}
          only={[]}
          adjust={(body) => ({ ...body, settings: withSecrets((body['settings'] ?? {}) as Draft, settings) })}
          label={t('save')}
          done={() => {
            notify(t('saved'));
            void changed('readFiscal');
          }}
        >
          {regime.kind !== 'sealing' && (
            <label class="check">
              <input type="checkbox" checked={Boolean(form.value('autoSubmit'))} onChange={(event) => form.set('autoSubmit', event.currentTarget.checked)} />
              {t('auto')}
            </label>
          )}
          <Fields form={form} schema={schema} prefix="settings." />
        </ActForm>
      )}
    </Section>
  );
}
