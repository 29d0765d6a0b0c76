import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../i18n/texts';
import { Button } from './controls';
import { Loading } from './states';

const t = texts({
  en: { gone: 'This part could not be loaded; the service may have been updated.', reload: 'Reload' },
  fr: { gone: 'Cette partie n’a pas pu être chargée ; le service a peut-être été mis à jour.', reload: 'Recharger' },
  de: { gone: 'Dieser Teil konnte nicht geladen werden; vielleicht wurde der Dienst aktualisiert.', reload: 'Neu laden' },
});

/** A component whose code is loaded when it is first shown. */
export function lazily<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazily(props: P) {
    const [Part, setPart] = useState(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (!Part) {
        load().then(
          (module) => {
            loaded = module.default;
            setPart(() => module.default);
          },
          () => setFailed(true),
        );
      }
    }, []);
    if (failed) {
      return (
        <div class="failure" role="alert">
          <p>{t('gone')}</p>
          <Button onClick={() => location.reload()}>{t('reload')}</Button>
        </div>
      );
    }
    return Part ? <Part {...props} /> : <Loading rows={6} />;
  };
}
