import { useState } from 'preact/hooks';
import { companyId } from '../../data/place';
import { texts } from '../../i18n/texts';
import { Button, Code } from '../controls';
import { Dialog } from '../dialog';
import { curlOf } from '../states';

const t = texts({
  en: { title: 'Read this record from a program', answer: 'Answer' },
  fr: { title: 'Lire cet enregistrement depuis un programme', answer: 'Réponse' },
  de: { title: 'Diesen Datensatz aus einem Programm lesen', answer: 'Antwort' },
});

/** The request that reads a record, as a command, and what it answers. */
export function ApiButton({ route, record }: { route: string; record: unknown }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>API</Button>
      {open && (
        <Dialog wide title={t('title')} close={() => setOpen(false)}>
          <Code text={curlOf('GET', `/companies/${companyId.value ?? ''}${route}`)} />
          <h3>{t('answer')}</h3>
          <Code text={JSON.stringify(record, null, 2)} />
        </Dialog>
      )}
    </>
  );
}
