import { useState } from 'preact/hooks';
import { call, newKey, type Body } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { asProblem, Problem } from '../../../data/problem';
import { dateText, instantText } from '../../../i18n/dates';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Button, Facts, Section } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { ApiButton } from '../../../parts/record';
import { ActForm } from '../../../parts/form/act-form';
import { useChoice } from '../../../parts/lookup';
import { notify } from '../../../parts/notices';
import { Failure } from '../../../parts/states';
import { ruleText, rulesChanged, type Rule } from './rule';

const t = texts({
  en: {
    customer: 'Customer', rule: 'Rule', starts: 'From', ends: 'Until', most: 'At most', next: 'Next', last: 'Last', made: 'Made so far', send: 'Sent by mail', yes: 'Yes', no: 'No', open: 'Open the last sale',
    lines: 'Lines', failing: 'The sale that is due could not be made; it is tried again every hour.', pause: 'Pause', resume: 'Resume', end: 'End', sure: 'An ended rule cannot be started again.', edit: 'Edit the rule', save: 'Save', saved: 'Saved.', paused: 'No sales are made until it is resumed.', resumed: 'Sales are made again.', ended: 'The rule has ended.',
  },
  fr: {
    customer: 'Client', rule: 'Règle', starts: 'Du', ends: 'Jusqu’au', most: 'Au plus', next: 'Prochaine', last: 'Dernière', made: 'Déjà créées', send: 'Envoyée par e-mail', yes: 'Oui', no: 'Non', open: 'Ouvrir la dernière vente',
    lines: 'Lignes', failing: 'La vente due n’a pas pu être créée ; un essai a lieu chaque heure.', pause: 'Suspendre', resume: 'Reprendre', end: 'Terminer', sure: 'Une règle terminée ne peut pas reprendre.', edit: 'Modifier la règle', save: 'Enregistrer', saved: 'Enregistré.', paused: 'Aucune vente n’est créée jusqu’à la reprise.', resumed: 'Des ventes sont de nouveau créées.', ended: 'La règle est terminée.',
  },
  de: {
    customer: 'Kunde', rule: 'Regel', starts: 'Ab', ends: 'Bis', most: 'Höchstens', next: 'Nächster', last: 'Letzter', made: 'Bisher angelegt', send: 'Per E-Mail gesendet', yes: 'Ja', no: 'Nein', open: 'Letzten Verkauf öffnen',
    lines: 'Positionen', failing: 'Der fällige Verkauf konnte nicht angelegt werden; es wird stündlich erneut versucht.', pause: 'Anhalten', resume: 'Fortsetzen', end: 'Beenden', sure: 'Eine beendete Regel kann nicht wieder beginnen.', edit: 'Regel bearbeiten', save: 'Speichern', saved: 'Gespeichert.', paused: 'Bis zur Fortsetzung wird nichts angelegt.', resumed: 'Es werden wieder Verkäufe angelegt.', ended: 'Die Regel ist beendet.',
  },
});

interface TemplateLine {
  itemId?: string | null;
  label?: string | null;
  quantity: number;
}

function LineName({ line }: { line: TemplateLine }) {
  const item = useChoice('itm', may('getItem') ? line.itemId : null);
  return (
    <>
      {line.quantity} × {line.label ?? item?.label ?? line.itemId}
    </>
  );
}

function StateActs({ rule }: { rule: Rule }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(newKey);
  const change = async (state: Rule['state'], told: string) => {
    if (state === 'ended' && !(await confirm(t('sure'), t('end')))) {
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await call('updateRecurringSale', { path: { recurringId: rule.id }, body: { state } as Body<'updateRecurringSale'>, version: rule.version, key });
      setKey(newKey());
      notify(told);
      await rulesChanged();
    } catch (error) {
      const found = asProblem(error);
      setProblem(found);
      if (!found.uncertain) {
        setKey(newKey());
      }
    }
    setBusy(false);
  };
  return (
    <>
      <div class="acts">
        {rule.state === 'active' && <Button disabled={busy} onClick={() => void change('paused', t('paused'))}>{t('pause')}</Button>}
        {rule.state === 'paused' && <Button disabled={busy} onClick={() => void change('active', t('resumed'))}>{t('resume')}</Button>}
        {rule.state !== 'ended' && <Button kind="danger" disabled={busy} onClick={() => void change('ended', t('ended'))}>{t('end')}</Button>}
        <ApiButton operation="listRecurringSales" path={{}} record={rule} />
      </div>
      {problem && <Failure problem={problem} />}
    </>
  );
}

/** What a rule makes and when, and what can be done with it. */
export function RulePanel({ rule }: { rule: Rule }) {
  const partner = useChoice('par', may('getPartner') ? rule.partnerId : null);
  const lines = (rule.template as { lines?: TemplateLine[] }).lines ?? [];
  const error = rule.lastError as { at: string; code: string } | null;
  return (
    <>
      <Badge value={rule.state} />
      {may('updateRecurringSale') && <StateActs rule={rule} />}
      {rule.status === 'failing' && error && (
        <div class="failure">
          <p>{t('failing')}</p>
          <p>{sentence(new Problem(400, error.code))}</p>
          <small>
            <code>{error.code}</code> {instantText(error.at)}
          </small>
        </div>
      )}
      <Facts
        rows={[
          [t('customer'), partner && <a href={placed(`/partners/${rule.partnerId}`)}>{partner.label}</a>],
          [t('rule'), ruleText(rule)],
          [t('starts'), dateText(rule.startsOn)],
          [t('ends'), dateText(rule.endsOn)],
          [t('most'), rule.maxCount],
          [t('next'), dateText(rule.nextOn)],
          [t('last'), rule.lastSaleId ? <a href={placed(`/sales/${rule.lastSaleId}`)}>{dateText(rule.lastOn) || t('open')}</a> : ''],
          [t('made'), String(rule.count)],
          [t('send'), rule.send ? t('yes') : t('no')],
        ]}
      />
      <Section title={t('lines')}>
        <ul>
          {lines.map((line, index) => (
            <li key={index}>
              <LineName line={line} />
            </li>
          ))}
        </ul>
      </Section>
      {rule.state !== 'ended' && may('updateRecurringSale') && (
        <details>
          <summary>{t('edit')}</summary>
          <ActForm
            operation="updateRecurringSale"
            path={{ recurringId: rule.id }}
            version={rule.version}
            only={['every', 'interval', 'dayOfMonth', 'endsOn', 'maxCount', 'send']}
            initial={{ every: rule.every, interval: String(rule.interval), dayOfMonth: text(rule.dayOfMonth), endsOn: rule.endsOn ?? '', maxCount: text(rule.maxCount), send: rule.send }}
            label={t('save')}
            done={() => {
              notify(t('saved'));
              void rulesChanged();
            }}
          />
        </details>
      )}
    </>
  );
}

function text(value: number | null): string {
  return value === null ? '' : String(value);
}
