import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { resolved, type Schema } from '../../../data/contract';
import { typeText } from './reference';

/** The fields of a schema; objects inside open below their field. */
export function SchemaTable({ schema: given }: { schema: Schema }) {
  const schema = resolved(given);
  if (schema.oneOf && !schema.properties) {
    return (
      <>
        {schema.oneOf.map((one, index) => (
          <SchemaTable key={index} schema={one} />
        ))}
      </>
    );
  }
  if (schema.items) {
    return (
      <>
        <p class="small">{typeText(schema)}</p>
        <SchemaTable schema={schema.items} />
      </>
    );
  }
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) {
    return <p class="small">{typeText(given)}</p>;
  }
  return (
    <ul class="tree">
      {fields.map(([name, field]) => (
        <Field key={name} name={name} schema={field} required={schema.required?.includes(name) ?? false} />
      ))}
    </ul>
  );
}

function Field({ name, schema, required }: { name: string; schema: Schema; required: boolean }) {
  const full = resolved(schema);
  const inner = full.items ? resolved(full.items) : full;
  const head = (
    <>
      <code>{name}</code>
      {required && ' *'} <span class="small">{typeText(schema)}</span> {full.description && <span class="small">· {full.description}</span>}
    </>
  );
  if (!inner.properties) {
    return <li>{head}</li>;
  }
  return (
    <li>
      <Nested head={head} schema={inner} />
    </li>
  );
}

/** An object inside: its fields are drawn when it is opened, since schemas may hold themselves. */
function Nested({ head, schema }: { head: ComponentChildren; schema: Schema }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{head}</summary>
      {open && <SchemaTable schema={schema} />}
    </details>
  );
}
