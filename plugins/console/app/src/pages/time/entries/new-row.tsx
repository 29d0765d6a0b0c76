import { useState } from 'preact/hooks';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { Lookup } from '../../../parts/lookup';
import { emptyRow, type WeekRow, type Worked } from './week';

const t = texts({
  en: { project: 'Project', add: 'Add the row', client: 'Client' },
  fr: { project: 'Projet', add: 'Ajouter la ligne', client: 'Client' },
  de: { project: 'Projekt', add: 'Zeile hinzufügen', client: 'Kunde' },
});

/** A row for a project that has no hours in the week yet. */
export function NewRow<E extends Worked>({ add }: { add: (row: WeekRow<E>) => void }) {
  const [project, setProject] = useState('');
  const [partner, setPartner] = useState<{ id: string; name: string } | null>(null);
  return (
    <div class="acts">
      <input
        aria-label={t('project')}
        placeholder={t('project')}
        class="week-project"
        value={project}
        onInput={(event) => setProject(event.currentTarget.value)}
      />
      <label class="week-client">
        <span class="help">{t('client')}</span>
        <Lookup kind="par" label={fieldName('partner')} value={partner?.id ?? ''} set={(id, choice) => setPartner(id ? { id, name: choice?.label ?? '' } : null)} />
      </label>
      <Button
        disabled={!project.trim()}
        onClick={() => {
          add(emptyRow<E>(project.trim(), partner?.id ?? null, partner?.name ?? ''));
          setProject('');
          setPartner(null);
        }}
      >
        {t('add')}
      </Button>
    </div>
  );
}
