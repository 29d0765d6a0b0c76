import { placed } from '../../../data/place';
import { dateText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Badge, Money, Section } from '../../../parts/controls';
import { useChoice } from '../../../parts/lookup';
import { PlaceName } from '../../../parts/record-names';
import type { Purchase } from './purchase';

const t = texts({
  en: { receipts: 'Receipts', payments: 'Payments', noReceipts: 'Nothing has come yet.', noPayments: 'Nothing was paid yet.', place: 'Place', content: 'What came', wallet: 'From', until: 'until {date}' },
  fr: { receipts: 'Réceptions', payments: 'Paiements', noReceipts: 'Rien n’est encore arrivé.', noPayments: 'Rien n’a encore été payé.', place: 'Lieu', content: 'Ce qui est arrivé', wallet: 'Depuis', until: 'jusqu’au {date}' },
  de: { receipts: 'Wareneingänge', payments: 'Zahlungen', noReceipts: 'Noch ist nichts gekommen.', noPayments: 'Noch wurde nichts bezahlt.', place: 'Lager', content: 'Was kam', wallet: 'Aus', until: 'bis {date}' },
});

function WalletLink({ id }: { id: string }) {
  return <a href={placed(`/wallets/${id}`)}>{useChoice('wal', id)?.label ?? ''}</a>;
}

/** What came and what was paid, as it happened. */
export function Events({ purchase }: { purchase: Purchase }) {
  const labels = new Map(purchase.lines.map((line) => [line.id, line.label]));
  return (
    <>
      <Section title={t('receipts')}>
        {purchase.receipts.length === 0 && <p class="small">{t('noReceipts')}</p>}
        {purchase.receipts.length > 0 && (
          <div class="scroll" tabIndex={0} role="region" aria-label={t('receipts')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{fieldName('number')}</th>
                  <th scope="col">{fieldName('date')}</th>
                  <th scope="col">{t('place')}</th>
                  <th scope="col">{t('content')}</th>
                </tr>
              </thead>
              <tbody>
                {purchase.receipts.map((one) => (
                  <tr key={one.id}>
                    <td>{one.number}</td>
                    <td>{dateText(one.date)}</td>
                    <td>
                      <PlaceName id={one.locationId} />
                    </td>
                    <td>
                      {one.lines.map((line) => (
                        <div key={`${line.lineId} ${line.lotNumber}`}>
                          {quantity(line.quantity)} × {labels.get(line.lineId)}{' '}
                          <span class="small">{[line.lotNumber, line.expiresOn && t('until', { date: dateText(line.expiresOn) })].filter(Boolean).join(' · ')}</span>
                        </div>
                      ))}
                      {one.note}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
      <Section title={t('payments')}>
        {purchase.payments.length === 0 && <p class="small">{t('noPayments')}</p>}
        {purchase.payments.length > 0 && (
          <div class="scroll" tabIndex={0} role="region" aria-label={t('payments')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{fieldName('date')}</th>
                  <th scope="col">{fieldName('method')}</th>
                  <th scope="col">{t('wallet')}</th>
                  <th scope="col">{fieldName('reference')}</th>
                  <th scope="col">{fieldName('status')}</th>
                  <th scope="col" class="right">{fieldName('amount')}</th>
                </tr>
              </thead>
              <tbody>
                {purchase.payments.map((one) => (
                  <tr key={one.id}>
                    <td>{dateText(one.date)}</td>
                    <td>{word(one.method)}</td>
                    <td>
                      <WalletLink id={one.walletId} />
                    </td>
                    <td>{[one.reference, one.note].filter(Boolean).join(' · ')}</td>
                    <td>
                      <Badge value={one.status} />
                    </td>
                    <td class="right">
                      <Money minor={one.amount} currency={one.currency} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
    </>
  );
}
