import { useState } from 'preact/hooks';
import { placed } from '../../data/place';
import { useAnswer } from '../../data/query';
import { word } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { Badge } from '../controls';
import { Shown } from '../states';

const t = texts({
  en: { profile: 'Rules', valid: 'Nothing is missing for these rules.', invalid: 'The document does not meet these rules.', rule: 'Rule', severity: 'Severity', field: 'Field', message: 'What is wrong', release: 'EN 16931 release {rules}', error: 'Error', warning: 'Warning' },
  fr: { profile: 'Règles', valid: 'Rien ne manque pour ces règles.', invalid: 'Le document ne respecte pas ces règles.', rule: 'Règle', severity: 'Gravité', field: 'Champ', message: 'Ce qui ne va pas', release: 'EN 16931, version {rules}', error: 'Erreur', warning: 'Avertissement' },
  de: { profile: 'Regeln', valid: 'Für diese Regeln fehlt nichts.', invalid: 'Der Beleg erfüllt diese Regeln nicht.', rule: 'Regel', severity: 'Schwere', field: 'Feld', message: 'Was nicht stimmt', release: 'EN 16931, Ausgabe {rules}', error: 'Fehler', warning: 'Warnung' },
});

const Profiles = ['peppol', 'en16931', 'xrechnung'] as const;

/** Where a field of the report can be mended: at the partner, at the company, or nowhere. */
export function placeOfField(field: string, partnerId: string | null): string | null {
  if (field.startsWith('partner') && partnerId) {
    return `/partners/${partnerId}`;
  }
  return field.startsWith('company') ? '/settings/company' : null;
}

/** What official rules say about the invoice of a sale, before it is sent. */
export function Validation({ saleId, partnerId }: { saleId: string; partnerId: string | null }) {
  const [profile, setProfile] = useState<(typeof Profiles)[number]>('peppol');
  const read = useAnswer('validateInvoice', { path: { saleId }, query: { profile } });
  return (
    <div class="pdf">
      <label>
        {t('profile')}{' '}
        <select value={profile} onChange={(event) => setProfile(event.currentTarget.value as (typeof Profiles)[number])}>
          {Profiles.map((one) => (
            <option key={one} value={one}>
              {word(one)}
            </option>
          ))}
        </select>
      </label>
      <Shown read={read}>
        {(report) => (
          <>
            <p>
              <Badge value={report.valid ? 'accepted' : 'rejected'} /> {report.valid ? t('valid') : t('invalid')}
            </p>
            {report.errors.length > 0 && (
              <div class="scroll">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{t('rule')}</th>
                      <th scope="col">{t('severity')}</th>
                      <th scope="col">{t('field')}</th>
                      <th scope="col">{t('message')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {report.errors.map((error) => {
                      const place = placeOfField(error.field, partnerId);
                      return (
                        <tr key={error.rule + error.field}>
                          <td class="mono">{error.rule}</td>
                          <td>{t(error.severity)}</td>
                          <td>{place ? <a href={placed(place)}>{error.field}</a> : error.field}</td>
                          <td>{error.message}</td>
                        </tr>
                      );
                    })}
                  </tbody>
                </table>
              </div>
            )}
            <small>{t('release', { rules: report.rules })}</small>
          </>
        )}
      </Shown>
    </div>
  );
}
