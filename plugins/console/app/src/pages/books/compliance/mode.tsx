import { texts } from '../../../i18n/texts';

const t = texts({ en: { test: 'TEST', production: 'Production' }, fr: { test: 'TEST', production: 'Production' }, de: { test: 'TEST', production: 'Echtbetrieb' } });

/** Whether documents count: the test mode is said loudly. */
export function Mode({ mode }: { mode: 'test' | 'production' }) {
  return <span class={`badge ${mode === 'test' ? 'test' : 'none'}`}>{t(mode)}</span>;
}
