import { fieldName } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import type { Sample } from './table';

const t = texts({
  en: { column: 'Column', values: 'Values', field: 'Field', none: 'not imported', mapping: 'Columns of the file', fieldOf: 'Field for the column {name}' },
  fr: { column: 'Colonne', values: 'Valeurs', field: 'Champ', none: 'non importée', mapping: 'Colonnes du fichier', fieldOf: 'Champ pour la colonne {name}' },
  de: { column: 'Spalte', values: 'Werte', field: 'Feld', none: 'nicht importiert', mapping: 'Spalten der Datei', fieldOf: 'Feld für die Spalte {name}' },
});

function label(field: string): string {
  return field.split('.').map(fieldName).join(' · ');
}

/** Which column of the file is which field. A field can be chosen once. */
export function Mapping({ sample, fields, mapping, set }: { sample: Sample; fields: readonly string[]; mapping: readonly string[]; set: (mapping: string[]) => void }) {
  const choose = (index: number, field: string) => set(mapping.map((old, at) => (at === index ? field : old === field ? '' : old)));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('mapping')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('values')}</th>
            <th scope="col">{t('field')}</th>
          </tr>
        </thead>
        <tbody>
          {sample.heads.map((head, index) => (
            <tr key={index}>
              <th scope="row">{head}</th>
              <td>{sample.rows.map((row) => row[index]).filter(Boolean).join(' · ')}</td>
              <td>
                <select aria-label={t('fieldOf', { name: head })} value={mapping[index] ?? ''} onChange={(event) => choose(index, event.currentTarget.value)}>
                  <option value="">{t('none')}</option>
                  {fields.map((field) => (
                    <option key={field} value={field}>
                      {label(field)}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
