import { useEffect, useRef, useState } from 'preact/hooks';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { file, type OperationId, type Request } from '../../data/call';
import { companyId } from '../../data/place';
import { asProblem, type Problem } from '../../data/problem';
import { useRead } from '../../data/query';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import { download } from '../download';
import { Failure, Loading, Shown } from '../states';
import './document.css';

const t = texts({
  en: { page: 'Page {n} of {all}', download: 'Download', unreadable: 'The file cannot be shown here; it can be downloaded.' },
  fr: { page: 'Page {n} sur {all}', download: 'Télécharger', unreadable: 'Le fichier ne peut pas être affiché ici ; il peut être téléchargé.' },
  de: { page: 'Seite {n} von {all}', download: 'Herunterladen', unreadable: 'Die Datei kann hier nicht gezeigt werden; sie kann heruntergeladen werden.' },
});

interface FileProps<Op extends OperationId> {
  operation: Op;
  request: Request<Op>;
  /** Version of the record: the file is read once for each. */
  version: number;
}

/** A file of a record, read once per version. */
export function useFile<Op extends OperationId>({ operation, request, version }: FileProps<Op>) {
  return useRead(['file', operation, companyId.value, request.path ?? {}, request.query ?? {}, version], (abort) => file(operation, { ...request, signal: abort }));
}

/** The PDF of a saved document, drawn in the page: nothing opens outside, and no script of it runs. */
export function Pdf<Op extends OperationId>(props: FileProps<Op>) {
  const read = useFile(props);
  return (
    <Shown read={read} rows={8}>
      {({ name, content }) => (
        <div class="pdf">
          <div class="acts">
            <Button onClick={() => download(name, content)}>{t('download')}</Button>
          </div>
          <PdfPages content={content} />
        </div>
      )}
    </Shown>
  );
}

/** The pages of a PDF that is in memory. */
export function PdfPages({ content }: { content: Blob }) {
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    let gone = false;
    let opened: PDFDocumentProxy | undefined;
    setBroken(false);
    import('./draw')
      .then(async ({ openPdf }) => {
        opened = await openPdf(content).catch(() => {
          setBroken(true);
          return undefined;
        });
        if (!gone && opened) {
          setDocument(opened);
        }
      })
      .catch((error: unknown) => setProblem(asProblem(error)));
    return () => {
      gone = true;
      void opened?.destroy();
    };
  }, [content]);
  if (problem) {
    return <Failure problem={problem} />;
  }
  if (broken) {
    return <p class="notice">{t('unreadable')}</p>;
  }
  return document ? (
    <div class="pdf-pages">
      {Array.from({ length: document.numPages }, (_, index) => (
        <PdfPage key={index} document={document} number={index + 1} />
      ))}
    </div>
  ) : (
    <Loading rows={8} />
  );
}

function PdfPage({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current;
    if (target) {
      import('./draw')
        .then(({ drawPage }) => drawPage(document, number, target, target.clientWidth || 480))
        // The page was left while it was drawn.
        .catch(() => undefined);
    }
  }, [document, number]);
  return <canvas ref={canvas} role="img" aria-label={t('page', { n: number, all: document.numPages })} />;
}
