import type { Answer } from '../../../data/call';
import { texts } from '../../../i18n/texts';

const t = texts({
  en: { enabled: 'enabled', failing: 'failing', 'delivery-exhausted': 'given up', user: 'switched off', 'address-private': 'address refused' },
  fr: { enabled: 'activé', failing: 'en échec', 'delivery-exhausted': 'abandonné', user: 'désactivé', 'address-private': 'adresse refusée' },
  de: { enabled: 'eingeschaltet', failing: 'schlägt fehl', 'delivery-exhausted': 'aufgegeben', user: 'ausgeschaltet', 'address-private': 'Adresse abgelehnt' },
});

export type Webhook = Answer<'readWebhook'>;

export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (!webhook.enabled) {
    return <span class="badge bad">{t(webhook.disabledReason ?? 'user')}</span>;
  }
  return webhook.consecutiveFailures > 0 ? <span class="badge warn">{t('failing')}</span> : <span class="badge ok">{t('enabled')}</span>;
}
