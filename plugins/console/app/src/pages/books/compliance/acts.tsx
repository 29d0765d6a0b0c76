import { useState } from 'preact/hooks';
import { call, newKey, type Body } from '../../../data/call';
import { asProblem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { notify } from '../../../parts/notices';
import type { Regime } from './regime';

const t = texts({
  en: { enable: 'Enable', disable: 'Disable', toTest: 'To the test mode', toProduction: 'To production', enabled: '{name} is enabled.', disabled: '{name} is disabled.', mode: 'The mode of {name} is changed.', productionIs: 'From now on documents are real for the authority: what is submitted or sealed cannot be taken back.', productionAct: 'Put {name} into production', disableIs: 'Nothing is submitted or sealed by this regime any more. Where the law wants it, your documents are no longer in order.', disableAct: 'Disable {name}' },
  fr: { enable: 'Activer', disable: 'Désactiver', toTest: 'Passer en test', toProduction: 'Passer en production', enabled: '{name} est activé.', disabled: '{name} est désactivé.', mode: 'Le mode de {name} est changé.', productionIs: 'Dès maintenant les documents sont réels pour l’administration : ce qui est envoyé ou scellé ne peut pas être repris.', productionAct: 'Mettre {name} en production', disableIs: 'Ce régime n’envoie et ne scelle plus rien. Là où la loi l’exige, vos documents ne sont plus en règle.', disableAct: 'Désactiver {name}' },
  de: { enable: 'Einschalten', disable: 'Ausschalten', toTest: 'In den Testmodus', toProduction: 'In den Echtbetrieb', enabled: '{name} ist eingeschaltet.', disabled: '{name} ist ausgeschaltet.', mode: 'Der Modus von {name} ist geändert.', productionIs: 'Ab jetzt sind Belege für die Behörde echt: Was übermittelt oder versiegelt ist, kann nicht zurückgenommen werden.', productionAct: '{name} in den Echtbetrieb nehmen', disableIs: 'Dieses Regime übermittelt und versiegelt nichts mehr. Wo das Gesetz es verlangt, sind Ihre Belege nicht mehr in Ordnung.', disableAct: '{name} ausschalten' },
});

/** Enabling, disabling and the mode of a regime. */
export function RegimeActs({ regime }: { regime: Regime }) {
  const [intent, setIntent] = useState(newKey);
  const { name } = regime;
  const change = async (body: Body<'changeRegime'>, said: string) => {
    try {
      await call('changeRegime', { path: { regime: regime.regime }, body, key: intent });
      notify(said);
    } catch (error) {
      notify(sentence(asProblem(error)), { failed: true });
    }
    setIntent(newKey());
    void changed('readFiscal', 'listJournal');
  };
  const production = async () => {
    if (await confirm(t('productionIs'), t('productionAct', { name }))) {
      await change({ mode: 'production' }, t('mode', { name }));
    }
  };
  const disable = async () => {
    if (await confirm(t('disableIs'), t('disableAct', { name }))) {
      await change({ enabled: false }, t('disabled', { name }));
    }
  };
  const on = regime.state === 'enabled' || regime.state === 'error';
  return (
    <>
      {regime.mode === 'test' ? (
        <Button kind="danger" onClick={production}>
          {t('toProduction')}
        </Button>
      ) : (
        <Button onClick={() => change({ mode: 'test' }, t('mode', { name }))}>{t('toTest')}</Button>
      )}
      {on ? (
        <Button kind="danger" onClick={disable}>
          {t('disable')}
        </Button>
      ) : (
        <Button kind="primary" onClick={() => change({ enabled: true }, t('enabled', { name }))}>
          {t('enable')}
        </Button>
      )}
    </>
  );
}
