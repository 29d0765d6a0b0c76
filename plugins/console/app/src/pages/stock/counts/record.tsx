import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { call, newKey, tryOut } from '../../../data/call';
import { may } from '../../../data/company';
import { asProblem, Problem } from '../../../data/problem';
import { changed, useAnswer, useRead } from '../../../data/query';
import { dateText, instantText } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Button, Facts } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { notify } from '../../../parts/notices';
import { PlaceName } from '../../../parts/record-names';
import { Failure, Shown, Uncertain } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { Differences, type Count } from './differences';
import { NewCount } from './new-count';

const t = texts({
  en: { title: 'Count of {date}', validate: 'Validate the count of {date}', cancel: 'Cancel the count of {date}', ask: 'The stock becomes what was counted. This cannot be undone.', askCancel: 'What was counted is kept, and changes no stock.', validated: 'The count is validated.', cancelled: 'The count is cancelled.', place: 'Place', now: 'Differences to the stock of this moment' },
  fr: { title: 'Inventaire du {date}', validate: 'Valider l’inventaire du {date}', cancel: 'Annuler l’inventaire du {date}', ask: 'Le stock devient ce qui a été compté. C’est irréversible.', askCancel: 'Ce qui a été compté est conservé et ne change aucun stock.', validated: 'L’inventaire est validé.', cancelled: 'L’inventaire est annulé.', place: 'Lieu', now: 'Écarts avec le stock en ce moment' },
  de: { title: 'Inventur vom {date}', validate: 'Inventur vom {date} bestätigen', cancel: 'Inventur vom {date} verwerfen', ask: 'Der Bestand wird, was gezählt wurde. Das lässt sich nicht rückgängig machen.', askCancel: 'Das Gezählte bleibt erhalten und ändert keinen Bestand.', validated: 'Die Inventur ist bestätigt.', cancelled: 'Die Inventur ist verworfen.', place: 'Lager', now: 'Abweichungen zum Bestand in diesem Augenblick' },
});

export default function CountRecord() {
  const id = useRoute().params['id'] ?? '';
  return id === 'new' ? <NewCount /> : <Saved key={id} id={id} />;
}

/** Counts are read as a list: the API has no single one. */
function Saved({ id }: { id: string }) {
  const read = useAnswer('listStockCounts', { query: { include: 'lines', limit: '500' } });
  const count = read.data?.find((one) => one.id === id);
  return (
    <Page title={count ? t('title', { date: dateText(count.date) }) : '…'}>
      <Shown read={read} rows={6}>
        {() => (count ? <Body count={count} /> : <Failure problem={new Problem(404, 'count-not-found')} />)}
      </Shown>
    </Page>
  );
}

function Body({ count }: { count: Count }) {
  const draft = count.status === 'draft' && may('validateStockCount');
  // What validating would do, told by the service without doing it.
  const trial = useRead(['count trial', count.id, count.version], () => tryOut('validateStockCount', { path: { countId: count.id }, body: {} }), draft);
  return (
    <>
      <Facts
        rows={[
          [fieldName('status'), <Badge key="s" value={count.status} />],
          [t('place'), <PlaceName key="p" id={count.locationId} />],
          [fieldName('createdAt'), instantText(count.createdAt)],
          [fieldName('note'), count.note],
        ]}
      />
      {draft && <p class="small">{t('now')}</p>}
      {draft && trial.problem && <Failure problem={trial.problem} again={trial.again} />}
      <Differences lines={trial.data?.result.lines ?? count.lines ?? []} />
      {draft && <Acts count={count} />}
    </>
  );
}

function Acts({ count }: { count: Count }) {
  const [intent, setIntent] = useState<{ operation: 'validateStockCount' | 'cancelStockCount'; key: string } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const date = dateText(count.date);
  const run = async (one: NonNullable<typeof intent>) => {
    setIntent(one);
    setProblem(null);
    try {
      await call(one.operation, { path: { countId: count.id }, body: {}, key: one.key });
      notify(t(one.operation === 'validateStockCount' ? 'validated' : 'cancelled'));
      void changed('listStockCounts', 'listStock', 'listStockMovements', 'listItems', 'getItem');
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const ask = async (operation: 'validateStockCount' | 'cancelStockCount') => {
    const validate = operation === 'validateStockCount';
    if (await confirm(t(validate ? 'ask' : 'askCancel'), t(validate ? 'validate' : 'cancel', { date }), !validate)) {
      await run({ operation, key: newKey() });
    }
  };
  return (
    <>
      {problem && !problem.uncertain && <Failure problem={problem} />}
      {problem?.uncertain && intent && <Uncertain again={() => void run(intent)} />}
      <div class="acts">
        <Button kind="primary" onClick={() => void ask('validateStockCount')}>
          {t('validate', { date })}
        </Button>
        <Button kind="danger" onClick={() => void ask('cancelStockCount')}>
          {t('cancel', { date })}
        </Button>
      </div>
    </>
  );
}
