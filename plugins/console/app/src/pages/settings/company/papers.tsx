import { useState } from 'preact/hooks';
import type { Answer } from '../../../data/call';
import { changed, useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import type { Form } from '../../../parts/form/draft';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { Shown } from '../../../parts/states';

const t = texts({
  en: { color: 'Colour of titles and rules', logo: 'Logo (PNG, at most 256 KiB)', removeLogo: 'Remove the logo', tooLarge: 'This file is no PNG of at most 256 KiB.', alt: 'Logo', save: 'Save the look', saved: 'New documents have this look. Earlier ones keep theirs.', is: 'How invoices, credit notes and quotes look. Documents that are written already keep their look.' },
  fr: { color: 'Couleur des titres et des filets', logo: 'Logo (PNG, 256 Kio au plus)', removeLogo: 'Retirer le logo', tooLarge: 'Ce fichier n’est pas un PNG de 256 Kio au plus.', alt: 'Logo', save: 'Enregistrer l’aspect', saved: 'Les nouveaux documents ont cet aspect. Les anciens gardent le leur.', is: 'L’aspect des factures, avoirs et devis. Les documents déjà écrits gardent le leur.' },
  de: { color: 'Farbe von Titeln und Linien', logo: 'Logo (PNG, höchstens 256 KiB)', removeLogo: 'Logo entfernen', tooLarge: 'Diese Datei ist kein PNG mit höchstens 256 KiB.', alt: 'Logo', save: 'Aussehen speichern', saved: 'Neue Belege sehen so aus. Frühere behalten ihr Aussehen.', is: 'Wie Rechnungen, Gutschriften und Angebote aussehen. Bereits geschriebene Belege behalten ihr Aussehen.' },
});

type Look = Answer<'getDocumentSettings'>;

/** The look of documents. */
export function Papers() {
  const read = useAnswer('getDocumentSettings');
  return <Shown read={read}>{(look) => <LookForm key={look.version} look={look} />}</Shown>;
}

function LookForm({ look }: { look: Look }) {
  const { accentColor, logo, introduction, footer, version } = look;
  const form = useForm({ accentColor, logo, introduction, footer });
  return (
    <ActForm
      operation="putDocumentSettings"
      version={version}
      form={form}
      only={['introduction', 'footer']}
      label={t('save')}
      done={() => {
        notify(t('saved'));
        void changed('getDocumentSettings');
      }}
    >
      <p class="help">{t('is')}</p>
      <label class="field">
        {t('color')}
        <input type="color" value={String(form.value('accentColor') ?? '#000000')} onInput={(event) => form.set('accentColor', event.currentTarget.value)} />
      </label>
      <Logo form={form} />
    </ActForm>
  );
}

const LargestLogo = 256 * 1024;

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) {
    text += String.fromCharCode(byte);
  }
  return btoa(text);
}

function Logo({ form }: { form: Form }) {
  const [wrong, setWrong] = useState(false);
  const logo = form.value('logo');
  const choose = async (file: File | undefined) => {
    const fits = file !== undefined && file.type === 'image/png' && file.size <= LargestLogo;
    setWrong(file !== undefined && !fits);
    if (fits) {
      form.set('logo', await base64(file));
    }
  };
  return (
    <div class="field">
      <label>
        {t('logo')}
        <input type="file" accept="image/png" onChange={(event) => void choose(event.currentTarget.files?.[0])} />
      </label>
      {wrong && <p class="wrong">{t('tooLarge')}</p>}
      {typeof logo === 'string' && (
        <div class="acts">
          <img src={`data:image/png;base64,${logo}`} alt={t('alt')} height={48} />
          <Button kind="quiet" onClick={() => form.set('logo', null)}>
            {t('removeLogo')}
          </Button>
        </div>
      )}
    </div>
  );
}
