import { useState } from 'preact/hooks';
import { reachable } from '../../../data/call';
import { company, may } from '../../../data/company';
import { placed } from '../../../data/place';
import { useAddress } from '../../../data/address';
import { instantText } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { Closing } from './closing';
import { Refund } from './refund';
import { entries, queueOff, session, wallet } from './state';
import { WaitingSales } from './waiting';

const t = texts({
  en: { since: 'since {at}', leave: 'Leave the till', refund: 'Refund', close: 'Close the till', offline: 'No connection', offlineOff: 'No connection: {why} does not allow sales without it', waiting: { one: '{n} sale not sent', other: '{n} sales not sent' }, all: 'All sent' },
  fr: { since: 'depuis {at}', leave: 'Quitter la caisse', refund: 'Rembourser', close: 'Clôturer la caisse', offline: 'Hors connexion', offlineOff: 'Hors connexion : {why} ne permet pas de vendre sans elle', waiting: { one: '{n} vente non envoyée', other: '{n} ventes non envoyées' }, all: 'Tout est envoyé' },
  de: { since: 'seit {at}', leave: 'Kasse verlassen', refund: 'Erstatten', close: 'Kasse schließen', offline: 'Keine Verbindung', offlineOff: 'Keine Verbindung: {why} erlaubt keine Verkäufe ohne sie', waiting: { one: '{n} Verkauf nicht gesendet', other: '{n} Verkäufe nicht gesendet' }, all: 'Alles gesendet' },
});

/** Which till, whether it reaches the service, what waits, and the acts that are not a sale. */
export function TillBar() {
  const { go } = useAddress();
  const [shown, show] = useState<'waiting' | 'refund' | 'close' | null>(null);
  const close = () => show(null);
  const count = entries.value.length;
  return (
    <header class="till-bar">
      <strong>{wallet.value?.name ?? company.value?.name}</strong>
      {session.value && <small>{t('since', { at: instantText(session.value.openedAt) })}</small>}
      <span class="space" />
      {!reachable.value && (
        <span class="badge bad" role="status">
          {queueOff.value ? t('offlineOff', { why: queueOff.value }) : t('offline')}
        </span>
      )}
      <Button data-unsent={count} disabled={count === 0} onClick={() => show('waiting')}>
        {count === 0 ? t('all') : t('waiting', { n: count })}
      </Button>
      {session.value && may('refundSale') && (
        <Button disabled={!reachable.value} onClick={() => show('refund')}>
          {t('refund')}
        </Button>
      )}
      {session.value && may('closeCashSession') && (
        <Button disabled={!reachable.value || count > 0} onClick={() => show('close')}>
          {t('close')}
        </Button>
      )}
      <Button onClick={() => go(placed('/'))}>{t('leave')}</Button>
      {shown === 'waiting' && <WaitingSales close={close} />}
      {shown === 'refund' && <Refund close={close} />}
      {shown === 'close' && <Closing close={close} />}
    </header>
  );
}
