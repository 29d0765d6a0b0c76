import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { notify } from '../../../parts/notices';
import type { Answer } from '../../../data/call';

const t = texts({
  en: { create: 'New wallet', edit: 'Edit {name}', save: 'Save {name}', created: '{name} is created.', saved: '{name} is saved.' },
  fr: { create: 'Nouveau portefeuille', edit: 'Modifier {name}', save: 'Enregistrer {name}', created: '{name} est créé.', saved: '{name} est enregistré.' },
  de: { create: 'Neues Konto', edit: '{name} bearbeiten', save: '{name} speichern', created: '{name} ist angelegt.', saved: '{name} ist gespeichert.' },
});

export type Wallet = Answer<'listWallets'>[number];

const Editable = ['name', 'businessUnitId', 'iban', 'bic', 'provider', 'accountNumber', 'allowNegative', 'requireSession', 'isDefault', 'archived'] as const;
const New = ['name', 'kind', 'currency', 'openingBalance', 'date', 'iban', 'bic', 'provider', 'accountNumber', 'businessUnitId', 'allowNegative', 'requireSession', 'isDefault'];

export function NewWallet({ close }: { close: () => void }) {
  return (
    <SidePanel title={t('create')} close={close}>
      <ActForm
        operation="createWallet"
        only={New}
        initial={{ allowNegative: true }}
        label={t('create')}
        done={(wallet) => {
          void changed('listWallets', 'readSummary');
          notify(t('created', { name: wallet.name }));
          close();
        }}
      />
    </SidePanel>
  );
}

/** An emptied field clears the value; a field that was not touched is not sent. */
function changesOf(wallet: Wallet, body: Record<string, unknown>): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const name of Editable) {
    const value = body[name] ?? null;
    if (value !== wallet[name]) {
      changes[name] = value;
    }
  }
  return changes;
}

export function EditWallet({ wallet, close }: { wallet: Wallet; close: () => void }) {
  return (
    <SidePanel title={t('edit', { name: wallet.name })} close={close}>
      <ActForm
        operation="updateWallet"
        path={{ walletId: wallet.id }}
        version={wallet.version}
        only={Editable}
        initial={Object.fromEntries(Editable.map((name) => [name, wallet[name] ?? '']))}
        adjust={(body) => changesOf(wallet, body)}
        label={t('save', { name: wallet.name })}
        done={(saved) => {
          void changed('listWallets', 'readSummary');
          notify(t('saved', { name: saved.name }));
          close();
        }}
      />
    </SidePanel>
  );
}
