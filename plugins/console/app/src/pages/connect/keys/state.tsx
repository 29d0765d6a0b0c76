import { texts } from '../../../i18n/texts';

const t = texts({
  en: { active: 'active', revoked: 'revoked', expired: 'expired' },
  fr: { active: 'active', revoked: 'révoquée', expired: 'expirée' },
  de: { active: 'aktiv', revoked: 'widerrufen', expired: 'abgelaufen' },
});

/** Whether a key still works. */
export function KeyState({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null }) {
  if (revokedAt) {
    return <span class="badge bad">{t('revoked')}</span>;
  }
  const expired = expiresAt !== null && new Date(expiresAt).getTime() < Date.now();
  return <span class={`badge ${expired ? 'warn' : 'ok'}`}>{t(expired ? 'expired' : 'active')}</span>;
}
