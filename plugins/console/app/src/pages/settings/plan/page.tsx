import { useAnswer } from '../../../data/query';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Facts } from '../../../parts/controls';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';

const t = texts({
  en: { title: 'Plan', plan: 'Plan', what: 'What', used: 'Used', allowed: 'Allowed', unlimited: 'no limit', share: 'Share', full: 'full' },
  fr: { title: 'Forfait', plan: 'Forfait', what: 'Quoi', used: 'Utilisé', allowed: 'Permis', unlimited: 'sans limite', share: 'Part', full: 'plein' },
  de: { title: 'Tarif', plan: 'Tarif', what: 'Was', used: 'Benutzt', allowed: 'Erlaubt', unlimited: 'unbegrenzt', share: 'Anteil', full: 'voll' },
});

/** What the plan allows, and how much of it is used. */
export default function Plan() {
  const read = useAnswer('readPlan');
  return (
    <Page title={t('title')}>
      <Shown read={read} rows={8}>
        {({ plan, limits }) => (
          <>
            <Facts rows={[[t('plan'), word(plan)]]} />
            <div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('what')}</th>
                    <th scope="col" class="right">
                      {t('used')}
                    </th>
                    <th scope="col" class="right">
                      {t('allowed')}
                    </th>
                    <th scope="col">{t('share')}</th>
                  </tr>
                </thead>
                <tbody>
                  {limits.map((one) => (
                    <tr key={one.key}>
                      <td>{word(one.key)}</td>
                      <td class="right">{one.used}</td>
                      <td class="right">{one.allowed < 0 ? t('unlimited') : one.allowed}</td>
                      <td>
                        {one.allowed > 0 && <meter min={0} max={one.allowed} high={one.allowed * 0.8} optimum={0} value={one.used} aria-label={word(one.key)} />}
                        {one.allowed >= 0 && one.used >= one.allowed && <span class="badge bad">{t('full')}</span>}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Shown>
    </Page>
  );
}
