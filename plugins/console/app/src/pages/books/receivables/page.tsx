import { useAddress } from '../../../data/address';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Ageing } from '../../../parts/ageing/ageing';

const t = texts({
  en: { title: 'Receivables', about: 'What customers owe, by how late it is. Nothing is owed.' },
  fr: { title: 'Créances clients', about: 'Ce que les clients doivent, selon l’ancienneté. Rien n’est dû.' },
  de: { title: 'Forderungen', about: 'Was Kunden schulden, nach Alter. Es ist nichts offen.' },
});

export default function Receivables() {
  const { query } = useAddress();
  const read = useAnswer('listReceivables', { query: { limit: '500', at: query['at'], partnerId: query['partnerId'] } });
  const rows = read.data?.map(({ invoices, ...row }) => ({ ...row, documents: invoices.map(({ saleId, ...one }) => ({ ...one, id: saleId })) }));
  return <Ageing title={t('title')} about={t('about')} read={{ ...read, data: rows }} route={(id) => `/sales/${id}`} />;
}
