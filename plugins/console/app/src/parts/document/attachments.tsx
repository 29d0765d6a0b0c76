import { useRef, useState } from 'preact/hooks';
import { call, file, newKey } from '../../data/call';
import { may } from '../../data/company';
import { asProblem, type Problem } from '../../data/problem';
import { changed, useAnswer } from '../../data/query';
import { instantText } from '../../i18n/dates';
import { texts } from '../../i18n/texts';
import { Button, Section } from '../controls';
import { confirm } from '../dialog';
import { download } from '../download';
import { notify } from '../notices';
import { Failure, Shown } from '../states';
import { base64 } from './base64';
import './document.css';

const t = texts({
  en: { title: 'Attachments', none: 'No files.', add: 'Add a file', types: 'PDF, JPEG, PNG, CSV or XML, at most 10 MiB. Files can be dropped here.', added: '{name} was attached.', remove: 'Delete {name}', ask: 'The file is gone afterwards.', removed: '{name} was deleted.', saving: 'Saving…' },
  fr: { title: 'Pièces jointes', none: 'Aucun fichier.', add: 'Ajouter un fichier', types: 'PDF, JPEG, PNG, CSV ou XML, 10 Mio au plus. Les fichiers peuvent être déposés ici.', added: '{name} est joint.', remove: 'Supprimer {name}', ask: 'Le fichier sera perdu.', removed: '{name} est supprimé.', saving: 'Enregistrement…' },
  de: { title: 'Anlagen', none: 'Keine Dateien.', add: 'Datei hinzufügen', types: 'PDF, JPEG, PNG, CSV oder XML, höchstens 10 MiB. Dateien können hier abgelegt werden.', added: '{name} ist angehängt.', remove: '{name} löschen', ask: 'Die Datei ist danach fort.', removed: '{name} ist gelöscht.', saving: 'Wird gespeichert…' },
});

const Types = 'application/pdf,image/jpeg,image/png,text/csv,application/xml,text/xml';

function typeOf(one: File): string {
  return one.type === 'text/xml' ? 'application/xml' : one.type;
}

/** Files of a document: add by choosing or dropping, download, delete. */
export function Attachments({ kind, id }: { kind: string; id: string }) {
  const read = useAnswer('listAttachments', { query: { kind, documentId: id } });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const run = async (act: () => Promise<string>) => {
    setProblem(null);
    setSaving(true);
    try {
      notify(await act());
      await changed('listAttachments', 'readHistory');
    } catch (error) {
      setProblem(asProblem(error));
    }
    setSaving(false);
  };
  const add = (files: FileList | null | undefined) =>
    run(async () => {
      const names: string[] = [];
      for (const one of files ?? []) {
        const content = base64(new Uint8Array(await one.arrayBuffer()));
        await call('addAttachment', { body: { kind, documentId: id, fileName: one.name, contentType: typeOf(one), content }, key: newKey() });
        names.push(one.name);
      }
      return t('added', { name: names.join(', ') });
    });
  const remove = async (attachmentId: string, name: string) => {
    if (await confirm(t('ask'), t('remove', { name }))) {
      await run(async () => {
        await call('deleteAttachment', { path: { attachmentId } });
        return t('removed', { name });
      });
    }
  };
  const save = (attachmentId: string, name: string) =>
    void file('readAttachmentContent', { path: { attachmentId } })
      .then(({ content }) => download(name, content))
      .catch((error: unknown) => setProblem(asProblem(error)));
  return (
    <Section title={t('title')}>
      <Shown read={read} rows={1}>
        {(files) => (
          <ul>
            {files.length === 0 && <li>{t('none')}</li>}
            {files.map((one) => (
              <li key={one.id}>
                <Button kind="quiet" onClick={() => save(one.id, one.fileName)}>
                  {one.fileName}
                </Button>
                <small>{instantText(one.createdAt)}</small>
                {may('deleteAttachment') && (
                  <Button kind="quiet" aria-label={t('remove', { name: one.fileName })} onClick={() => void remove(one.id, one.fileName)}>
                    ✕
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Shown>
      {problem && <Failure problem={problem} />}
      {may('addAttachment') && (
        <div
          class="drop"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void add(event.dataTransfer?.files);
          }}
        >
          <input ref={input} type="file" hidden multiple accept={Types} onChange={(event) => void add(event.currentTarget.files)} />
          <Button disabled={saving} onClick={() => input.current?.click()}>
            {saving ? t('saving') : t('add')}
          </Button>{' '}
          <small>{t('types')}</small>
        </div>
      )}
    </Section>
  );
}
