import type { Schema } from '../../../data/contract';

export interface RequiredSetting {
  name: string;
  type: string;
  secret: boolean;
}

/** What the service answers instead of a secret, and takes for one that stays as it is. */
export const Kept = '***';

/**
 * The schema of a form for the settings of a regime. Needed settings are marked; a secret that is set already may be
 * left empty. A secret is one line, except for a key with its certificates.
 */
export function settingsForm(schema: Schema, required: readonly RequiredSetting[], settings: Record<string, unknown>): Schema {
  const properties: Record<string, Schema> = { ...schema.properties };
  const needed: string[] = [];
  for (const one of required) {
    const { maxLength: _, ...plain } = properties[one.name] ?? { type: 'string' };
    if (one.type === 'key') {
      properties[one.name] = { ...plain, maxLength: 20_000 };
    } else if (one.secret) {
      properties[one.name] = { ...plain, 'x-secret': true };
    }
    if (!(one.secret && settings[one.name] === Kept)) {
      needed.push(one.name);
    }
  }
  for (const [name, value] of Object.entries(settings)) {
    if (value === Kept && properties[name] && !required.some((one) => one.name === name)) {
      const { maxLength: _, ...plain } = properties[name];
      properties[name] = { ...plain, 'x-secret': true };
    }
  }
  return { ...schema, type: 'object', properties, required: needed };
}

/** What the form begins with: everything but the secrets. */
export function withoutSecrets(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== Kept));
}

/** What is sent: secrets that were not typed stay as they are. */
export function withSecrets(typed: Record<string, unknown>, settings: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(settings).filter(([name, value]) => value === Kept && typed[name] === undefined);
  return { ...typed, ...Object.fromEntries(kept) };
}
