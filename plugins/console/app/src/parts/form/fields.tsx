import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { resolved, typeOf, type Schema } from '../../data/contract';
import { fieldName, word } from '../../i18n/names';
import { language, texts } from '../../i18n/texts';
import { Button } from '../controls';
import { isLookup, Lookup } from '../lookup';
import type { Form } from './draft';

const t = texts({
  en: { set: 'Set; type to replace it', add: 'Add', remove: 'Remove', lines: 'One a line' },
  fr: { set: 'Défini ; saisissez pour le remplacer', add: 'Ajouter', remove: 'Retirer', lines: 'Un par ligne' },
  de: { set: 'Gesetzt; zum Ersetzen eingeben', add: 'Hinzufügen', remove: 'Entfernen', lines: 'Eines je Zeile' },
});

/** Prefixes of identifiers by the names that `x-lookup` has for them. */
const Lookups: Record<string, string> = { wallets: 'wal', partners: 'par', items: 'itm', businessUnits: 'bus' };

/** The settings of plugins name identifiers by their pattern: `^wal_` is a wallet. */
function prefixOf(pattern: string | undefined): string | undefined {
  return /^\^([a-z]{3})_/.exec(pattern ?? '')?.[1];
}

/** Texts longer than this get a field of several lines. */
const LongText = 1000;

interface FieldProps {
  form: Form;
  path: string;
  schema: Schema;
  label?: string;
  required?: boolean;
  autoFocus?: boolean;
}

export function labelOf(name: string, schema: Schema): string {
  const labels = schema['x-labels'];
  return labels?.[language.value] ?? schema.title ?? labels?.['en'] ?? fieldName(name);
}

/** `contacts[0].email` → `email`. */
function nameOf(path: string): string {
  return path.split(/[.[\]]/).filter((step) => step && !/^\d+$/.test(step)).pop() ?? path;
}

/** A field for a value of a schema: its kind follows from the schema. */
export function Field({ form, path, schema: given, label, required, autoFocus }: FieldProps) {
  const id = useId();
  const schema = resolved(given);
  const name = nameOf(path);
  const text = label ?? labelOf(name, schema);
  const type = typeOf(schema);
  if (type === 'object' && schema.properties) {
    return (
      <fieldset>
        <legend>{text}</legend>
        <Fields form={form} schema={schema} prefix={`${path}.`} />
      </fieldset>
    );
  }
  if (type === 'array' && typeOf(resolved(schema.items)) === 'object' && resolved(schema.items).properties) {
    return <Records form={form} path={path} schema={schema} label={text} />;
  }
  const wrong = form.wrong.value[path];
  const control = { id, 'aria-describedby': `${id}-help`, 'aria-invalid': wrong ? true : undefined, required, autoFocus, 'data-path': path };
  return (
    <div class={type === 'boolean' ? 'field flag' : 'field'}>
      <label for={id}>
        {text}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      <Control form={form} path={path} schema={schema} control={control} label={text} />
      <p id={`${id}-help`} class={wrong ? 'wrong' : 'help'}>
        {wrong ?? schema['x-help'] ?? ''}
      </p>
    </div>
  );
}

interface ControlProps {
  form: Form;
  path: string;
  schema: Schema;
  control: Record<string, unknown>;
  label: string;
}

function Control({ form, path, schema, control, label }: ControlProps): ComponentChildren {
  const value = form.value(path);
  const text = value === undefined || value === null ? '' : String(value);
  const type = typeOf(schema);
  const changed = (event: { currentTarget: { value: string } }) => form.set(path, event.currentTarget.value);
  const lookup = schema['x-id'] ?? Lookups[schema['x-lookup'] ?? ''] ?? prefixOf(schema.pattern);
  if (type === 'boolean') {
    return <input {...control} required={false} type="checkbox" checked={Boolean(value ?? schema.default)} onChange={(event) => form.set(path, event.currentTarget.checked)} />;
  }
  const options = (schema.enum ?? schema.oneOf?.map((one) => one.const)) as unknown[] | undefined;
  if (options?.every((one) => typeof one !== 'object' || one === null)) {
    return (
      <select {...control} value={text || String(schema.default ?? '')} onChange={changed}>
        <option value="" />
        {options.filter((one) => one !== null).map((one) => (
          <option key={String(one)} value={String(one)}>
            {schema.oneOf?.find((choice) => choice.const === one)?.title ?? word(String(one), nameOf(path))}
          </option>
        ))}
      </select>
    );
  }
  if (isLookup(lookup)) {
    const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = control as Record<string, string | undefined>;
    return <Lookup kind={lookup} value={text} set={(chosen) => form.set(path, chosen)} label={label} describedBy={describedBy} invalid={Boolean(invalid)} data-path={path} {...(id ? { id } : {})} />;
  }
  if (type === 'number' || type === 'integer') {
    return <input {...control} class="number" inputMode="decimal" autoComplete="off" value={text} onInput={changed} />;
  }
  if (type === 'array') {
    const lines = Array.isArray(value) ? value.join('\n') : '';
    return <textarea {...control} rows={3} placeholder={t('lines')} value={lines} onInput={(event) => form.set(path, event.currentTarget.value.split('\n').filter(Boolean))} />;
  }
  if (type === 'object') {
    return <textarea {...control} rows={6} class="mono" value={typeof value === 'object' && value ? JSON.stringify(value, null, 2) : text} onInput={changed} />;
  }
  if ((schema.maxLength ?? 0) > LongText) {
    return <textarea {...control} rows={3} value={text} onInput={changed} />;
  }
  const secret = schema['x-secret'] === true || schema.format === 'password';
  const kinds: Record<string, string> = { date: 'date', email: 'email', uri: 'url' };
  return (
    <input
      {...control}
      type={secret ? 'password' : (kinds[schema.format ?? ''] ?? 'text')}
      autoComplete={secret ? 'new-password' : 'off'}
      maxLength={schema.maxLength}
      placeholder={secret && value === undefined ? t('set') : undefined}
      value={text}
      onInput={changed}
    />
  );
}

/** A list of flat records, such as contacts. */
function Records({ form, path, schema, label }: { form: Form; path: string; schema: Schema; label: string }) {
  const records = (form.value(path) as unknown[] | undefined) ?? [];
  return (
    <fieldset>
      <legend>{label}</legend>
      {records.map((_, index) => (
        <div key={index} class="record-row">
          <Fields form={form} schema={resolved(schema.items)} prefix={`${path}[${index}].`} />
          <Button kind="quiet" onClick={() => form.set(path, records.filter((__, other) => other !== index))}>
            {t('remove')}
          </Button>
        </div>
      ))}
      <Button onClick={() => form.set(path, [...records, {}])}>{t('add')}</Button>
    </fieldset>
  );
}

interface FieldsProps {
  form: Form;
  schema: Schema;
  /** Fields to show, in their order; all of the schema when left out. */
  only?: readonly string[];
  prefix?: string;
}

/** Fields for the properties of an object. */
export function Fields({ form, schema, only, prefix = '' }: FieldsProps) {
  const properties = schema.properties ?? {};
  const names = only ?? Object.keys(properties).sort((a, b) => (properties[a]?.['x-order'] ?? 0) - (properties[b]?.['x-order'] ?? 0));
  return (
    <div class="fields">
      {names
        .filter((name) => properties[name])
        .map((name) => (
          <Field key={name} form={form} path={prefix + name} schema={properties[name]!} required={schema.required?.includes(name) ?? false} />
        ))}
    </div>
  );
}
