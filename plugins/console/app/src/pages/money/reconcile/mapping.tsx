import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { DateFormats, Delimiters, Encodings, Meanings, rowsOf, withMeaning, type Mapping } from './csv';

const t = texts({
  en: { title: 'Columns of the file', delimiter: 'Delimiter', tab: 'Tabulator', decimal: 'Decimals after', dateFormat: 'Dates', encoding: 'Encoding', skipLines: 'Lines before', headerRows: 'Rows of names', footerRows: 'Rows at the end', invertSign: 'Payments are positive', column: 'Column {n}', unused: 'Not used' },
  fr: { title: 'Colonnes du fichier', delimiter: 'Séparateur', tab: 'Tabulation', decimal: 'Décimales après', dateFormat: 'Dates', encoding: 'Encodage', skipLines: 'Lignes avant', headerRows: 'Lignes d’en-tête', footerRows: 'Lignes à la fin', invertSign: 'Les paiements sont positifs', column: 'Colonne {n}', unused: 'Non utilisée' },
  de: { title: 'Spalten der Datei', delimiter: 'Trennzeichen', tab: 'Tabulator', decimal: 'Dezimalen nach', dateFormat: 'Daten', encoding: 'Zeichensatz', skipLines: 'Zeilen davor', headerRows: 'Kopfzeilen', footerRows: 'Zeilen am Ende', invertSign: 'Zahlungen sind positiv', column: 'Spalte {n}', unused: 'Nicht verwendet' },
});

/** Rows that are shown to choose columns by. */
const Sample = 8;

interface Props {
  text: string;
  mapping: Mapping;
  set: (mapping: Mapping) => void;
}

/** What the columns of a CSV file mean, chosen over its first rows. */
export function MappingForm({ text, mapping, set }: Props) {
  const rows = rowsOf(text, mapping.delimiter, mapping.skipLines + mapping.headerRows + Sample).slice(mapping.skipLines);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const choice = (name: 'delimiter' | 'decimal' | 'dateFormat' | 'encoding', options: readonly string[]) => (
    <label class="field">
      {t(name)}
      <select value={mapping[name]} onChange={(event) => set({ ...mapping, [name]: event.currentTarget.value })}>
        {options.map((one) => (
          <option key={one} value={one}>
            {one === '\t' ? t('tab') : one}
          </option>
        ))}
      </select>
    </label>
  );
  const count = (name: 'skipLines' | 'headerRows' | 'footerRows') => (
    <label class="field">
      {t(name)}
      <input type="number" min="0" max="99" value={mapping[name]} onInput={(event) => set({ ...mapping, [name]: Math.max(0, Number(event.currentTarget.value) || 0) })} />
    </label>
  );
  return (
    <fieldset>
      <legend>{t('title')}</legend>
      <div class="mapping">
        {choice('delimiter', Delimiters)}
        {choice('decimal', [',', '.'])}
        {choice('dateFormat', DateFormats)}
        {choice('encoding', Encodings)}
        {count('skipLines')}
        {count('headerRows')}
        {count('footerRows')}
        <label class="field flag">
          {t('invertSign')}
          <input type="checkbox" checked={mapping.invertSign} onChange={(event) => set({ ...mapping, invertSign: event.currentTarget.checked })} />
        </label>
      </div>
      <div class="scroll mapping-rows" tabIndex={0} role="region" aria-label={t('title')}>
        <table>
          <thead>
            <tr>
              {Array.from({ length: width }, (_, index) => (
                <th key={index} scope="col">
                  <select aria-label={t('column', { n: index + 1 })} value={mapping.columns[index] ?? ''} onChange={(event) => set(withMeaning(mapping, index, event.currentTarget.value))}>
                    <option value="">{t('unused')}</option>
                    {Meanings.map((meaning) => (
                      <option key={meaning} value={meaning}>
                        {fieldName(meaning)}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {Array.from({ length: width }, (_, column) => (
                  <td key={column}>{row[column] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  );
}
