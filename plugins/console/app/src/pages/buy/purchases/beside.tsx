import { useEffect, useRef, useState } from 'preact/hooks';
import { tryOut, type Answer, type Body } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { dateText } from '../../../i18n/dates';
import { fieldName, sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button, Facts, Section } from '../../../parts/controls';
import { Totals } from '../../../parts/document/totals';
import { FilePreview } from '../../../parts/file-preview';
import { Refusal } from '../../../parts/form/draft';
import { useDrop } from '../../../parts/use-drop';

const t = texts({
  en: { document: 'The document of the supplier', choose: 'Choose a file', other: 'Another file', remove: 'Remove', drop: 'A PDF or a photo, shown here while you type and kept with the purchase. It can be dropped on this page.', result: 'What the service would make of it', waiting: 'Choose a supplier and enter a line.' },
  fr: { document: 'La pièce du fournisseur', choose: 'Choisir un fichier', other: 'Un autre fichier', remove: 'Retirer', drop: 'Un PDF ou une photo, affiché ici pendant la saisie et conservé avec l’achat. Il peut être déposé sur cette page.', result: 'Ce que le service en ferait', waiting: 'Choisissez un fournisseur et saisissez une ligne.' },
  de: { document: 'Der Beleg des Lieferanten', choose: 'Datei wählen', other: 'Andere Datei', remove: 'Entfernen', drop: 'Ein PDF oder Foto, hier beim Tippen zu sehen und mit dem Einkauf aufbewahrt. Es kann auf dieser Seite abgelegt werden.', result: 'Was der Dienst daraus machen würde', waiting: 'Wählen Sie einen Lieferanten und geben Sie eine Position ein.' },
});

/** How long typing rests before the service is asked, in milliseconds. */
const Pause = 400;
const Types = 'application/pdf,image/jpeg,image/png';

interface Trial {
  result: Answer<'createPurchase'> | null;
  problem: Problem | null;
}

/** What the service would make of the form: asked when typing rests, never saved. */
function useTrial(text: string, body: () => object | null): Trial {
  const [trial, setTrial] = useState<Trial>({ result: null, problem: null });
  useEffect(() => {
    let old = false;
    const timer = setTimeout(async () => {
      try {
        const made = body();
        const answer = made && (await tryOut('createPurchase', { body: made as Body<'createPurchase'> }));
        if (!old) {
          setTrial({ result: answer?.result ?? null, problem: null });
        }
      } catch (error) {
        if (!old && !(error instanceof Refusal)) {
          setTrial({ result: null, problem: asProblem(error) });
        }
      }
    }, Pause);
    return () => {
      old = true;
      clearTimeout(timer);
    };
  }, [text]);
  return trial;
}

interface Props {
  /** What was typed, as a text: another one asks the service again. */
  text: string;
  body: () => object | null;
  document: File | null;
  choose: (document: File | null) => void;
}

/** Beside the form: what the service would make of it, and the document that is typed in. */
export function Beside({ text, body, document, choose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { result, problem } = useTrial(text, body);
  useDrop((files) => choose(files[0] ?? null));
  return (
    <>
      <Section title={t('result')}>
        {problem && <p role="status">{sentence(problem)}</p>}
        {!problem && !result && <p class="small">{t('waiting')}</p>}
        {result && (
          <>
            <Totals of={result} />
            <Facts rows={[[fieldName('dueDate'), dateText(result.dueDate)]]} />
          </>
        )}
      </Section>
      <Section
        title={t('document')}
        acts={
          <>
            <input ref={input} type="file" hidden accept={Types} onChange={(event) => choose(event.currentTarget.files?.[0] ?? null)} />
            <Button onClick={() => input.current?.click()}>{t(document ? 'other' : 'choose')}</Button>
            {document && (
              <Button kind="quiet" onClick={() => choose(null)}>
                {t('remove')}
              </Button>
            )}
          </>
        }
      >
        {document ? <FilePreview key={document.name + document.lastModified} content={document} /> : <p class="small">{t('drop')}</p>}
      </Section>
    </>
  );
}
