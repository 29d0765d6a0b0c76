/** Widths of the parts of a bar, in thousandths. Credits (negative parts) have none. */
export function sharesOf(parts: readonly number[]): number[] {
  const sizes = parts.map((part) => BigInt(Math.max(0, part)));
  const all = sizes.reduce((sum, one) => sum + one, 0n);
  return sizes.map((one) => (all === 0n ? 0 : Number((one * 1000n) / all)));
}
