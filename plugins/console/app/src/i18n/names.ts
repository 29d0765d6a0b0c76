import { language } from './texts';
import { fieldNames } from './fields';
import { words } from './words';
import { sentences } from './codes';
import type { Problem } from '../data/problem';

/** `paymentStatus` → "payment status", for names that no catalogue has. */
function spelled(name: string): string {
  const spaced = name.replace(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The name of a field of the API, such as `dueDate`. */
export function fieldName(field: string): string {
  return fieldNames[field]?.[language.value] ?? spelled(field);
}

/** The word for a value of an enumeration of the API, such as `partially_paid`. */
export function word(value: string): string {
  return words[value]?.[language.value] ?? spelled(value);
}

/** What a problem means, in a sentence; the code itself when no catalogue has it. */
export function sentence(problem: Problem): string {
  const found = sentences[problem.code]?.[language.value];
  return found ? found.replace('{detail}', problem.detail) : problem.message;
}
