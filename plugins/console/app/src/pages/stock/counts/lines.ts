/** A line of a count as the body has it; without `counted` the item was not counted. */
export type CountedLine = Record<string, unknown>;

/** The lines that were counted, and at which line of the grid each of them is. */
export function countedOf(bodies: readonly CountedLine[]): { lines: CountedLine[]; at: number[] } {
  const at = bodies.flatMap((body, index) => (body['counted'] === undefined ? [] : [index]));
  return { lines: at.map((index) => bodies[index]!), at };
}

/** What the service said of the lines that were sent (`lines[1].counted`), at the lines of the grid. */
export function replaced(wrong: Readonly<Record<string, string>>, at: readonly number[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(wrong).map(([path, sentence]) => [path.replace(/^lines\[(\d+)\]/, (whole, index: string) => (at[Number(index)] === undefined ? whole : `lines[${at[Number(index)]}]`)), sentence]),
  );
}

interface Difference {
  difference: number | null;
  value: number | null;
}

/** What a count changes: the sum of its values in minor units, and how many lines differ. */
export function sumOf(lines: readonly Difference[]): { value: number; differing: number } {
  const value = lines.reduce((sum, line) => sum + BigInt(line.value ?? 0), 0n);
  return { value: Number(value), differing: lines.filter((line) => (line.difference ?? 0) !== 0).length };
}
