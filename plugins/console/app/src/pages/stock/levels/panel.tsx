import { useAddress } from '../../../data/address';
import type { Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { dateText, today } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Button, Money, Section } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { Figures } from '../../../parts/record';

const t = texts({
  en: { adjust: 'Adjust', movements: 'Movements', item: 'Item', lots: 'Lots', expired: 'expired' },
  fr: { adjust: 'Ajuster', movements: 'Mouvements', item: 'Article', lots: 'Lots', expired: 'périmé' },
  de: { adjust: 'Korrigieren', movements: 'Bewegungen', item: 'Artikel', lots: 'Chargen', expired: 'abgelaufen' },
});

/** An item at a place: what is there, its lots, and what can be done with it. */
export function LevelPanel({ level, close }: { level: Row<'listStock'>; close: () => void }) {
  const address = useAddress();
  const lots = level.lots ?? [];
  return (
    <SidePanel
      title={`${level.itemName} · ${level.locationName}`}
      close={close}
      acts={
        may('createStockAdjustment') && (
          <Button onClick={() => address.set({ adjust: '1', item: level.itemId, place: level.locationId, open: undefined })}>{t('adjust')}</Button>
        )
      }
    >
      <Figures
        rows={[
          [fieldName('quantity'), quantity(level.quantity)],
          [fieldName('reserved'), quantity(level.reserved)],
          [fieldName('available'), quantity(level.available)],
          [fieldName('value'), <Money key="v" minor={level.value} currency={level.currency} />],
        ]}
      />
      {lots.length > 0 && (
        <Section title={t('lots')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{fieldName('lotNumber')}</th>
                <th scope="col">{fieldName('expiresOn')}</th>
                <th scope="col" class="right">{fieldName('quantity')}</th>
                <th scope="col" class="right">{fieldName('reserved')}</th>
              </tr>
            </thead>
            <tbody>
              {lots.map((lot) => (
                <tr key={lot.lotNumber}>
                  <td>{lot.lotNumber}</td>
                  <td>
                    {dateText(lot.expiresOn)} {lot.expiresOn && lot.expiresOn < today() && <span class="badge bad">{t('expired')}</span>}
                  </td>
                  <td class="right">{quantity(lot.quantity)}</td>
                  <td class="right">{quantity(lot.reserved)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
      <div class="acts">
        <a class="button" href={placed(`/items/${level.itemId}`)}>
          {t('item')}
        </a>
        <a class="button" href={placed(`/stock/movements?itemId=${level.itemId}&locationId=${level.locationId}`)}>
          {t('movements')}
        </a>
      </div>
    </SidePanel>
  );
}
