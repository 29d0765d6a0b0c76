import { Validator, type OutputUnit, type Schema as JsonSchema } from '@cfworker/json-schema';
import { resolved, typeOf, type Schema } from '../../data/contract';
import { exact, ExactNumber } from '../../data/json';
import { texts } from '../../i18n/texts';
import { parseAmount } from '../../money/parse';
import { Refusal, type Draft } from './draft';

const t = texts({
  en: { required: 'This is needed.', number: 'This is not a number, or could be read in two ways.', invalid: 'This does not fit.', json: 'This is not valid JSON.' },
  fr: { required: 'Ce champ est nécessaire.', number: 'Ce n’est pas un nombre, ou il pourrait être lu de deux façons.', invalid: 'Cette valeur ne convient pas.', json: 'Ce n’est pas du JSON valide.' },
  de: { required: 'Das wird benötigt.', number: 'Das ist keine Zahl oder könnte auf zwei Arten gelesen werden.', invalid: 'Das passt nicht.', json: 'Das ist kein gültiges JSON.' },
});

function joined(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

/** A value as typed as the body has it; undefined when nothing was typed. */
function converted(schema: Schema, typed: unknown, path: string, wrong: Record<string, string>): unknown {
  if (typed === '' || typed === undefined || typed === null) {
    return typed === null ? null : undefined;
  }
  const type = typeOf(schema);
  if ((type === 'number' || type === 'integer') && typeof typed === 'string') {
    const digits = parseAmount(typed);
    if (digits === null) {
      wrong[path] = t('number');
      return undefined;
    }
    return exact(digits);
  }
  if (type === 'object' && schema.properties && typeof typed === 'object') {
    return convertedObject(schema, typed as Draft, path, wrong);
  }
  if (type === 'array' && Array.isArray(typed)) {
    const items = resolved(schema.items);
    return typed.map((one, index) => converted(items, one, `${path}[${index}]`, wrong)).filter((one) => one !== undefined);
  }
  if (type === 'object' && typeof typed === 'string') {
    try {
      return JSON.parse(typed);
    } catch {
      wrong[path] = t('json');
      return undefined;
    }
  }
  return typed;
}

function convertedObject(schema: Schema, draft: Draft, path: string, wrong: Record<string, string>): Draft | undefined {
  const body: Draft = {};
  for (const [name, value] of Object.entries(draft)) {
    const part = converted(resolved(schema.properties?.[name]), value, joined(path, name), wrong);
    if (part !== undefined) {
      body[name] = part;
    }
  }
  // An object of which nothing was typed is not sent.
  return path && Object.keys(body).length === 0 ? undefined : body;
}

/** The body as the checks see it: exact numbers as plain ones. */
function plain(value: unknown): unknown {
  if (value instanceof ExactNumber) {
    return Number(value.digits);
  }
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  return value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)])) : value;
}

/** `#/lines/0/quantity` → `lines[0].quantity`. */
function pathOf(unit: OutputUnit): string {
  const parts = unit.instanceLocation.replace(/^#\/?/, '').split('/').filter(Boolean);
  const missing = unit.keyword === 'required' ? /"([^"]+)"/.exec(unit.error)?.[1] : undefined;
  return [...parts, ...(missing ? [missing] : [])].reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : joined(path, part)), '');
}

/** Formats that the checks do not know would refuse everything; the service checks them. */
function checkable(schema: Schema): JsonSchema {
  const { $ref: _, ...own } = schema;
  const copy: Record<string, unknown> = { ...own };
  if (schema.properties) {
    copy['properties'] = Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, checkable(resolved(one))]));
  }
  if (schema.items) {
    copy['items'] = checkable(resolved(schema.items));
  }
  return copy as JsonSchema;
}

/** The body of a request from what was typed; throws a Refusal that names the fields which are wrong. */
export function bodyOf(schema: Schema, draft: Draft): Draft {
  const wrong: Record<string, string> = {};
  const body = convertedObject(schema, draft, '', wrong) ?? {};
  const result = new Validator(checkable(schema), '2020-12', false).validate(plain(body));
  for (const unit of result.errors) {
    const path = pathOf(unit);
    if (path && !(path in wrong) && unit.keyword !== 'properties' && unit.keyword !== 'items') {
      wrong[path] = unit.keyword === 'required' ? t('required') : t('invalid');
    }
  }
  if (Object.keys(wrong).length > 0) {
    throw new Refusal(wrong);
  }
  return body;
}
