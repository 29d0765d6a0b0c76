import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call, tryOut, type Body } from '../../../data/call';
import { placed } from '../../../data/place';
import { changed, useAnswer } from '../../../data/query';
import { today } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Button } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { bodyOf } from '../../../parts/form/body';
import { Refusal } from '../../../parts/form/draft';
import { Fields } from '../../../parts/form/fields';
import { FormFoot, useForm } from '../../../parts/form/form';
import { withoutLines } from '../../../parts/form/without';
import { Grid, lineBodies, useLines, type GridColumn, type Line } from '../../../parts/grid/grid';
import { notify } from '../../../parts/notices';
import { Page } from '../../../shell/page';
import { Differences, type Count } from './differences';
import { countedOf, replaced } from './lines';

const t = texts({
  en: { title: 'New count', blind: 'Count blind: do not show what is expected', fill: 'List what is expected here', item: 'Item', counted: 'Counted', expected: 'Expected', lot: 'Lot', lines: 'What is counted', check: 'Show the differences', draft: 'Keep as a draft', validate: 'Validate', validateIt: 'Validate this count', ask: 'The stock becomes what was counted. This cannot be undone.', validated: 'The count is validated.', kept: 'The count is kept as a draft.', nothing: 'Nothing is counted yet.', change: 'Count on', how: 'Scan or type. Lines without a number are not counted.' },
  fr: { title: 'Nouvel inventaire', blind: 'Compter à l’aveugle : ne pas montrer l’attendu', fill: 'Lister ce qui est attendu ici', item: 'Article', counted: 'Compté', expected: 'Attendu', lot: 'Lot', lines: 'Ce qui est compté', check: 'Montrer les écarts', draft: 'Garder en brouillon', validate: 'Valider', validateIt: 'Valider cet inventaire', ask: 'Le stock devient ce qui a été compté. C’est irréversible.', validated: 'L’inventaire est validé.', kept: 'L’inventaire est gardé en brouillon.', nothing: 'Rien n’est encore compté.', change: 'Continuer à compter', how: 'Scannez ou saisissez. Les lignes sans nombre ne sont pas comptées.' },
  de: { title: 'Neue Inventur', blind: 'Blind zählen: das Erwartete nicht zeigen', fill: 'Auflisten, was hier erwartet wird', item: 'Artikel', counted: 'Gezählt', expected: 'Erwartet', lot: 'Charge', lines: 'Was gezählt wird', check: 'Abweichungen zeigen', draft: 'Als Entwurf behalten', validate: 'Bestätigen', validateIt: 'Diese Inventur bestätigen', ask: 'Der Bestand wird, was gezählt wurde. Das lässt sich nicht rückgängig machen.', validated: 'Die Inventur ist bestätigt.', kept: 'Die Inventur ist als Entwurf behalten.', nothing: 'Noch ist nichts gezählt.', change: 'Weiterzählen', how: 'Scannen oder tippen. Positionen ohne Zahl sind nicht gezählt.' },
});

/** What should be at a place: by item, or by item and lot. */
type Expected = ReadonlyMap<string, number>;

const keyOf = (itemId: string | undefined, lot: string | undefined) => `${itemId ?? ''} ${lot ?? ''}`;

function columnsFor(expected: Expected | null): GridColumn[] {
  const shown = (line: Line) => quantity(expected?.get(keyOf(line.item?.id, line.item?.trackLots ? line.cells['lotNumber'] : '')));
  return [
    { id: 'label', kind: 'item', label: t('item'), free: false, fits: (item) => !item.service && item.trackStock },
    { id: 'lotNumber', kind: 'text', label: t('lot'), width: '110px', off: (line) => !line.item?.trackLots },
    { id: 'counted', kind: 'quantity', label: t('counted'), width: '110px' },
    { id: 'expected', kind: 'shown', label: t('expected'), width: '100px', show: (line) => (expected ? shown(line) : '') },
  ];
}

/** A place, what was counted there, then the differences and their value before anything is changed. */
export function NewCount() {
  const { go } = useAddress();
  const form = useForm({ date: today() });
  const [blind, setBlind] = useState(false);
  const [trial, setTrial] = useState<Count | null>(null);
  const [at, setAt] = useState<number[]>([]);
  const locationId = String(form.value('locationId') ?? '');
  const stock = useAnswer('listStock', locationId ? { query: { locationId, include: 'lots', limit: '500' } } : null).data;
  const expected: Expected = new Map((stock ?? []).flatMap((level) => [[keyOf(level.itemId, ''), level.quantity] as const, ...(level.lots ?? []).map((lot) => [keyOf(level.itemId, lot.lotNumber), lot.quantity] as const)]));
  const items = useAnswer('listItems', { query: { limit: '500' } }).data ?? [];
  const lines = useLines(columnsFor(blind ? null : expected));
  const schema = withoutLines('createStockCount');

  const fill = () => {
    const there = new Set(lines.filled.map((line) => keyOf(line.item?.id, line.cells['lotNumber'])));
    const starts = (stock ?? []).flatMap((level) => {
      const item = items.find((one) => one.id === level.itemId) ?? null;
      const lots = item?.trackLots ? (level.lots ?? []).map((lot) => lot.lotNumber) : [''];
      return lots.filter((lot) => item && !there.has(keyOf(level.itemId, lot))).map((lot) => ({ item, cells: { label: item?.name ?? '', ...(lot ? { lotNumber: lot } : {}) } }));
    });
    lines.insert(Math.max(0, lines.all.value.length - 1), ...starts);
  };
  const body = (validate: boolean): Body<'createStockCount'> => {
    const head = bodyOf(schema, form.draft.value);
    const counted = countedOf(lineBodies(lines));
    setAt(counted.at);
    if (counted.lines.length === 0) {
      throw new Refusal({ lines: t('nothing') });
    }
    return { ...head, lines: counted.lines, validate } as unknown as Body<'createStockCount'>;
  };
  const check = async () => {
    const answer = await form.submit(() => tryOut('createStockCount', { body: body(true) }));
    if (answer) {
      setTrial(answer.result);
      form.changed.value = true;
    }
  };
  const save = async (validate: boolean) => {
    if (validate && !(await confirm(t('ask'), t('validateIt'), false))) {
      return;
    }
    const count = await form.submit((key) => call('createStockCount', { body: body(validate), key }));
    if (count) {
      lines.touched.value = false;
      notify(t(validate ? 'validated' : 'kept'));
      void changed('listStockCounts', 'listStock', 'listStockMovements', 'listItems', 'getItem');
      go(placed(`/stock/counts/${count.id}`));
    }
  };
  return (
    <Page title={t('title')}>
      <form
        noValidate
        class="act-form"
        onSubmit={(event) => {
          event.preventDefault();
          void (trial ? save(true) : check());
        }}
      >
        {trial ? (
          <Differences lines={trial.lines ?? []} />
        ) : (
          <>
            <Fields form={form} schema={schema} only={['locationId', 'date', 'note']} />
            <label class="field flag">
              {t('blind')}
              <input type="checkbox" checked={blind} onChange={(event) => setBlind(event.currentTarget.checked)} />
            </label>
            <div class="acts">
              <Button disabled={!stock || items.length === 0} onClick={fill}>
                {t('fill')}
              </Button>
              <span class="small">{t('how')}</span>
            </div>
            <Grid lines={lines} label={t('lines')} wrong={replaced(form.wrong.value, at)} save={() => void check()} />
          </>
        )}
        {form.wrong.value['lines'] && <p class="wrong">{form.wrong.value['lines']}</p>}
        <FormFoot form={form} label={t(trial ? 'validate' : 'check')} again={() => void (trial ? save(true) : check())}>
          {trial && <Button onClick={() => setTrial(null)}>{t('change')}</Button>}
          <Button disabled={form.saving.value} onClick={() => void save(false)}>
            {t('draft')}
          </Button>
        </FormFoot>
      </form>
    </Page>
  );
}
