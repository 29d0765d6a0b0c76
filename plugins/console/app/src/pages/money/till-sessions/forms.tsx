import { useState } from 'preact/hooks';
import { call, tryOut, type Body, type Row } from '../../../data/call';
import { bodySchema } from '../../../data/contract';
import { exact } from '../../../data/json';
import { changed, useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { confirm, SidePanel } from '../../../parts/dialog';
import { bodyOf } from '../../../parts/form/body';
import { Fields } from '../../../parts/form/fields';
import { ActForm } from '../../../parts/form/act-form';
import { FormFoot, useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { countOf, denominationsOf, whole, type Pieces } from './count';
import { PiecesTable } from './pieces';

const t = texts({
  en: {
    open: 'Open a session', openAct: 'Open the till', opened: 'The session is open.', close: 'Close the session', closeAct: 'Close the session of {wallet}', closed: 'The session is closed; difference {difference}.',
    question: 'Expected {expected}, counted {counted}: difference {difference}. A closed session stays closed.', drawer: 'Open the drawer', drawerDone: 'The opening of the drawer is recorded.', count: 'Enter what you have counted.',
  },
  fr: {
    open: 'Ouvrir une session', openAct: 'Ouvrir la caisse', opened: 'La session est ouverte.', close: 'Clôturer la session', closeAct: 'Clôturer la session de {wallet}', closed: 'La session est clôturée ; écart {difference}.',
    question: 'Attendu {expected}, compté {counted} : écart {difference}. Une session clôturée le reste.', drawer: 'Ouvrir le tiroir', drawerDone: 'L’ouverture du tiroir est notée.', count: 'Saisissez ce que vous avez compté.',
  },
  de: {
    open: 'Sitzung öffnen', openAct: 'Kasse öffnen', opened: 'Die Sitzung ist offen.', close: 'Sitzung schließen', closeAct: 'Sitzung von {wallet} schließen', closed: 'Die Sitzung ist geschlossen; Differenz {difference}.',
    question: 'Erwartet {expected}, gezählt {counted}: Differenz {difference}. Eine geschlossene Sitzung bleibt geschlossen.', drawer: 'Schublade öffnen', drawerDone: 'Das Öffnen der Schublade ist vermerkt.', count: 'Geben Sie ein, was Sie gezählt haben.',
  },
});

export type Session = Row<'listCashSessions'>;
const Affected = ['listCashSessions', 'listWallets', 'listTransactions', 'readSummary'] as const;

/** The counted pieces as a body has them. */
function countBody(pieces: Pieces) {
  return countOf(pieces)?.map(({ denomination, quantity }) => ({ denomination: exact(denomination), quantity })) ?? null;
}

export function OpenSession({ close }: { close: () => void }) {
  const form = useForm();
  const [pieces, setPieces] = useState<Pieces>({});
  const wallets = useAnswer('listWallets', { query: { kind: 'cash', limit: '500' } }).data ?? [];
  const currency = wallets.find((wallet) => wallet.id === form.value('walletId'))?.currency;
  const counting = currency !== undefined && denominationsOf(currency).length > 0;
  return (
    <SidePanel title={t('open')} close={close}>
      <ActForm
        operation="openCashSession"
        form={form}
        only={['walletId', 'openingAmount', 'note']}
        adjust={(body) => ({ ...body, ...(countBody(pieces) ? { count: countBody(pieces) } : {}) })}
        label={t('openAct')}
        done={() => {
          void changed(...Affected);
          notify(t('opened'));
          close();
        }}
      >
        {counting && <PiecesTable currency={currency} pieces={pieces} set={setPieces} />}
      </ActForm>
    </SidePanel>
  );
}

/** Closing is tried out first: the difference is known before the session is closed for good. */
export function CloseSession({ session, wallet, done }: { session: Session; wallet: string; done: () => void }) {
  const form = useForm();
  const [pieces, setPieces] = useState<Pieces>({});
  const [wrong, setWrong] = useState('');
  const schema = bodySchema('closeCashSession');
  const { currency } = session;
  const submit = async () => {
    const count = countBody(pieces);
    if (!whole(pieces) || (!count && !form.value('countedAmount'))) {
      setWrong(t('count'));
      return;
    }
    setWrong('');
    const path = { cashSessionId: session.id };
    const closed = await form.submit(async (key) => {
      const body = { ...bodyOf(schema, form.draft.value), ...(count ? { count } : {}) } as unknown as Body<'closeCashSession'>;
      const { result } = await tryOut('closeCashSession', { path, body });
      const values = { expected: money(result.expectedAmount, currency), counted: money(result.countedAmount, currency), difference: money(result.difference, currency) };
      const sure = await confirm(t('question', values), t('closeAct', { wallet }));
      return sure ? { answer: await call('closeCashSession', { path, body, key }) } : { answer: null };
    });
    if (closed?.answer) {
      void changed(...Affected);
      notify(t('closed', { difference: money(closed.answer.difference, currency) }));
      done();
    }
  };
  return (
    <form
      noValidate
      class="act-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3>{t('close')}</h3>
      {denominationsOf(currency).length > 0 && <PiecesTable currency={currency} pieces={pieces} set={setPieces} />}
      <Fields form={form} schema={schema} only={['countedAmount', 'depositToWalletId', 'leaveAmount', 'note']} />
      {wrong && <p class="wrong" role="alert">{wrong}</p>}
      <FormFoot form={form} label={t('closeAct', { wallet })} danger again={() => void submit()} />
    </form>
  );
}

export function DrawerForm({ session }: { session: Session }) {
  return (
    <details>
      <summary>{t('drawer')}</summary>
      <ActForm operation="openDrawer" path={{ cashSessionId: session.id }} label={t('drawer')} done={() => notify(t('drawerDone'))} />
    </details>
  );
}
