import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { useAnswer } from '../../../data/query';
import { today } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Page } from '../../../shell/page';
import { ExportCard } from './card';
import { formats } from './formats';
import { Checkpoints, FiscalYears } from './years';
import './page.css';

const t = texts({
  en: { title: 'Exports', from: 'From', to: 'To', none: 'You may see the years here, but not export: the permission exports:create is missing, or no format is enabled.' },
  fr: { title: 'Exports', from: 'Du', to: 'Au', none: 'Vous pouvez voir les exercices, mais pas exporter : la permission exports:create manque, ou aucun format n’est activé.' },
  de: { title: 'Exporte', from: 'Von', to: 'Bis', none: 'Sie sehen hier die Jahre, können aber nicht exportieren: Die Berechtigung exports:create fehlt, oder kein Format ist aktiviert.' },
});

export default function ExportsPage() {
  const { query, set } = useAddress();
  const from = query['from'] ?? `${today().slice(0, 4)}-01-01`;
  const to = query['to'] ?? today();
  const charts = useAnswer('listCharts', { query: { limit: '100' } }).data ?? [];
  const found = formats();
  return (
    <Page title={t('title')}>
      <div class="export-period">
        <label class="field">
          {t('from')}
          <input type="date" value={from} max={to} onChange={(event) => set({ from: event.currentTarget.value || undefined })} />
        </label>
        <label class="field">
          {t('to')}
          <input type="date" value={to} min={from} onChange={(event) => set({ to: event.currentTarget.value || undefined })} />
        </label>
      </div>
      {found.length === 0 && <p class="notice">{t('none')}</p>}
      <div class="export-cards">
        {found.map((format) => (
          <ExportCard key={format.id} format={format} charts={charts} from={from} to={to} />
        ))}
      </div>
      {may('listFiscalYears') && <FiscalYears use={(first, last) => set({ from: first, to: last })} />}
      {may('listCheckpoints') && <Checkpoints />}
    </Page>
  );
}
