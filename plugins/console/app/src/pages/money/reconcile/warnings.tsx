import { say, texts, type Language } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';

const t = texts({
  en: { title: 'Warnings of the import', dismiss: 'I have read them' },
  fr: { title: 'Avertissements de l’importation', dismiss: 'J’en ai pris connaissance' },
  de: { title: 'Warnungen des Imports', dismiss: 'Gelesen' },
});

/** What a warning of an import means; `{detail}` is what follows its colon. */
const Meanings: Record<string, Record<Language, string>> = {
  'balance-mismatch': { en: 'The lines do not lead from the opening to the closing balance ({detail} in minor units).', fr: 'Les lignes ne mènent pas du solde initial au solde final ({detail} en unités mineures).', de: 'Die Buchungen führen nicht vom Anfangs- zum Endsaldo ({detail} in kleinsten Einheiten).' },
  'balance-unknown': { en: 'The file has no balances: whether a line is missing is not known.', fr: 'Le fichier n’a pas de soldes : on ne sait pas si une ligne manque.', de: 'Die Datei hat keine Salden: Ob eine Buchung fehlt, ist nicht bekannt.' },
  'duplicates-possible': { en: 'Lines that may be there already: {detail}. Ignore those that are the same.', fr: 'Lignes peut-être déjà présentes : {detail}. Ignorez celles qui sont identiques.', de: 'Buchungen, die vielleicht schon da sind: {detail}. Ignorieren Sie die gleichen.' },
  'duplicates-doubtful': { en: 'Lines taken as duplicates without proof: {detail}.', fr: 'Lignes considérées comme doublons sans preuve : {detail}.', de: 'Ohne Beweis als doppelt angesehen: {detail}.' },
  'account-changed': { en: 'The file before was of the account {detail}.', fr: 'Le fichier précédent était du compte {detail}.', de: 'Die Datei davor war vom Konto {detail}.' },
  'amounts-ambiguous': { en: 'Amounts could be read in two ways; “{detail}” was taken for the sign of the decimals.', fr: 'Les montants peuvent être lus de deux façons ; « {detail} » a été pris pour le signe décimal.', de: 'Beträge sind auf zwei Arten lesbar; „{detail}“ galt als Dezimalzeichen.' },
  'dates-ambiguous': { en: 'Dates could be read in two ways; {detail} was taken.', fr: 'Les dates peuvent être lues de deux façons ; {detail} a été retenu.', de: 'Daten sind auf zwei Arten lesbar; {detail} wurde genommen.' },
};

function meaning(warning: string): string {
  const colon = warning.indexOf(':');
  const code = colon < 0 ? warning : warning.slice(0, colon);
  const found = Meanings[code];
  return found ? say(found, { detail: warning.slice(colon + 1) }) : warning;
}

/** Warnings stay until they were read. */
export function Warnings({ warnings, dismiss }: { warnings: readonly string[]; dismiss?: () => void }) {
  return warnings.length === 0 ? null : (
    <div class="warned" role="alert">
      <strong>{t('title')}</strong>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>
            {meaning(warning)} <code class="small">{warning}</code>
          </li>
        ))}
      </ul>
      {dismiss && (
        <div>
          <Button onClick={dismiss}>{t('dismiss')}</Button>
        </div>
      )}
    </div>
  );
}
