import { useId } from 'preact/hooks';
import { Button } from '../controls';
import { isNumeric, isOpen, type GridColumn, type Line } from './columns';
import { ItemCell } from './item-cell';
import type { Lines } from './lines';
import type { Key } from './moves';
import { t } from './texts';

interface Props {
  lines: Lines;
  line: Line;
  index: number;
  /** Column of the cell that is the stop of Tab; null when it is in another line. */
  stop: string | null;
  wrong: (column: GridColumn) => string | undefined;
  focused: (column: string) => void;
  left: (column: GridColumn) => void;
  refuse: (column: string, sentence: string | null) => void;
  proceed: (key: Key) => void;
  remove: () => void;
}

export function LineRow(props: Props) {
  const { lines, index } = props;
  return (
    <tr>
      {lines.columns.map((column) => (
        <Cell key={column.id} {...props} column={column} />
      ))}
      {!lines.fixed && (
        <td class="line-acts">
          <Button kind="quiet" tabIndex={-1} aria-label={t('remove', { n: index + 1 })} onClick={props.remove}>
            ✕
          </Button>
        </td>
      )}
    </tr>
  );
}

function Cell(props: Props & { column: GridColumn }) {
  const { column, line, index } = props;
  const id = useId();
  if (column.kind === 'shown') {
    return <td class="right shown-cell">{column.show?.(line, index)}</td>;
  }
  if (!isOpen(column, line)) {
    return <td />;
  }
  const wrong = props.wrong(column);
  const control = {
    'data-cell': `${line.key}:${column.id}`,
    'data-number': isNumeric(column) ? '' : undefined,
    'aria-label': `${column.label}, ${t('line', { n: index + 1 })}`,
    'aria-invalid': wrong ? true : undefined,
    'aria-describedby': wrong ? id : undefined,
    tabIndex: props.stop === column.id ? 0 : -1,
    placeholder: column.hint?.(line) ?? '',
    onFocus: () => props.focused(column.id),
  };
  return (
    <td class={column.kind === 'item' ? 'item-cell' : isNumeric(column) ? 'number-cell' : ''}>
      <Control {...props} control={control} />
      {wrong && (
        <p id={id} class="wrong">
          {wrong}
        </p>
      )}
    </td>
  );
}

function Control({ lines, line, column, control, left, refuse, proceed }: Props & { column: GridColumn; control: Record<string, unknown> }) {
  const value = line.cells[column.id] ?? '';
  const set = (event: { currentTarget: { value: string } }) => lines.set(line.key, column.id, event.currentTarget.value);
  switch (column.kind) {
    case 'item':
      return (
        <ItemCell
          column={column}
          line={line}
          control={control}
          choose={(item, label, quantity) => lines.choose(line.key, item, label, quantity)}
          refuse={(sentence) => refuse(column.id, sentence)}
          proceed={proceed}
        />
      );
    case 'choice':
      return (
        <select {...control} value={value} onChange={set}>
          <option value="">{column.hint?.(line) ?? ''}</option>
          {column.choices?.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      );
    case 'date':
      return <input {...control} type="date" value={value} onInput={set} />;
    default:
      return (
        <input
          {...control}
          type="text"
          inputMode={isNumeric(column) ? 'decimal' : 'text'}
          autoComplete="off"
          value={value}
          onInput={set}
          onBlur={() => left(column)}
        />
      );
  }
}
