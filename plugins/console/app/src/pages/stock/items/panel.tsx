import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { SidePanel } from '../../../parts/dialog';
import { Shown } from '../../../parts/states';
import { Identity, Prices } from './facts';
import { StockByPlace } from './places';

const t = texts({
  en: { page: 'Whole page' },
  fr: { page: 'Fiche complète' },
  de: { page: 'Ganze Seite' },
});

/** The opened item beside the list. */
export function ItemPanel({ id, close }: { id: string; close: () => void }) {
  const read = useAnswer('getItem', { path: { itemId: id } });
  const acts = (
    <a class="button" href={placed(`/items/${id}`)}>
      {t('page')}
    </a>
  );
  return (
    <SidePanel title={read.data?.name ?? '…'} close={close} acts={acts}>
      <Shown read={read} rows={8}>
        {(item) => (
          <>
            <Prices item={item} />
            {!item.service && item.trackStock && <StockByPlace item={item} />}
            <Identity item={item} />
          </>
        )}
      </Shown>
    </SidePanel>
  );
}
