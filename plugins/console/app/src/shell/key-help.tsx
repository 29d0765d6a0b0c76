import { language, texts } from '../i18n/texts';
import { Dialog } from '../parts/dialog';
import { available } from './navigation';

const t = texts({
  en: {
    title: 'Keys', find: 'Find pages, acts and records', make: 'New record on this page', search: 'To the search field', page: 'To the page {name}',
    rows: 'Row up, down', open: 'Open the row; with Ctrl as a page', mark: 'Select the row', all: 'Select all rows read so far', step: 'Next, previous record of the list',
    clear: 'Clear filters', save: 'Save the form', close: 'Close the panel or dialog', help: 'These keys',
  },
  fr: {
    title: 'Touches', find: 'Chercher pages, actions et enregistrements', make: 'Nouvel enregistrement sur cette page', search: 'Au champ de recherche', page: 'À la page {name}',
    rows: 'Ligne précédente, suivante', open: 'Ouvrir la ligne ; avec Ctrl en page', mark: 'Sélectionner la ligne', all: 'Sélectionner toutes les lignes lues', step: 'Enregistrement suivant, précédent de la liste',
    clear: 'Effacer les filtres', save: 'Enregistrer le formulaire', close: 'Fermer le volet ou la boîte', help: 'Ces touches',
  },
  de: {
    title: 'Tasten', find: 'Seiten, Handlungen und Datensätze suchen', make: 'Neuer Datensatz auf dieser Seite', search: 'Zum Suchfeld', page: 'Zur Seite {name}',
    rows: 'Zeile nach oben, unten', open: 'Zeile öffnen; mit Strg als Seite', mark: 'Zeile wählen', all: 'Alle gelesenen Zeilen wählen', step: 'Nächster, voriger Datensatz der Liste',
    clear: 'Filter löschen', save: 'Formular speichern', close: 'Fenster schließen', help: 'Diese Tasten',
  },
});

/** All keys, on `?`. */
export function KeyHelp({ close }: { close: () => void }) {
  const keys: [string, string][] = [
    ['Ctrl+K', t('find')],
    ['n', t('make')],
    ['/', t('search')],
    ['↑ ↓ · j k', t('rows')],
    ['Enter', t('open')],
    ['Space · x', t('mark')],
    ['Ctrl+A', t('all')],
    ['Alt+→ · Alt+←', t('step')],
    ['Shift+Esc', t('clear')],
    ['Ctrl+Enter', t('save')],
    ['Esc', t('close')],
    ['?', t('help')],
    ...available().flatMap((entry): [string, string][] => (entry.key ? [[`g ${entry.key}`, t('page', { name: entry.label[language.value] })]] : [])),
  ];
  return (
    <Dialog title={t('title')} close={close}>
      <table>
        <tbody>
          {keys.map(([key, what]) => (
            <tr key={key}>
              <th>
                <kbd>{key}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
