import { signal } from '@preact/signals';
import { raised } from './amounts';
import { isEmpty, itemColumn, quantityColumn, type GridColumn, type GridItem, type Line } from './columns';

let keys = 0;

/** What a line begins with. */
export interface LineStart {
  item?: GridItem | null;
  cells?: Record<string, string>;
}

function lineOf({ item = null, cells = {} }: LineStart = {}): Line {
  keys += 1;
  return { key: keys, item, cells };
}

/** The lines of one grid. They are replaced, never changed, so that what shows them knows which changed. */
export class Lines {
  readonly all = signal<readonly Line[]>([]);
  /** Something was typed since the grid was opened or saved. */
  readonly touched = signal(false);

  constructor(
    public columns: readonly GridColumn[],
    start: readonly LineStart[] = [],
    /** Lines are given: none is added. */
    readonly fixed = false,
  ) {
    this.all.value = start.map(lineOf);
    if (!fixed && start.length === 0) {
      this.all.value = [lineOf()];
    }
  }

  /** Lines with content, as a body has them: the index of a line here is its index in the body. */
  get filled(): Line[] {
    return this.fixed ? [...this.all.value] : this.all.value.filter((line) => !isEmpty(line));
  }

  private replace(next: readonly Line[]): void {
    this.all.value = next;
    this.touched.value = true;
  }

  private change(key: number, change: (line: Line) => Line): void {
    this.replace(this.all.value.map((line) => (line.key === key ? change(line) : line)));
  }

  private begun(line: Line): Line {
    const initial = Object.fromEntries(this.columns.filter((one) => one.initial && !line.cells[one.id]).map((one) => [one.id, one.initial!]));
    return { ...line, cells: { ...line.cells, ...initial } };
  }

  set(key: number, column: string, text: string): void {
    this.change(key, (line) => ({ ...line, cells: { ...line.cells, [column]: text } }));
  }

  /** Gives a line its item, or its label without one. */
  choose(key: number, item: GridItem | null, label: string, quantity?: string): void {
    const name = itemColumn(this.columns)?.id;
    const count = quantityColumn(this.columns)?.id;
    this.change(key, (line) => {
      const cells = { ...line.cells, ...(name ? { [name]: item?.name ?? label } : {}), ...(quantity && count ? { [count]: quantity } : {}) };
      return item || label ? this.begun({ ...line, item, cells }) : { ...line, item, cells };
    });
  }

  insert(at: number, ...starts: LineStart[]): Line[] {
    const made = starts.map(lineOf);
    this.replace([...this.all.value.slice(0, at), ...made, ...this.all.value.slice(at)]);
    return made;
  }

  /** Takes a line out; what it answers puts it back. */
  remove(key: number): () => void {
    const at = this.all.value.findIndex((line) => line.key === key);
    const gone = this.all.value[at];
    const rest = this.all.value.filter((line) => line.key !== key);
    this.replace(rest.length === 0 ? [lineOf()] : rest);
    return () => gone && this.replace([...this.all.value.slice(0, at), gone, ...this.all.value.slice(at)]);
  }

  duplicate(key: number): Line {
    const at = this.all.value.findIndex((line) => line.key === key);
    const { item, cells } = this.all.value[at]!;
    return this.insert(at + 1, { item, cells: { ...cells } })[0]!;
  }

  shift(key: number, by: 1 | -1): void {
    const at = this.all.value.findIndex((line) => line.key === key);
    const to = at + by;
    if (to >= 0 && to < this.all.value.length) {
      const next = [...this.all.value];
      next.splice(to, 0, ...next.splice(at, 1));
      this.replace(next);
    }
  }

  /** A scanned item: one more of the line that has it, else a line of its own. */
  add(item: GridItem, by = '1'): Line {
    const count = quantityColumn(this.columns)?.id;
    const known = this.all.value.find((line) => line.item?.id === item.id);
    if (known && count) {
      this.set(known.key, count, raised(known.cells[count] ?? '', by));
      return known;
    }
    const empty = this.all.value.findIndex(isEmpty);
    const line = empty >= 0 ? this.all.value[empty]! : this.insert(this.all.value.length, {})[0]!;
    this.choose(line.key, item, item.name, by);
    return line;
  }

  /** Fills cells of lines from one on, as a spreadsheet does, or puts new lines there. Answers the lines filled. */
  paste(key: number, rows: readonly Record<string, string>[], asLines: boolean): Line[] {
    const at = this.all.value.findIndex((line) => line.key === key);
    if (asLines && !this.fixed) {
      const replaces = isEmpty(this.all.value[at]!);
      const made = rows.map((cells) => this.begun(lineOf({ cells })));
      this.replace([...this.all.value.slice(0, replaces ? at : at + 1), ...made, ...this.all.value.slice(at + 1)]);
      return made;
    }
    const missing = this.fixed ? 0 : Math.max(0, at + rows.length - this.all.value.length);
    const next = [...this.all.value, ...Array.from({ length: missing }, () => lineOf())];
    const filled = rows.slice(0, next.length - at).map((cells, index) => {
      const line = next[at + index]!;
      const changed = { ...line, cells: { ...line.cells, ...cells } };
      next[at + index] = changed;
      return changed;
    });
    this.replace(next);
    return filled;
  }
}
