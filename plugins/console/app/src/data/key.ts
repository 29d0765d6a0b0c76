/** A new Idempotency-Key: one for each thing that a person wants done. */
export function newKey(): string {
  return crypto.randomUUID();
}
