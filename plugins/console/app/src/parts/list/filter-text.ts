import { resolved, typeOf, type Parameter } from '../../data/contract';

/** Filters that were typed into the search field, and the rest of its text. */
export interface TypedFilters {
  filters: Record<string, string>;
  rest: string;
}

const Month = /^(\d{4})-(\d{2})$/;
const Day = /^\d{4}-\d{2}-\d{2}$/;

function lastDay(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Does the value fit the parameter? Enumerations are compared without regard to capitals. */
function fitting(parameter: Parameter, typed: string): string | undefined {
  const schema = resolved(typeOf(parameter.schema) === 'array' ? parameter.schema.items : parameter.schema);
  if (schema.enum) {
    return schema.enum.map(String).find((value) => value.toLowerCase() === typed.toLowerCase());
  }
  if (typeOf(schema) === 'boolean') {
    return /^(true|false)$/.test(typed) ? typed : undefined;
  }
  return typed;
}

/**
 * Reads `paymentStatus:unpaid 2026-11 coffee`: names of parameters with values, a month or day as the period, and
 * the rest as words to search for. `names` gives other names of parameters, such as those that the person sees.
 */
export function typedFilters(text: string, parameters: readonly Parameter[], names: Record<string, string> = {}): TypedFilters {
  const filters: Record<string, string> = {};
  const rest: string[] = [];
  const dated = parameters.some((one) => one.name === 'from') && parameters.some((one) => one.name === 'to');
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const [, name = '', value = ''] = /^([\p{L}_-]+):(.+)$/u.exec(word) ?? [];
    const wanted = (names[name.toLowerCase()] ?? name).toLowerCase();
    const parameter = parameters.find((one) => one.name.toLowerCase() === wanted);
    const fit = parameter && fitting(parameter, value);
    const month = Month.exec(word);
    if (parameter && fit !== undefined) {
      filters[parameter.name] = fit;
    } else if (month && dated) {
      filters['from'] = `${word}-01`;
      filters['to'] = `${word}-${lastDay(Number(month[1]), Number(month[2]))}`;
    } else if (Day.test(word) && dated) {
      filters['from'] = word;
      filters['to'] = word;
    } else {
      rest.push(word);
    }
  }
  return { filters, rest: rest.join(' ') };
}
