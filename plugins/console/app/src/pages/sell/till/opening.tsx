import { useState } from 'preact/hooks';
import { call } from '../../../data/call';
import { company } from '../../../data/company';
import { exact } from '../../../data/json';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { parseAmount } from '../../../money/parse';
import { Button } from '../../../parts/controls';
import { Refusal } from '../../../parts/form/draft';
import { FormFoot, useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { Count, type CountOf } from './count';
import { denominationsOf } from './basket';
import { resumeTill, session, wallets, type Wallet } from './state';

const t = texts({
  en: { choose: 'Which till?', none: 'This company has no wallet of kind cash. Add one under Wallets.', open: 'Open {till}', isOpen: 'is open', count: 'Count what is in the till', opened: '{till} is open.', other: 'Another till', amount: 'This is not an amount.' },
  fr: { choose: 'Quelle caisse ?', none: 'Cette entreprise n’a pas de portefeuille d’espèces. Ajoutez-en un sous Portefeuilles.', open: 'Ouvrir {till}', isOpen: 'est ouverte', count: 'Comptez ce que contient la caisse', opened: '{till} est ouverte.', other: 'Une autre caisse', amount: 'Ce n’est pas un montant.' },
  de: { choose: 'Welche Kasse?', none: 'Dieses Unternehmen hat kein Konto der Art Bar. Legen Sie eines unter Konten an.', open: '{till} öffnen', isOpen: 'ist offen', count: 'Zählen Sie, was in der Kasse ist', opened: '{till} ist offen.', other: 'Andere Kasse', amount: 'Das ist kein Betrag.' },
});

/** The count as the service takes it: by note and coin, or as one amount. */
export function countBody(currency: string, count: CountOf): { count: { denomination: number; quantity: number }[] } | { amount: number } {
  if (denominationsOf(currency).length > 0) {
    const filled = Object.entries(count.quantities).filter(([, quantity]) => quantity !== '');
    return { count: filled.map(([note, quantity]) => ({ denomination: exact(note), quantity: exact(quantity) })) };
  }
  const digits = parseAmount(count.amount);
  if (digits === null) {
    throw new Refusal({ amount: t('amount') });
  }
  return { amount: exact(digits) };
}

/** Choosing a till, then counting what is in it. One that is open is gone on with. */
export function Opening() {
  const [chosen, choose] = useState<Wallet | null>(null);
  const tills = wallets.value.filter((one) => one.kind === 'cash');
  if (chosen) {
    return <CountOpening till={chosen} back={() => choose(null)} />;
  }
  return (
    <div class="till-middle">
      <h1>{t('choose')}</h1>
      {tills.length === 0 && <p class="notice">{t('none')}</p>}
      {tills.map((one) => (
        <Button key={one.id} onClick={() => (one.openSessionId ? void resumeTill(one) : choose(one))}>
          {one.name} {one.openSessionId ? t('isOpen') : ''}
        </Button>
      ))}
    </div>
  );
}

function CountOpening({ till, back }: { till: Wallet; back: () => void }) {
  const [count, setCount] = useState<CountOf>({ quantities: {}, amount: '' });
  const form = useForm();
  const submit = async () => {
    const opened = await form.submit((key) => {
      const body = countBody(till.currency, count);
      const given = 'count' in body ? (body.count.length > 0 ? body : { openingAmount: exact('0') }) : { openingAmount: body.amount };
      return call('openCashSession', { body: { walletId: till.id, ...given }, key });
    });
    if (opened) {
      await resumeTill({ ...till, openSessionId: opened.id });
      session.value = opened;
      notify(t('opened', { till: till.name }));
      void changed('listWallets', 'listCashSessions');
    }
  };
  return (
    <form
      class="till-middle"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h1>{t('count')}</h1>
      <p class="help">
        {till.name} · {company.value?.name}
      </p>
      <Count currency={till.currency} count={count} set={setCount} />
      {form.wrong.value['amount'] && <p class="wrong" role="alert">{form.wrong.value['amount']}</p>}
      <FormFoot form={form} label={t('open', { till: till.name })} again={submit}>
        <Button onClick={back}>{t('other')}</Button>
      </FormFoot>
    </form>
  );
}
