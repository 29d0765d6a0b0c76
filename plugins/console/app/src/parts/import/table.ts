/** The first lines of a CSV file: what its columns are called and what they hold. */
export interface Sample {
  delimiter: string;
  heads: string[];
  /** Some rows after the heads. */
  rows: string[][];
  /** Records of the file after the heads. */
  count: number;
  /** Where the text after the heads begins. */
  rest: number;
}

const Delimiters = [',', ';', '\t'];
const SampleRows = 3;

/** One record from `at` on, and where the next one begins. Quotes may hold delimiters and ends of lines. */
function recordAt(text: string, at: number, delimiter: string): { cells: string[]; next: number } {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  let position = at;
  for (; position < text.length; position += 1) {
    const character = text[position]!;
    if (quoted) {
      if (character !== '"') {
        cell += character;
      } else if (text[position + 1] === '"') {
        cell += '"';
        position += 1;
      } else {
        quoted = false;
      }
    } else if (character === '"' && cell === '') {
      quoted = true;
    } else if (character === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      position += 1;
      break;
    } else if (character !== '\r') {
      cell += character;
    }
  }
  cells.push(cell);
  return { cells, next: position };
}

/** The delimiter that occurs most in the heads. */
function delimiterOf(text: string): string {
  const sizes = Delimiters.map((one) => recordAt(text, 0, one).cells.length);
  return Delimiters[sizes.indexOf(Math.max(...sizes))]!;
}

/** Text without the mark that some programs put before it. */
export function unmarked(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

export function sampleOf(text: string): Sample {
  const delimiter = delimiterOf(text);
  const heads = recordAt(text, 0, delimiter);
  const rows: string[][] = [];
  let count = 0;
  let at = heads.next;
  while (at < text.length) {
    const record = recordAt(text, at, delimiter);
    at = record.next;
    if (record.cells.length > 1 || record.cells[0] !== '') {
      count += 1;
      if (rows.length < SampleRows) {
        rows.push(record.cells);
      }
    }
  }
  return { delimiter, heads: heads.cells, rows, count, rest: heads.next };
}

/** The file with the fields of the API as its heads; a column without a field gets a name that no field has. */
export function renamed(text: string, sample: Sample, fields: readonly string[]): string {
  const heads = fields.map((field, index) => field || `_${index + 1}`).join(sample.delimiter);
  return `${heads}\n${text.slice(sample.rest)}`;
}

/** The records of a file that lie at these lines, for showing what was refused. */
export function recordsAt(text: string, sample: Sample, lines: readonly number[]): Map<number, string[]> {
  const wanted = new Set(lines);
  const found = new Map<number, string[]>();
  let at = sample.rest;
  let line = 2;
  while (at < text.length) {
    const record = recordAt(text, at, sample.delimiter);
    if (wanted.has(line)) {
      found.set(line, record.cells);
    }
    line += text.slice(at, record.next).split('\n').length - 1;
    at = record.next;
  }
  return found;
}
