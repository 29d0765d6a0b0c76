import type { Offered } from '../../../parts/scopes/matrix';

/**
 * The scopes that a role can hold: those that any role holds (the owner holds all), described as for keys where the
 * person may see that list.
 */
export function offeredToRoles(roles: readonly { permissions: string[] }[], details: readonly (Offered & { keyOnly: boolean })[]): Offered[] {
  const scopes = [...new Set(roles.flatMap((role) => role.permissions))];
  return scopes.map((scope) => {
    const found = details.find((one) => one.scope === scope && !one.keyOnly);
    return found ?? { scope, module: moduleOf(scope, details), description: scope };
  });
}

/** Scopes that no key can have are not described: they stand with the settings, else under their own name. */
function moduleOf(scope: string, details: readonly Offered[]): string {
  const [resource = ''] = scope.split(':');
  const sibling = details.find((one) => one.scope.startsWith(`${resource}:`));
  if (sibling) {
    return sibling.module;
  }
  return ['settings', 'developers', 'billing'].includes(resource) ? 'Settings' : resource.charAt(0).toUpperCase() + resource.slice(1);
}
