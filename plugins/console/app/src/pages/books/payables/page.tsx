import { useAddress } from '../../../data/address';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Ageing } from '../../../parts/ageing/ageing';

const t = texts({
  en: { title: 'Payables', about: 'What suppliers are owed, by how late it is. Nothing is owed.' },
  fr: { title: 'Dettes fournisseurs', about: 'Ce qui est dû aux fournisseurs, selon l’ancienneté. Rien n’est dû.' },
  de: { title: 'Verbindlichkeiten', about: 'Was Lieferanten zusteht, nach Alter. Es ist nichts offen.' },
});

export default function Payables() {
  const { query } = useAddress();
  const read = useAnswer('listPayables', { query: { limit: '500', at: query['at'], partnerId: query['partnerId'] } });
  const rows = read.data?.map(({ purchases, ...row }) => ({ ...row, documents: purchases.map(({ purchaseId, ...one }) => ({ ...one, id: purchaseId })) }));
  return <Ageing title={t('title')} about={t('about')} read={{ ...read, data: rows }} route={(id) => `/purchases/${id}`} />;
}
