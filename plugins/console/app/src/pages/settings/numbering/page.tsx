import { useAddress } from '../../../data/address';
import type { Row } from '../../../data/call';
import { changed, useAnswer } from '../../../data/query';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { numberOf, patternProblem } from './number';

const t = texts({
  en: { title: 'Numbering', kind: 'Document', pattern: 'Pattern', next: 'Next number', per: 'Series', perUnit: 'one for each unit', one: 'one', edit: 'Change the numbering of {kind}', save: 'Save the numbering', saved: 'The next number is {number}.', help: '{YYYY} or {YY} is the year, {000000} the counter, {BU} the code of the unit. The next number can be set only while the series of the year is unused.', preview: 'The next document will be {number}', year: 'The year is missing: {YYYY} or {YY}.', zeros: 'One counter is needed, such as {000000}.', unit: 'Series of units need the code of the unit: {BU}.' },
  fr: { title: 'Numérotation', kind: 'Document', pattern: 'Modèle', next: 'Prochain numéro', per: 'Séries', perUnit: 'une par établissement', one: 'une', edit: 'Modifier la numérotation : {kind}', save: 'Enregistrer la numérotation', saved: 'Le prochain numéro est {number}.', help: '{YYYY} ou {YY} est l’année, {000000} le compteur, {BU} le code de l’établissement. Le prochain numéro ne peut être fixé que tant que la série de l’année n’a pas servi.', preview: 'Le prochain document sera {number}', year: 'Il manque l’année : {YYYY} ou {YY}.', zeros: 'Il faut un compteur, comme {000000}.', unit: 'Des séries par établissement demandent son code : {BU}.' },
  de: { title: 'Nummernkreise', kind: 'Beleg', pattern: 'Muster', next: 'Nächste Nummer', per: 'Kreise', perUnit: 'einer je Standort', one: 'einer', edit: 'Nummernkreis ändern: {kind}', save: 'Nummernkreis speichern', saved: 'Die nächste Nummer ist {number}.', help: '{YYYY} oder {YY} ist das Jahr, {000000} der Zähler, {BU} das Kürzel des Standorts. Die nächste Nummer lässt sich nur setzen, solange der Kreis des Jahres unbenutzt ist.', preview: 'Der nächste Beleg wird {number}', year: 'Das Jahr fehlt: {YYYY} oder {YY}.', zeros: 'Ein Zähler wird benötigt, etwa {000000}.', unit: 'Kreise je Standort brauchen dessen Kürzel: {BU}.' },
});

type Series = Row<'listNumbering'>;

export default function Numbering() {
  const address = useAddress();
  const read = useAnswer('listNumbering', { query: { limit: '500' } });
  const units = useAnswer('listBusinessUnits', { query: { limit: '500' } });
  const codeOf = (id: string) => units.data?.find((one) => one.id === id)?.code;
  const open = read.data?.find((one) => one.kind === address.query['open']);
  return (
    <Page title={t('title')}>
      <div class="list">
        <div class="list-main scroll">
          <Shown read={read} rows={8}>
            {(rows) => (
              <table>
                <thead>
                  <tr>
                    {(['kind', 'pattern', 'per', 'next'] as const).map((head) => (
                      <th key={head} scope="col">
                        {t(head)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((one) => (
                    <tr key={one.kind}>
                      <td>
                        <Button kind="quiet" aria-label={t('edit', { kind: word(one.kind) })} onClick={() => address.set({ open: one.kind }, open !== undefined)}>
                          {word(one.kind)}
                        </Button>
                      </td>
                      <td>
                        <code>{one.pattern}</code>
                      </td>
                      <td>{t(one.perBusinessUnit ? 'perUnit' : 'one')}</td>
                      <td>{nextNumbers(one, codeOf).join(', ')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Shown>
        </div>
        {open && (
          <SidePanel key={open.kind} title={t('edit', { kind: word(open.kind) })} close={() => address.set({ open: undefined })}>
            <Edit series={open} unit={units.data?.[0]?.code} done={() => address.set({ open: undefined })} />
          </SidePanel>
        )}
      </div>
    </Page>
  );
}

function nextNumbers(one: Series, codeOf: (id: string) => string | undefined): string[] {
  if (!one.perBusinessUnit) {
    return [numberOf(one.pattern, one.year, one.next ?? 1)];
  }
  return one.series.length === 0 ? [numberOf(one.pattern, one.year, 1)] : one.series.map((series) => numberOf(one.pattern, one.year, series.next, codeOf(series.businessUnitId)));
}

function Edit({ series, unit, done }: { series: Series; unit: string | undefined; done: () => void }) {
  const form = useForm({ pattern: series.pattern, perBusinessUnit: series.perBusinessUnit });
  const pattern = String(form.value('pattern') ?? '');
  const typed = Number(form.value('next'));
  const next = Number.isInteger(typed) && typed > 0 ? typed : (series.next ?? series.series[0]?.next ?? 1);
  const wrong = patternProblem(pattern, Boolean(form.value('perBusinessUnit')));
  const number = numberOf(pattern, series.year, next, unit);
  return (
    <ActForm
      operation="updateNumbering"
      path={{ kind: series.kind }}
      form={form}
      label={t('save')}
      done={() => {
        notify(t('saved', { number }));
        void changed('listNumbering');
        done();
      }}
    >
      <p class="help">{t('help')}</p>
      {wrong ? <p class="wrong">{t(wrong)}</p> : <p role="status">{t('preview', { number })}</p>}
    </ActForm>
  );
}
