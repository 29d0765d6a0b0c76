import { useEffect, useState } from 'preact/hooks';
import type { OperationId, Request } from '../../data/call';
import { texts } from '../../i18n/texts';
import { Button, Copy } from '../controls';
import { download } from '../download';
import { Shown } from '../states';
import { useFile } from './pdf';

const t = texts({
  en: { download: 'Download' },
  fr: { download: 'Télécharger' },
  de: { download: 'Herunterladen' },
});

/** A file of text of a document, such as its UBL. */
export function XmlFile<Op extends OperationId>(props: { operation: Op; request: Request<Op>; version: number }) {
  const read = useFile(props);
  return (
    <Shown read={read} rows={8}>
      {({ name, content }) => <Text name={name} content={content} />}
    </Shown>
  );
}

function Text({ name, content }: { name: string; content: Blob }) {
  const [text, setText] = useState('');
  useEffect(() => {
    void content.text().then(setText);
  }, [content]);
  return (
    <div class="pdf">
      <div class="acts">
        <Button onClick={() => download(name, content)}>{t('download')}</Button>
        <Copy text={text} />
      </div>
      <pre class="file-text" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
