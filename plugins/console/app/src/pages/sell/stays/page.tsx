import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { Dialog, SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { List } from '../../../parts/list/list';
import { notify } from '../../../parts/notices';
import { Page } from '../../../shell/page';
import { today, plusDays } from '../../../i18n/dates';
import { StayPanel } from './panel';

const t = texts({
  en: {
    title: 'Stays', about: 'Bookings of rooms, cabins or pitches: who comes, who is there, and what is invoiced at the end.',
    book: 'Book a stay', booked: '{unit} is booked.', arrivals: 'Arrivals today', there: 'In the house', all: 'All',
  },
  fr: {
    title: 'Séjours', about: 'Réservations de chambres, gîtes ou emplacements : qui arrive, qui est là et ce qui est facturé au départ.',
    book: 'Réserver un séjour', booked: '{unit} est réservé.', arrivals: 'Arrivées du jour', there: 'Présents', all: 'Tous',
  },
  de: {
    title: 'Aufenthalte', about: 'Buchungen von Zimmern, Hütten oder Stellplätzen: wer kommt, wer da ist und was am Ende berechnet wird.',
    book: 'Aufenthalt buchen', booked: '{unit} ist gebucht.', arrivals: 'Heutige Anreisen', there: 'Im Haus', all: 'Alle',
  },
});

/** The lists that a reception opens most. */
function Shortcuts() {
  const address = useAddress();
  const show = (query: Record<string, string>) => address.set({ status: undefined, from: undefined, to: undefined, ...query });
  return (
    <div class="acts">
      <Button kind="quiet" onClick={() => show({ status: 'booked', from: today(), to: today() })}>
        {t('arrivals')}
      </Button>
      <Button kind="quiet" onClick={() => show({ status: 'checked_in' })}>
        {t('there')}
      </Button>
      <Button kind="quiet" onClick={() => show({})}>
        {t('all')}
      </Button>
    </div>
  );
}

function Booking({ close }: { close: () => void }) {
  return (
    <Dialog title={t('book')} close={close}>
      <ActForm
        operation="bookStay"
        only={['unit', 'partnerId', 'arrival', 'departure', 'guests', 'itemId', 'unitPrice', 'note']}
        initial={{ arrival: today(), departure: plusDays(today(), 1) }}
        label={t('book')}
        done={(stay) => {
          notify(t('booked', { unit: stay.unit }));
          void changed('listStays');
          close();
        }}
      />
    </Dialog>
  );
}

export default function Stays() {
  const address = useAddress();
  const create = may('bookStay') && (
    <Button kind="primary" onClick={() => address.set({ create: '1', open: undefined })}>
      {t('book')}
    </Button>
  );
  return (
    <Page title={t('title')} acts={create}>
      <Shortcuts />
      <List
        operation="listStays"
        title={t('title')}
        columns={['unit', 'partner', 'arrival', 'departure', 'nights', 'guests', 'status']}
        panel={(id, close, stay) => (
          <SidePanel title={stay ? [stay.unit, stay.partner?.name].filter(Boolean).join(' · ') : id} close={close}>
            {stay && <StayPanel key={stay.id} stay={stay} />}
          </SidePanel>
        )}
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/stays', body: { unit: '12', arrival: today(), departure: plusDays(today(), 2), unitPrice: 80 } }}
      />
      {address.query['create'] && <Booking close={() => address.set({ create: undefined })} />}
    </Page>
  );
}
