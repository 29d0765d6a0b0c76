import { useEffect, useState } from 'preact/hooks';
import { texts } from '../i18n/texts';
import { PdfPages } from './document/pdf';

const t = texts({
  en: { image: 'Picture of the document', none: 'This file cannot be shown here; it is kept all the same.' },
  fr: { image: 'Image de la pièce', none: 'Ce fichier ne peut pas être affiché ici ; il est tout de même conservé.' },
  de: { image: 'Bild des Belegs', none: 'Diese Datei kann hier nicht gezeigt werden; sie wird dennoch aufbewahrt.' },
});

/** A PDF or a photo that is in memory, drawn in the page; nothing of it runs. */
export function FilePreview({ content }: { content: Blob }) {
  const [address, setAddress] = useState('');
  const picture = /^image\/(png|jpeg)$/.test(content.type);
  useEffect(() => {
    if (!picture) {
      return undefined;
    }
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  if (content.type === 'application/pdf') {
    return <PdfPages content={content} />;
  }
  return picture ? <img class="preview" src={address} alt={t('image')} /> : <p class="notice">{t('none')}</p>;
}
