import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAddress } from '../data/address';
import type { OperationId } from '../data/call';
import { may, missing } from '../data/company';
import { operation, recordSchema, resolved, routeOf } from '../data/contract';
import { changed, useAnswer } from '../data/query';
import { texts } from '../i18n/texts';
import { Button, Facts } from '../parts/controls';
import { Dialog, SidePanel } from '../parts/dialog';
import { ActForm } from '../parts/form/act-form';
import { List } from '../parts/list/list';
import { readyColumns } from '../parts/list/columns';
import { notify } from '../parts/notices';
import { NotAvailable, Shown } from '../parts/states';
import type { DeclaredPage } from './manifest';
import { Page } from './page';

const t = texts({
  en: { done: '{act}: done.' },
  fr: { done: '{act} : fait.' },
  de: { done: '{act}: erledigt.' },
});

type Entry = Record<string, unknown> & { id?: string };

function summaryOf(id: string): string {
  return operation(id)?.summary ?? id;
}

/** The name of what the operation acts on, in its path: `{stayId}`. */
function idName(id: string): string {
  const names = [...(routeOf(id)?.[1] ?? '').matchAll(/\{(\w+)\}/g)].map((hit) => hit[1]!);
  return names.filter((name) => name !== 'companyId').pop() ?? 'id';
}

/** What a page declares is known when it runs: the compiler cannot check its names. */
function asOperation(id: string): OperationId {
  return id as OperationId;
}

/** All that a record has, by the contract of the operation that answers it; identifiers are for programs. */
function RecordFacts({ id, record }: { id: string; record: Entry }) {
  const fields = Object.entries(recordSchema(asOperation(id)).properties ?? {})
    .filter(([name, schema]) => !resolved(schema)['x-id'] && name !== 'version')
    .map(([name]) => name);
  const columns = readyColumns(asOperation(id), fields as never[]);
  return <Facts rows={columns.map((column) => [column.label, column.show(record as never) as ComponentChildren])} />;
}

/** The declared acts on one record, each with the form of its operation. */
function Acts({ page, id }: { page: DeclaredPage; id: string }) {
  const [act, setAct] = useState('');
  const allowed = (page.actions ?? []).filter((one) => may(asOperation(one)));
  return (
    <>
      <div class="acts">
        {allowed.map((one) => (
          <Button key={one} aria-expanded={act === one} onClick={() => setAct(act === one ? '' : one)}>
            {summaryOf(one)}
          </Button>
        ))}
      </div>
      {act && (
        <ActForm
          key={act + id}
          operation={asOperation(act)}
          path={{ [idName(act)]: id }}
          label={summaryOf(act)}
          danger={routeOf(act)?.[0] === 'DELETE'}
          done={() => {
            setAct('');
            notify(t('done', { act: summaryOf(act) }));
            void changed();
          }}
        />
      )}
    </>
  );
}

/** A list that a plugin declares, drawn from the contract of its operation. */
export function DeclaredList({ page, pages, title }: { page: DeclaredPage; pages: readonly DeclaredPage[]; title: string }) {
  const address = useAddress();
  const id = page.operation ?? '';
  const lacking = missing(asOperation(id));
  if (lacking) {
    return <NotAvailable missing={lacking} />;
  }
  const record = pages.find((one) => one.kind === 'record' && one.route.startsWith(`${page.route}/`));
  const closeCreate = () => address.set({ create: undefined });
  const create = page.create && may(asOperation(page.create)) && (
    <Button kind="primary" onClick={() => address.set({ create: '1', open: undefined })}>
      {summaryOf(page.create)}
    </Button>
  );
  return (
    <Page title={title} acts={create}>
      <List
        operation={asOperation(id)}
        title={title}
        columns={(page.columns ?? []) as never[]}
        {...(page.filters ? { filters: page.filters } : {})}
        about={operation(id)?.description?.split('\n')[0] ?? title}
        act={create}
        {...(record ? { route: (row: unknown) => record.route.replace('{id}', String((row as Entry).id)) } : {})}
        panel={(opened, close, row) => (
          <SidePanel title={title} close={close}>
            {row && <RecordFacts id={id} record={row as Entry} />}
            <Acts page={page} id={opened} />
          </SidePanel>
        )}
      />
      {address.query['create'] && page.create && (
        <CreateDialog operation={page.create} close={closeCreate} />
      )}
    </Page>
  );
}

function CreateDialog({ operation: id, close }: { operation: string; close: () => void }) {
  return (
    <Dialog title={summaryOf(id)} close={close}>
      <ActForm
        operation={asOperation(id)}
        label={summaryOf(id)}
        done={() => {
          notify(t('done', { act: summaryOf(id) }));
          void changed();
          close();
        }}
      />
    </Dialog>
  );
}

/** A record that a plugin declares. */
export function DeclaredRecord({ page, title, id }: { page: DeclaredPage; title: string; id: string }) {
  const read = page.operation ?? '';
  const lacking = missing(asOperation(read));
  const answer = useAnswer(asOperation(read), lacking ? null : { path: { [idName(read)]: id } });
  if (lacking) {
    return <NotAvailable missing={lacking} />;
  }
  return (
    <Page title={title}>
      <Shown read={answer}>
        {(record) => (
          <>
            <RecordFacts id={read} record={record as unknown as Entry} />
            <Acts page={page} id={id} />
          </>
        )}
      </Shown>
    </Page>
  );
}
