import { may } from '../../../data/company';
import { dateText } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { language, texts } from '../../../i18n/texts';
import { categoryLabel, useCategories } from '../../../parts/categories';
import { Button, Facts, Money } from '../../../parts/controls';
import { Loading } from '../../../parts/states';
import { acceptable, type Line } from './state';
import { leftBy, type Suggestion } from './suggestions';
import { matchOf, type Work } from './work';

const t = texts({
  en: {
    title: 'Suggestions', none: 'Nothing plausible was found. Look for other documents (/), record it as a movement (t) or ignore it (i).', left: 'Left of the line', writeOff: 'Under {category}', accept: 'Accept (Enter)', choose: 'Choose a suggestion by its number.',
    amount: 'same amount', reference: 'reference', partner: 'partner', name: 'name', account: 'known account', date: 'date', recorded: 'already recorded', 'own-account': 'own account', 'own-name': 'own name', part: 'part payment',
    gross: 'Gross', fees: 'Fees', payout: 'Payout of {provider}',
  },
  fr: {
    title: 'Propositions', none: 'Rien de plausible. Cherchez d’autres pièces (/), enregistrez un mouvement (t) ou ignorez la ligne (i).', left: 'Reste de la ligne', writeOff: 'En {category}', accept: 'Accepter (Entrée)', choose: 'Choisissez une proposition par son numéro.',
    amount: 'même montant', reference: 'référence', partner: 'tiers', name: 'nom', account: 'compte connu', date: 'date', recorded: 'déjà enregistré', 'own-account': 'compte propre', 'own-name': 'propre nom', part: 'paiement partiel',
    gross: 'Brut', fees: 'Frais', payout: 'Versement de {provider}',
  },
  de: {
    title: 'Vorschläge', none: 'Nichts Passendes gefunden. Suchen Sie andere Belege (/), buchen Sie eine Bewegung (t) oder ignorieren Sie die Buchung (i).', left: 'Rest der Buchung', writeOff: 'Als {category}', accept: 'Annehmen (Enter)', choose: 'Wählen Sie einen Vorschlag mit seiner Nummer.',
    amount: 'gleicher Betrag', reference: 'Referenz', partner: 'Partner', name: 'Name', account: 'bekanntes Konto', date: 'Datum', recorded: 'schon gebucht', 'own-account': 'eigenes Konto', 'own-name': 'eigener Name', part: 'Teilzahlung',
    gross: 'Brutto', fees: 'Gebühren', payout: 'Auszahlung von {provider}',
  },
});

const Reasons = new Set(['amount', 'reference', 'partner', 'name', 'account', 'date', 'recorded', 'own-account', 'own-name', 'part']);

export function reasonText(reason: string): string {
  return Reasons.has(reason) ? t(reason as 'amount') : word(reason);
}

export function scoreText(score: number): string {
  return new Intl.NumberFormat(language.value, { style: 'percent' }).format(score);
}

/** The third column: what the line may be, best first. */
export function Candidates({ line, work }: { line: Line; work: Work }) {
  const { state, suggestions } = work;
  const ready = acceptable(state, suggestions);
  if (work.suggesting) {
    return (
      <section aria-label={t('title')}>
        <Loading />
      </section>
    );
  }
  return (
    <section aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {suggestions.length === 0 && <p>{t('none')}</p>}
      <div role="radiogroup" aria-label={t('title')} class="fields">
        {suggestions.map((suggestion, index) => (
          <Choice
            key={index}
            line={line}
            suggestion={suggestion}
            index={index}
            chosen={state.chosen === index}
            next={state.chosen === null && ready === suggestion}
            choose={() => work.send({ kind: 'choose', index })}
          />
        ))}
      </div>
      {suggestions.length > 0 && may('matchBankTransaction') && (
        <div class="acts">
          <Button kind="primary" disabled={!ready} onClick={() => ready && void work.match(matchOf(line, ready))}>
            {t('accept')}
          </Button>
          {!ready && <span class="small">{t('choose')}</span>}
        </div>
      )}
    </section>
  );
}

interface ChoiceProps {
  line: Line;
  suggestion: Suggestion;
  index: number;
  chosen: boolean;
  /** Enter takes it although it was not chosen. */
  next: boolean;
  choose: () => void;
}

function Choice({ line, suggestion, index, chosen, next, choose }: ChoiceProps) {
  const categories = useCategories();
  const { writeOff, payout } = suggestion;
  return (
    <div class="suggestion" role="radio" aria-checked={chosen || next} tabIndex={-1} onClick={choose}>
      <header>
        {index < 9 && <span class="key">{index + 1}</span>}
        <strong>{scoreText(suggestion.score)}</strong>
        <span class="small">{suggestion.reasons.map(reasonText).join(' · ')}</span>
      </header>
      {suggestion.matches.map((match) => (
        <div key={match.id} class="document">
          <span>
            {match.number ?? word(match.kind)} {match.partner?.name} <small>{dateText(match.date)}</small>
          </span>
          <Money minor={match.amount} currency={line.currency} />
        </div>
      ))}
      {writeOff && (
        <div class="document">
          <span>{t('writeOff', { category: categoryLabel(categories, writeOff.category) })}</span>
          <Money minor={writeOff.amount} currency={line.currency} />
        </div>
      )}
      {payout && (
        <Facts
          rows={[
            [t('payout', { provider: payout.provider ?? '' }), payout.reference ?? ''],
            [t('gross'), <Money minor={payout.gross} currency={line.currency} />],
            [t('fees'), <Money minor={payout.fees} currency={line.currency} />],
          ]}
        />
      )}
      {(chosen || next) && <Left minor={leftBy(line, suggestion)} currency={line.currency} />}
    </div>
  );
}

export function Left({ minor, currency }: { minor: number; currency: string }) {
  return (
    <p class={minor === 0 ? 'remainder zero' : 'remainder'}>
      <span>{t('left')}</span>
      <Money minor={minor} currency={currency} />
    </p>
  );
}
