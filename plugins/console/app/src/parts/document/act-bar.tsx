import type { ComponentChildren } from 'preact';
import { useAddress } from '../../data/address';
import type { OperationId } from '../../data/call';
import { placed } from '../../data/place';
import { prefer } from '../../data/preferences';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import { ApiButton } from '../record';
import { showsPreview } from './preview';

const t = texts({
  en: { preview: 'Preview', more: 'More', open: 'Full page' },
  fr: { preview: 'Aperçu', more: 'Plus', open: 'Page entière' },
  de: { preview: 'Vorschau', more: 'Mehr', open: 'Ganze Seite' },
});

/** Acts that are buttons; the others are in a menu. */
const Buttons = 3;

interface Props {
  /** The acts that are possible now, the most likely first; the address names the open one. */
  acts: readonly { id: string; label: string; danger: boolean }[];
  /** Route of the record. */
  route: string;
  /** The call that reads the record. */
  read: { operation: OperationId; path: Record<string, string> };
  record: unknown;
  /** On the page of the record, not in the panel of a list. */
  full: boolean;
  /** More for the menu, such as links. */
  children?: ComponentChildren;
}

/** What can be done with a document. */
export function ActBar({ acts, route, read, record, full, children }: Props) {
  const { set } = useAddress();
  const button = ({ id, label, danger }: Props['acts'][number], first: boolean) => (
    <Button key={id} kind={first ? 'primary' : danger ? 'danger' : 'plain'} onClick={() => set({ act: id }, true)}>
      {label}
    </Button>
  );
  return (
    <div class="acts">
      {acts.slice(0, Buttons).map((act, index) => button(act, index === 0 && !act.danger))}
      <details class="menu">
        <summary class="button">{t('more')}</summary>
        <div>
          {acts.slice(Buttons).map((act) => button(act, false))}
          {children}
        </div>
      </details>
      <ApiButton {...read} record={record} />
      {full ? (
        <Button aria-pressed={showsPreview()} onClick={() => prefer({ preview: !showsPreview() })}>
          {t('preview')} <small>p</small>
        </Button>
      ) : (
        <a class="button" href={placed(route)}>
          {t('open')}
        </a>
      )}
    </div>
  );
}
