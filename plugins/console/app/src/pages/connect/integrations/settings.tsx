import { resolved, type Schema } from '../../../data/contract';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Section } from '../../../parts/controls';
import { ActForm } from '../../../parts/form/act-form';
import { notify } from '../../../parts/notices';
import type { Integration } from './provider';

const t = texts({
  en: { title: 'Settings', save: 'Save the settings', saved: 'The settings are saved.' },
  fr: { title: 'Réglages', save: 'Enregistrer les réglages', saved: 'Les réglages sont enregistrés.' },
  de: { title: 'Einstellungen', save: 'Einstellungen speichern', saved: 'Die Einstellungen sind gespeichert.' },
});

export function Settings({ integration }: { integration: Integration }) {
  const schema = resolved(integration.settingsSchema as Schema);
  if (Object.keys(schema.properties ?? {}).length === 0) {
    return null;
  }
  return (
    <Section title={t('title')}>
      <div class="provider-form">
        <ActForm
          operation="changeIntegrationSettings"
          path={{ provider: integration.provider }}
          schema={schema}
          initial={integration.settings as Record<string, unknown>}
          label={t('save')}
          done={() => {
            notify(t('saved'));
            void changed('listIntegrations');
          }}
        />
      </div>
    </Section>
  );
}
