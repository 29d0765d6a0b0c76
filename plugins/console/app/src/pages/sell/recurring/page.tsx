import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { List } from '../../../parts/list/list';
import { useChoice } from '../../../parts/lookup';
import { Page } from '../../../shell/page';
import { NewRule } from './new-rule';
import { RulePanel } from './panel';
import { ruleText } from './rule';

const t = texts({
  en: { title: 'Recurring sales', create: 'New recurring sale', customer: 'Customer', rule: 'Rule', about: 'Sales that are made by themselves, such as each month.', back: 'Back to the list' },
  fr: { title: 'Ventes récurrentes', create: 'Nouvelle vente récurrente', customer: 'Client', rule: 'Règle', about: 'Des ventes qui se font d’elles-mêmes, chaque mois par exemple.', back: 'Retour à la liste' },
  de: { title: 'Wiederkehrende Verkäufe', create: 'Neuer wiederkehrender Verkauf', customer: 'Kunde', rule: 'Regel', about: 'Verkäufe, die von selbst angelegt werden, etwa jeden Monat.', back: 'Zurück zur Liste' },
});

function PartnerName({ id }: { id: string | null }) {
  const partner = useChoice('par', may('getPartner') ? id : null);
  return <>{partner?.label ?? ''}</>;
}

/** The rules, and in place of the list the form of a new one (`?new=1`). */
export default function Recurring() {
  const { query, set } = useAddress();
  if (query['new'] && may('createRecurringSale')) {
    const close = () => set({ new: undefined });
    return (
      <Page key="new" title={t('create')} acts={<Button onClick={close}>{t('back')}</Button>}>
        <NewRule close={close} />
      </Page>
    );
  }
  const create = may('createRecurringSale') && (
    <Button kind="primary" onClick={() => set({ new: '1', open: undefined })}>
      {t('create')}
    </Button>
  );
  return (
    <Page key="list" title={t('title')} acts={create}>
      <List
        operation="listRecurringSales"
        title={t('title')}
        columns={[
          { field: 'partnerId', label: t('customer'), width: 220, show: (rule) => <PartnerName id={rule.partnerId} /> },
          { field: 'every', label: t('rule'), width: 220, show: ruleText, text: ruleText },
          'state',
          'nextOn',
          'lastOn',
          'count',
          'send',
        ]}
        panel={(id, close, rule) => (
          <SidePanel key={id} title={rule ? ruleText(rule) : t('title')} close={close}>
            {rule && <RulePanel key={`${rule.id}${rule.version}`} rule={rule} />}
          </SidePanel>
        )}
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/recurring-sales', body: { template: { lines: [{ label: 'Maintenance', quantity: 1, unitPrice: 90 }] }, every: 'month', startsOn: '2026-12-01' } }}
      />
    </Page>
  );
}
