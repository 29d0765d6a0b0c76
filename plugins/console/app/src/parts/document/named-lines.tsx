import { texts } from '../../i18n/texts';
import { quantity } from '../../money/format';
import { typedText } from '../grid/amounts';
import { Grid, lineBodies, useLines, type GridColumn, type Lines } from '../grid/grid';

const t = texts({
  en: { lines: 'Lines', label: 'Item', left: 'Left', quantity: 'Quantity' },
  fr: { lines: 'Lignes', label: 'Article', left: 'Reste', quantity: 'Quantité' },
  de: { lines: 'Positionen', label: 'Artikel', left: 'Rest', quantity: 'Menge' },
});

export interface NamedLine {
  id: string;
  label: string;
  left: number;
}

/** Quantities of given lines, such as what is handed over or taken back. */
export function useNamedLines(named: readonly NamedLine[], prefilled: boolean): Lines {
  const columns: GridColumn[] = [
    { id: 'label', kind: 'shown', label: t('label'), show: (_, index) => named[index]?.label },
    { id: 'left', kind: 'shown', label: t('left'), width: '72px', show: (_, index) => quantity(named[index]?.left) },
    { id: 'quantity', kind: 'quantity', label: t('quantity'), width: '96px' },
  ];
  return useLines(columns, named.map((line) => ({ cells: prefilled ? { quantity: typedText(String(line.left)) } : {} })), true);
}

export function NamedLines({ lines, wrong }: { lines: Lines; wrong: Record<string, string> }) {
  return <Grid lines={lines} label={t('lines')} wrong={wrong} />;
}

/** The lines with a quantity, as the bodies of deliveries and refunds have them. */
export function namedBodies(lines: Lines, named: readonly NamedLine[]): Record<string, unknown>[] {
  return lineBodies(lines)
    .map((body, index) => ({ lineId: named[index]!.id, quantity: body['quantity'] }))
    .filter((line) => line.quantity !== undefined);
}
