import { useEffect, useRef, useState } from 'preact/hooks';
import { file, type Answer } from '../../../data/call';
import { resolved, typeOf, type Parameter } from '../../../data/contract';
import { placed } from '../../../data/place';
import { asProblem, type Problem } from '../../../data/problem';
import { fieldName } from '../../../i18n/names';
import { language, texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { download } from '../../../parts/download';
import { Failure } from '../../../parts/states';
import type { Format } from './formats';
import { neededSetting, sizeText } from './size';

const t = texts({
  en: {
    exportLedger: 'Ledger (CSV)', exportLedgerAbout: 'All entries of the period with the accounts of a chart, for any accounting program.', exportFec: 'FEC', exportFecAbout: 'The file that the French tax authority asks for at an inspection.',
    exportDatev: 'DATEV', exportDatevAbout: 'A batch of postings for a German tax adviser.', exportOhadaLedger: 'OHADA general ledger', exportOhadaLedgerAbout: 'The general ledger after SYSCOHADA.', exportOhadaBalance: 'OHADA trial balance', exportOhadaBalanceAbout: 'Opening, movements and balance of each account after SYSCOHADA.',
    exportArchive: 'Archive', exportArchiveAbout: 'Everything of the period for an auditor: documents, ledgers, the sealed journal with its proof, and a list with digests.',
    get: 'Download', stop: 'Stop', came: '{size} so far', done: '{name}, {size}', fill: 'Enter {field} in the settings', standard: 'Standard',
  },
  fr: {
    exportLedger: 'Grand livre (CSV)', exportLedgerAbout: 'Toutes les écritures de la période avec les comptes d’un plan, pour tout logiciel comptable.', exportFec: 'FEC', exportFecAbout: 'Le fichier que l’administration fiscale française demande lors d’un contrôle.',
    exportDatev: 'DATEV', exportDatevAbout: 'Un lot d’écritures pour un conseiller fiscal allemand.', exportOhadaLedger: 'Grand livre OHADA', exportOhadaLedgerAbout: 'Le grand livre selon le SYSCOHADA.', exportOhadaBalance: 'Balance OHADA', exportOhadaBalanceAbout: 'Ouverture, mouvements et solde de chaque compte selon le SYSCOHADA.',
    exportArchive: 'Archive', exportArchiveAbout: 'Tout ce qui concerne la période pour un auditeur : pièces, livres, journal scellé avec sa preuve, et une liste avec les empreintes.',
    get: 'Télécharger', stop: 'Arrêter', came: '{size} reçus', done: '{name}, {size}', fill: 'Saisir {field} dans les paramètres', standard: 'Standard',
  },
  de: {
    exportLedger: 'Hauptbuch (CSV)', exportLedgerAbout: 'Alle Buchungen des Zeitraums mit den Konten eines Kontenrahmens, für jedes Buchhaltungsprogramm.', exportFec: 'FEC', exportFecAbout: 'Die Datei, die das französische Finanzamt bei einer Prüfung verlangt.',
    exportDatev: 'DATEV', exportDatevAbout: 'Ein Buchungsstapel für den Steuerberater.', exportOhadaLedger: 'OHADA-Hauptbuch', exportOhadaLedgerAbout: 'Das Hauptbuch nach SYSCOHADA.', exportOhadaBalance: 'OHADA-Saldenliste', exportOhadaBalanceAbout: 'Anfangsbestand, Bewegungen und Saldo jedes Kontos nach SYSCOHADA.',
    exportArchive: 'Archiv', exportArchiveAbout: 'Alles aus dem Zeitraum für die Prüfung: Belege, Bücher, das versiegelte Journal mit Beweis und eine Liste mit Prüfsummen.',
    get: 'Herunterladen', stop: 'Anhalten', came: '{size} bisher', done: '{name}, {size}', fill: '{field} in den Einstellungen eingeben', standard: 'Standard',
  },
});

const Known = new Set(['exportLedger', 'exportFec', 'exportDatev', 'exportOhadaLedger', 'exportOhadaBalance', 'exportArchive']);
type KnownId = 'exportLedger';
type Charts = Answer<'listCharts'>;

interface Props {
  format: Format;
  charts: Charts;
  from: string;
  to: string;
}

/** One format: what it is for, what can be chosen, the file. */
export function ExportCard({ format, charts, from, to }: Props) {
  const [choices, setChoices] = useState<Record<string, string>>({});
  const [bytes, setBytes] = useState<number | null>(null);
  const [total, setTotal] = useState<number | null>(null);
  const [done, setDone] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const { id, operation } = format;
  const title = Known.has(id) ? t(id as KnownId) : operation.summary;
  const about = Known.has(id) ? t(`${id as KnownId}About`) : (operation.description ?? '').split('\n')[0];
  const period = format.period === 'days' ? { from, to } : format.period === 'text' ? { period: `${from}..${to}` } : {};
  const get = async () => {
    const control = new AbortController();
    abort.current = control;
    setProblem(null);
    setDone('');
    setBytes(0);
    try {
      const found = await file(id, { query: { ...choices, ...period }, signal: control.signal }, (now, all) => {
        setBytes(now);
        setTotal(all);
      });
      download(found.name, found.content);
      setDone(t('done', { name: found.name, size: sizeText(found.content.size, language.value) }));
    } catch (error) {
      if (!control.signal.aborted) {
        setProblem(asProblem(error));
      }
    }
    setBytes(null);
  };
  const setting = problem && neededSetting(problem.code, problem.detail);
  return (
    <section class="export-card">
      <h2>{title}</h2>
      <p class="small">{about}</p>
      {format.parameters.map((parameter) => (
        <Choice key={parameter.name} parameter={parameter} charts={charts} value={choices[parameter.name] ?? ''} set={(value) => setChoices({ ...choices, [parameter.name]: value })} />
      ))}
      <div class="acts">
        {bytes === null ? <Button onClick={() => void get()}>{t('get')}</Button> : <Button onClick={() => abort.current?.abort()}>{t('stop')}</Button>}
      </div>
      {bytes !== null && (
        <>
          {total ? <progress max={total} value={bytes} aria-label={title} /> : <progress aria-label={title} />}
          <p class="small">{t('came', { size: sizeText(bytes, language.value) })}</p>
        </>
      )}
      {done && (
        <p class="small" role="status">
          {done}
        </p>
      )}
      {problem && <Failure problem={problem} />}
      {setting && <a href={placed(`/settings/company?field=${setting}`)}>{t('fill', { field: fieldName(setting.split('.').pop()!) })}</a>}
    </section>
  );
}

function Choice({ parameter, charts, value, set }: { parameter: Parameter; charts: Charts; value: string; set: (value: string) => void }) {
  const schema = resolved(parameter.schema);
  const changed = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value);
  if (typeOf(schema) === 'boolean') {
    return (
      <label class="field flag">
        {fieldName(parameter.name)}
        <input type="checkbox" checked={value === 'true'} onChange={(event) => set(event.currentTarget.checked ? 'true' : '')} />
      </label>
    );
  }
  const options = parameter.name === 'chart' ? charts.map((one) => [one.chart, `${one.chart} · ${one.name}`] as const) : (schema.enum ?? []).map((one) => [String(one), String(one)] as const);
  return (
    <label class="field">
      {fieldName(parameter.name)}
      {options.length > 0 ? (
        <select value={value} onChange={changed}>
          <option value="">{t('standard')}</option>
          {options.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input value={value} onInput={changed} />
      )}
    </label>
  );
}
