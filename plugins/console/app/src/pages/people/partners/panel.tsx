import { useAnswer } from '../../../data/query';
import { placed } from '../../../data/place';
import { texts } from '../../../i18n/texts';
import { SidePanel } from '../../../parts/dialog';
import { Shown } from '../../../parts/states';
import { Ageing } from './ageing';
import { Contacts, Identity, Open } from './facts';

const t = texts({
  en: { page: 'Whole page' },
  fr: { page: 'Fiche complète' },
  de: { page: 'Ganze Seite' },
});

/** The opened partner beside the list. */
export function PartnerPanel({ id, close }: { id: string; close: () => void }) {
  const read = useAnswer('getPartner', { path: { partnerId: id } });
  const acts = (
    <a class="button" href={placed(`/partners/${id}`)}>
      {t('page')}
    </a>
  );
  return (
    <SidePanel title={read.data?.name ?? '…'} close={close} acts={acts}>
      <Shown read={read} rows={8}>
        {(partner) => (
          <>
            <Open partner={partner} />
            <Ageing partner={partner} />
            <Identity partner={partner} />
            <Contacts partner={partner} />
          </>
        )}
      </Shown>
    </SidePanel>
  );
}
