/** Puts variants below their parent, where both were read; the rest stays as it is. */
export function familiesOf<R extends { id: string; parentId: string | null }>(rows: readonly R[]): R[] {
  const there = new Set(rows.map((row) => row.id));
  const variants = new Map<string, R[]>();
  const heads: R[] = [];
  for (const row of rows) {
    if (row.parentId && there.has(row.parentId)) {
      variants.set(row.parentId, [...(variants.get(row.parentId) ?? []), row]);
    } else {
      heads.push(row);
    }
  }
  return heads.flatMap((head) => [head, ...(variants.get(head.id) ?? [])]);
}
