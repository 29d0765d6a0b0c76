import { useAddress } from '../../../data/address';
import type { Row } from '../../../data/call';
import { may } from '../../../data/company';
import { changed, useAnswer } from '../../../data/query';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button, Section } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { notify } from '../../../parts/notices';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';

const t = texts({
  en: { title: 'Units and places', units: 'Business units', places: 'Places of stock', newUnit: 'New unit', newPlace: 'New place', name: 'Name', code: 'Code', city: 'City', kind: 'Kind', unit: 'Unit', edit: 'Change', save: 'Save', saved: '{name} is saved.', archived: 'Show archived', none: 'None.' },
  fr: { title: 'Établissements et lieux', units: 'Établissements', places: 'Lieux de stock', newUnit: 'Nouvel établissement', newPlace: 'Nouveau lieu', name: 'Nom', code: 'Code', city: 'Ville', kind: 'Genre', unit: 'Établissement', edit: 'Modifier', save: 'Enregistrer', saved: '{name} est enregistré.', archived: 'Afficher les archivés', none: 'Aucun.' },
  de: { title: 'Standorte und Lager', units: 'Standorte', places: 'Lagerorte', newUnit: 'Neuer Standort', newPlace: 'Neuer Lagerort', name: 'Name', code: 'Kürzel', city: 'Ort', kind: 'Art', unit: 'Standort', edit: 'Ändern', save: 'Speichern', saved: '{name} ist gespeichert.', archived: 'Archivierte zeigen', none: 'Keine.' },
});

type Unit = Row<'listBusinessUnits'>;
type Place = Row<'listLocations'>;

/** Where the company works, and where its goods are. */
export default function Units() {
  const address = useAddress();
  const archived = address.query['archived'] === '1';
  const query = { limit: '500', ...(archived ? { archived: 'true' } : {}) };
  const units = useAnswer('listBusinessUnits', { query });
  const all = useAnswer('listBusinessUnits', { query: { limit: '500' } });
  const places = useAnswer('listLocations', may('listLocations') ? { query } : null);
  const open = address.query['open'] ?? '';
  const close = () => address.set({ open: undefined });
  const unit = units.data?.find((one) => one.id === open);
  const place = places.data?.find((one) => one.id === open);
  const nameOf = (id: string) => all.data?.find((one) => one.id === id)?.name ?? id;
  const toggle = (
    <label class="check">
      <input type="checkbox" checked={archived} onChange={(event) => address.set({ archived: event.currentTarget.checked ? '1' : undefined }, true)} />
      {t('archived')}
    </label>
  );
  const create = (what: 'unit' | 'place') => <Button onClick={() => address.set({ open: what })}>{t(what === 'unit' ? 'newUnit' : 'newPlace')}</Button>;
  return (
    <Page title={t('title')} acts={toggle}>
      <div class="list">
        <div class="list-main scroll">
          <Section title={t('units')} acts={may('createBusinessUnit') && create('unit')}>
            <Shown read={units}>{(rows) => <Rows heads={['name', 'code', 'city']} rows={rows.map((one) => ({ id: one.id, cells: [one.name, one.code, one.address?.city ?? ''] }))} open={(id) => address.set({ open: id }, open !== '')} />}</Shown>
          </Section>
          {may('listLocations') && (
            <Section title={t('places')} acts={may('createLocation') && create('place')}>
              <Shown read={places}>{(rows) => <Rows heads={['name', 'kind', 'unit']} rows={rows.map((one) => ({ id: one.id, cells: [one.name, word(one.kind), nameOf(one.businessUnitId)] }))} open={(id) => address.set({ open: id }, open !== '')} />}</Shown>
            </Section>
          )}
        </div>
        {(open === 'unit' || unit) && <UnitPanel key={unit?.version ?? 0} unit={unit} close={close} />}
        {(open === 'place' || place) && <PlacePanel key={place?.version ?? 0} place={place} close={close} />}
      </div>
    </Page>
  );
}

function Rows({ heads, rows, open }: { heads: ('name' | 'code' | 'city' | 'kind' | 'unit')[]; rows: { id: string; cells: string[] }[]; open: (id: string) => void }) {
  if (rows.length === 0) {
    return <p>{t('none')}</p>;
  }
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {row.cells.map((cell, index) => (
              <td key={index}>
                {index === 0 ? (
                  <Button kind="quiet" aria-label={`${t('edit')}: ${cell}`} onClick={() => open(row.id)}>
                    {cell}
                  </Button>
                ) : (
                  cell
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function saved(close: () => void) {
  return (record: { name: string }) => {
    notify(t('saved', { name: record.name }));
    void changed('listBusinessUnits', 'listLocations');
    close();
  };
}

function UnitPanel({ unit, close }: { unit: Unit | undefined; close: () => void }) {
  const fields = ['name', 'code', 'address', 'defaultLocationId', 'defaultWalletId'];
  return (
    <SidePanel title={unit?.name ?? t('newUnit')} close={close}>
      {unit ? (
        <ActForm operation="updateBusinessUnit" path={{ businessUnitId: unit.id }} version={unit.version} initial={pick(unit, [...fields, 'archived'])} only={[...fields, 'archived']} label={t('save')} done={saved(close)} />
      ) : (
        <ActForm operation="createBusinessUnit" only={fields} label={t('newUnit')} done={saved(close)} />
      )}
    </SidePanel>
  );
}

function PlacePanel({ place, close }: { place: Place | undefined; close: () => void }) {
  const fields = ['name', 'kind', 'businessUnitId'];
  return (
    <SidePanel title={place?.name ?? t('newPlace')} close={close}>
      {place ? (
        <ActForm operation="updateLocation" path={{ locationId: place.id }} version={place.version} initial={pick(place, [...fields, 'archived'])} only={[...fields, 'archived']} label={t('save')} done={saved(close)} />
      ) : (
        <ActForm operation="createLocation" only={fields} label={t('newPlace')} done={saved(close)} />
      )}
    </SidePanel>
  );
}

function pick(record: object, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, (record as Record<string, unknown>)[name]]));
}
