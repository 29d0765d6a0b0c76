import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call, type Answer, type OperationId } from '../../data/call';
import { bodySchema } from '../../data/contract';
import { fieldName } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import type { Draft } from '../form/draft';
import { ActForm } from '../form/act-form';
import { useForm } from '../form/form';
import { changedFields, changesOf, draftOf } from './changes';

const t = texts({
  en: { save: 'Save', other: 'Somebody else has changed this in the meantime.', field: 'Field', mine: 'Yours', theirs: 'Theirs', keep: 'Keep mine', take: 'Take theirs' },
  fr: { save: 'Enregistrer', other: 'Quelqu’un d’autre a modifié cette fiche entre-temps.', field: 'Champ', mine: 'Le vôtre', theirs: 'Le sien', keep: 'Garder le mien', take: 'Prendre le sien' },
  de: { save: 'Speichern', other: 'Inzwischen hat jemand anderes dies geändert.', field: 'Feld', mine: 'Ihr Stand', theirs: 'Anderer Stand', keep: 'Meinen behalten', take: 'Anderen übernehmen' },
});

type Versioned = Record<string, unknown> & { version: number };

interface Props<Op extends OperationId, Read extends OperationId> {
  operation: Op;
  /** Reads the record again when somebody else has changed it. */
  read: Read;
  path: Record<string, string>;
  record: object;
  currency: string;
  only: readonly string[];
  done: (answer: Answer<Op>) => void;
}

/** A form that changes a record: only what was typed over is sent, and nothing of others is overwritten unseen. */
export function EditForm<Op extends OperationId, Read extends OperationId>(props: Props<Op, Read>) {
  const [seen, setSeen] = useState(props.record as Versioned);
  const schema = bodySchema(props.operation);
  const before = useMemo(() => draftOf(seen, schema, props.only, props.currency), [seen]);
  const form = useForm(before);
  const [theirs, setTheirs] = useState<Versioned | null>(null);
  const problem = form.problem.value;
  useEffect(() => {
    if (problem?.code === 'version-mismatch') {
      void call(props.read, { path: props.path }).then((record) => {
        form.problem.value = null;
        setTheirs(record as unknown as Versioned);
      });
    }
  }, [problem]);
  const decide = (draft: Draft) => {
    form.draft.value = draft;
    setSeen(theirs!);
    setTheirs(null);
  };
  return (
    <ActForm
      operation={props.operation}
      path={props.path}
      version={seen.version}
      only={props.only}
      form={form}
      schema={{ ...schema, required: [] }}
      adjust={(body) => changesOf(before, form.draft.value, body)}
      label={t('save')}
      done={props.done}
    >
      {theirs && <Both before={before} mine={form.draft.value} other={draftOf(theirs, schema, props.only, props.currency)} decide={decide} />}
    </ActForm>
  );
}

interface BothProps {
  before: Draft;
  mine: Draft;
  other: Draft;
  decide: (draft: Draft) => void;
}

/** What two persons have made of the same record, field by field. */
function Both({ before, mine, other, decide }: BothProps) {
  const fields = [...new Set([...changedFields(before, mine), ...changedFields(before, other)])];
  const kept = { ...other, ...Object.fromEntries(changedFields(before, mine).map((name) => [name, mine[name]])) };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div class="failure" role="alert" ref={box}>
      <p>{t('other')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('mine')}</th>
            <th scope="col">{t('theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((name) => (
            <tr key={name}>
              <th scope="row">{fieldName(name)}</th>
              <td>{shown(mine[name])}</td>
              <td>{shown(other[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="acts">
        <Button onClick={() => decide(kept)}>{t('keep')}</Button>
        <Button onClick={() => decide(other)}>{t('take')}</Button>
      </div>
    </div>
  );
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}
