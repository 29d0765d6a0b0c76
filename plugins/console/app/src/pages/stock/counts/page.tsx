import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { texts } from '../../../i18n/texts';
import { List } from '../../../parts/list/list';
import { PlaceName } from '../../../parts/record-names';
import { Page } from '../../../shell/page';

const t = texts({
  en: { title: 'Counts', create: 'New count', place: 'Place', lines: 'Lines', about: 'What was counted at a place, and what differed. Validated counts correct the stock.' },
  fr: { title: 'Inventaires', create: 'Nouvel inventaire', place: 'Lieu', lines: 'Lignes', about: 'Ce qui a été compté dans un lieu, et les écarts. Un inventaire validé corrige le stock.' },
  de: { title: 'Inventuren', create: 'Neue Inventur', place: 'Lager', lines: 'Positionen', about: 'Was an einem Lager gezählt wurde und was abwich. Bestätigte Inventuren korrigieren den Bestand.' },
});

export default function Counts() {
  const create = may('createStockCount') && (
    <a class="button primary" href={placed('/stock/counts/new')}>
      {t('create')}
    </a>
  );
  return (
    <Page title={t('title')} acts={create}>
      <List
        operation="listStockCounts"
        title={t('title')}
        fixed={{ include: 'lines' }}
        columns={[
          'date',
          { field: 'locationId', label: t('place'), width: 180, show: (one) => <PlaceName id={one.locationId} /> },
          'status',
          { field: 'lines', label: t('lines'), width: 90, text: (one) => String(one.lines?.length ?? 0) },
          { field: 'note', width: 240 },
          'createdAt',
        ]}
        route={(one) => `/stock/counts/${one.id}`}
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/stock/counts', body: { locationId: 'loc_…', lines: [{ itemId: 'itm_…', counted: 12 }] } }}
      />
    </Page>
  );
}
