import { call } from '../../../data/call';
import { company, may } from '../../../data/company';
import { useRead } from '../../../data/query';
import { instantText, dateText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { percent, quantity } from '../../../money/format';
import { Button, Money } from '../../../parts/controls';
import { Dialog } from '../../../parts/dialog';
import { Digits } from './digits';
import { currency, done, type Done, type Sale } from './state';

const t = texts({
  en: { sold: 'Sold', kept: 'Kept on this device', print: 'Print', next: 'Next sale', provisional: 'PROVISIONAL, NO NUMBER', later: 'It gets its number when the connection is back.', total: 'Total', change: 'Change', received: 'Received', of: 'of', thanks: 'Thank you!' },
  fr: { sold: 'Vendu', kept: 'Gardée sur cet appareil', print: 'Imprimer', next: 'Vente suivante', provisional: 'PROVISOIRE, SANS NUMÉRO', later: 'Elle reçoit son numéro au retour de la connexion.', total: 'Total', change: 'Rendu', received: 'Reçu', of: 'sur', thanks: 'Merci !' },
  de: { sold: 'Verkauft', kept: 'Auf diesem Gerät aufbewahrt', print: 'Drucken', next: 'Nächster Verkauf', provisional: 'VORLÄUFIG, OHNE NUMMER', later: 'Die Nummer folgt, sobald die Verbindung wieder da ist.', total: 'Summe', change: 'Rückgeld', received: 'Erhalten', of: 'von', thanks: 'Vielen Dank!' },
});

/** What was sold, for the guest: 80 mm wide when printed. */
export function Receipt({ close }: { close: () => void }) {
  const shown = done.value!;
  return (
    <Dialog title={shown.sale ? `${t('sold')} · ${shown.sale.number}` : t('kept')} close={close}>
      <div class="till-receipt-frame">
        {shown.change && (
          <p class="till-total" role="status">
            <span>{t('change')}</span>
            <Digits digits={shown.change} currency={currency.value} />
          </p>
        )}
        <Paper shown={shown} />
      </div>
      <footer>
        <Button onClick={() => print()}>{t('print')}</Button>
        <Button kind="primary" autoFocus onClick={close}>{t('next')}</Button>
      </footer>
    </Dialog>
  );
}

function Paper({ shown }: { shown: Done }) {
  const seller = company.value!;
  const { sale } = shown;
  return (
    <article class="receipt">
      <h3>{seller.name}</h3>
      <p>{[seller.legalName, seller.address?.line1, [seller.address?.postalCode, seller.address?.city].filter(Boolean).join(' ')].filter(Boolean).join(' · ')}</p>
      {seller.vatNumber && <p>{seller.vatNumber}</p>}
      <p>
        {sale ? (
          <>
            <strong>{sale.number}</strong> · {instantText(sale.createdAt)}
          </>
        ) : (
          <>
            <strong>{t('provisional')}</strong> · {instantText(new Date().toISOString())}
            <br />
            {t('later')}
          </>
        )}
      </p>
      {sale ? <SoldLines sale={sale} /> : <KeptLines shown={shown} />}
      {shown.tendered && (
        <p class="till-row">
          <span>{t('received')}</span> <Digits digits={shown.tendered} currency={currency.value} />
        </p>
      )}
      {shown.change && (
        <p class="till-row">
          <span>{t('change')}</span> <Digits digits={shown.change} currency={currency.value} />
        </p>
      )}
      {sale && <Seal sale={sale} />}
      <p>{t('thanks')}</p>
    </article>
  );
}

function SoldLines({ sale }: { sale: Sale }) {
  return (
    <>
      <table>
        <tbody>
          {sale.lines.map((line) => (
            <tr key={line.id}>
              <td>
                {line.label}
                <br />
                {quantity(line.quantity)} × <Money minor={line.unitPrice} currency={sale.currency} bare />
              </td>
              <td class="right"><Money minor={sale.pricesIncludeTax ? line.total : line.net} currency={sale.currency} bare /></td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="till-row total">
        <span>{t('total')}</span> <Money minor={sale.total} currency={sale.currency} />
      </p>
      {sale.taxes.map((tax) => (
        <p key={tax.taxCategory + tax.taxRate} class="till-row">
          <span>
            {fieldName('tax')} {percent(tax.taxRate)} {t('of')} <Money minor={tax.net} currency={sale.currency} bare />
          </span>
          <Money minor={tax.tax} currency={sale.currency} bare />
        </p>
      ))}
      {sale.payments.map((one) => (
        <p key={one.id} class="till-row">
          <span>{word(one.method)}</span> <Money minor={one.amount} currency={one.currency} />
        </p>
      ))}
    </>
  );
}

function KeptLines({ shown }: { shown: Done }) {
  return (
    <>
      <table>
        <tbody>
          {shown.basket.lines.map((line) => (
            <tr key={line.itemId + line.price}>
              <td>{line.label}</td>
              <td class="right">
                {line.quantity} × <Digits digits={line.price} currency={currency.value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="till-row total">
        <span>{t('total')}</span> <Digits digits={shown.total} currency={currency.value} />
      </p>
    </>
  );
}

/** What the fiscal regimes of the country want on the paper, as the service has it. */
function Seal({ sale }: { sale: Sale }) {
  const read = useRead(['till-seal', sale.id], async () => call('listSubmissions', { path: { kind: 'sale', id: sale.id } }), may('listSubmissions'));
  return (
    <>
      {(read.data ?? []).map((one) => (
        <p key={one.id} class="seal">
          {one.regime} {dateText(sale.date)} {one.reference} {one.qrCode}
        </p>
      ))}
    </>
  );
}
