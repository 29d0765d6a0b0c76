import { fieldName } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import type { Form } from './draft';

const t = texts({
  en: { changed: 'Somebody else changed this in the meantime.', field: 'Field', mine: 'Mine', theirs: 'Theirs', keep: 'Keep mine', take: 'Take theirs' },
  fr: { changed: 'Quelqu’un d’autre a modifié ceci entre-temps.', field: 'Champ', mine: 'Le mien', theirs: 'Le sien', keep: 'Garder le mien', take: 'Prendre le sien' },
  de: { changed: 'Jemand anderes hat das inzwischen geändert.', field: 'Feld', mine: 'Meines', theirs: 'Deren', keep: 'Meines behalten', take: 'Deren übernehmen' },
});

function shown(value: unknown): string {
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Two versions of a record side by side, field by field: what was typed, and what somebody else saved before. */
export function Conflict({ form, theirs, keep, take }: { form: Form; theirs: object; keep: () => void; take: () => void }) {
  const record = theirs as Record<string, unknown>;
  const fields = Object.keys(form.draft.value).filter((name) => name in record && shown(form.value(name)) !== shown(record[name]));
  return (
    <div class="failure" role="alert">
      <p>{t('changed')}</p>
      <table>
        <thead>
          <tr>
            <th>{t('field')}</th>
            <th>{t('mine')}</th>
            <th>{t('theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((name) => (
            <tr key={name}>
              <th>{fieldName(name)}</th>
              <td>{shown(form.value(name))}</td>
              <td>{shown(record[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="acts">
        <Button onClick={keep}>{t('keep')}</Button>
        <Button onClick={take}>{t('take')}</Button>
      </div>
    </div>
  );
}
