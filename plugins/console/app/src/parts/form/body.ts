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

/** What comes of a conversion beside the body: mistakes by path, and the places of the records that are sent. */
interface Notes {
  wrong: Record<string, string>;
  /** By the path of a list: where each record that is sent was typed. Records of which nothing was typed are not sent. */
  places: Map<string, number[]>;
}

/** A value as typed as the body has it; undefined when nothing was typed. */
function converted(schema: Schema, typed: unknown, path: string, notes: Notes): unknown {
  if (typed === '' || typed === undefined || typed === null) {
    return typed === null ? null : undefined;
  }
  const type = typeOf(schema);
  if ((type === 'number' || type === 'integer') && typeof typed === 'string') {
    const digits = parseAmount(typed);
    if (digits === null) {
      notes.wrong[path] = t('number');
      return undefined;
    }
    return exact(digits);
  }
  if (type === 'object' && schema.properties && typeof typed === 'object') {
    return convertedObject(schema, typed as Draft, path, notes);
  }
  if (type === 'array' && Array.isArray(typed)) {
    const items = resolved(schema.items);
    const records = typed.map((one, index) => ({ index, body: converted(items, one, `${path}[${index}]`, notes) }));
    const sent = records.filter(({ body }) => body !== undefined);
    notes.places.set(path, sent.map(({ index }) => index));
    return sent.map(({ body }) => body);
  }
  if (type === 'object' && typeof typed === 'string') {
    try {
      return JSON.parse(typed);
    } catch {
      notes.wrong[path] = t('json');
      return undefined;
    }
  }
  return typed;
}

function convertedObject(schema: Schema, draft: Draft, path: string, notes: Notes): Draft | undefined {
  const body: Draft = {};
  for (const [name, value] of Object.entries(draft)) {
    const part = converted(resolved(schema.properties?.[name]), value, joined(path, name), notes);
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

/** The places of the records of bodies, for refusals of the service. */
const placesOf = new WeakMap<Draft, Notes['places']>();

/** A path in what was typed from one in the body: `lines[0].quantity` of the body may have been typed in `lines[2]`. */
export function typedPath(body: Draft, path: string): string {
  const places = placesOf.get(body);
  return path.split(/(\[\d+\])/).reduce((typed, step) => {
    const index = /^\[(\d+)\]$/.exec(step)?.[1];
    return typed + (index === undefined ? step : `[${places?.get(typed)?.[Number(index)] ?? index}]`);
  }, '');
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

/** Is a path that of a part of another? What holds a mistake is refused for it, and is not the mistake. */
function isWithin(path: string, other: string): boolean {
  return path.startsWith(`${other}.`) || path.startsWith(`${other}[`);
}

/** The body of a request from what was typed; throws a Refusal that names the fields which are wrong. */
export function bodyOf(schema: Schema, draft: Draft): Draft {
  const notes: Notes = { wrong: {}, places: new Map() };
  const { wrong } = notes;
  const body = convertedObject(schema, draft, '', notes) ?? {};
  placesOf.set(body, notes.places);
  const result = new Validator(checkable(schema), '2020-12', false).validate(plain(body));
  const refused = result.errors.map((unit) => ({ path: typedPath(body, pathOf(unit)), missing: unit.keyword === 'required' }));
  const paths = [...Object.keys(wrong), ...refused.map(({ path }) => path)];
  for (const { path, missing } of refused) {
    if (path && !(path in wrong) && !paths.some((one) => isWithin(one, path))) {
      wrong[path] = missing ? t('required') : t('invalid');
    }
  }
  if (Object.keys(wrong).length > 0) {
    throw new Refusal(wrong);
  }
  return body;
}
