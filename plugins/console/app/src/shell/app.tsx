import { LocationProvider, Route, Router, useRoute } from 'preact-iso';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../data/address';
import { call } from '../data/call';
import { company, membership, readCompany } from '../data/company';
import { readContract } from '../data/contract';
import { companyId } from '../data/place';
import { readPreferences } from '../data/preferences';
import { asProblem, type Problem } from '../data/problem';
import { memberships, person, takeOver, token } from '../data/session';
import { readCatalogue } from '../i18n/catalogue';
import { speak } from '../i18n/texts';
import { lazily } from '../parts/lazily';
import { Failure, Loading, NotAvailable } from '../parts/states';
import { Boundary } from './boundary';
import { Frame } from './frame';
import { readManifest } from './manifest';
import { available, entries, missingFor, type Entry } from './navigation';

// Most companies have no page of a plugin: its lists and forms come with the first one.
const PluginPage = lazily(() => import('./plugin-page'));
const Login = lazily(() => import('../pages/person/login/page'));
const Companies = lazily(() => import('../pages/person/companies/page'));
const Me = lazily(() => import('../pages/person/me/page'));
const Forgot = lazily(() => import('../pages/person/forgot/page'));
const SignUp = lazily(() => import('../pages/person/signup/page'));

/** Sends to another address, without a step for Back. */
function Redirect({ to }: { to: string }) {
  const address = useAddress();
  useEffect(() => address.go(to, true), [to]);
  return null;
}

/** An entry's page when it is available here, else why it is not. */
function guarded(entry: Entry, load: () => Promise<{ default: ComponentType }>) {
  const Page = lazily(load);
  return () => {
    const lacking = missingFor(entry);
    return lacking ? <NotAvailable missing={lacking} /> : <Page />;
  };
}

const pages = entries.flatMap((entry) => {
  const own = entry.route === '/' ? '' : entry.route;
  const below = Object.entries(entry.below ?? {}).map(([rest, load]) => ({ path: own + rest, page: guarded(entry, load) }));
  return [{ path: own || '/', page: guarded(entry, entry.page) }, ...below];
});

/** Home of a person who may not see it: the first page that is there. */
function Home() {
  const first = available()[0];
  return first && first.route !== '/' ? <Redirect to={`/console/c/${companyId.value}${first.route}`} /> : null;
}

function Pages() {
  return (
    <Router>
      {pages.map(({ path, page }) =>
        path === '/' && available()[0]?.route !== '/' ? (
          <Route key={path} path="/" component={Home} />
        ) : (
          <Route key={path} path={path} component={page} />
        ),
      )}
      <Route default component={PluginPage} />
    </Router>
  );
}

/** Everything below a company: who the person is there and what the company has is known first. */
function CompanyArea() {
  const { params } = useRoute();
  const id = params['companyId'] ?? '';
  const [problem, setProblem] = useState<Problem | null>(null);
  const [ready, setReady] = useState('');
  useEffect(() => {
    setProblem(null);
    if (companyId.value !== id) {
      companyId.value = id;
      company.value = null;
    }
    Promise.all([readCompany(), readContract(), readManifest(), readCatalogue()])
      .then(() => setReady(id))
      .catch((error: unknown) => setProblem(asProblem(error)));
  }, [id]);
  if (problem) {
    return <Failure problem={problem} again={() => location.reload()} />;
  }
  if (!membership.value || ready !== id) {
    return <Loading rows={6} />;
  }
  return (
    <Frame>
      <Boundary>
        <Pages />
      </Boundary>
    </Frame>
  );
}

/** What needs a session: without one, first to the log-in. */
function Inside({ children: page }: { children: ComponentType }) {
  const address = useAddress();
  const [known, setKnown] = useState(person.value !== null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const begin = async () => {
      await takeOver();
      if (token.value) {
        const me = await call('readMe');
        person.value = me.user;
        memberships.value = me.companies;
        speak(me.user.language);
        await readPreferences();
      }
      setKnown(true);
    };
    begin().catch((error: unknown) => {
      const found = asProblem(error);
      if (found.status === 401) {
        setKnown(true);
      } else {
        setProblem(found);
      }
    });
  }, []);
  if (problem) {
    return <Failure problem={problem} again={() => location.reload()} />;
  }
  if (!known) {
    return <Loading rows={6} />;
  }
  if (!token.value) {
    const here = location.pathname + location.search;
    return <Redirect to={here.startsWith('/console/') && here !== '/console/' ? `/console/login?next=${encodeURIComponent(here)}` : '/console/login'} />;
  }
  const Page = page;
  return <Page key={address.path.split('/').slice(0, 4).join('/')} />;
}

function Start() {
  const only = memberships.value.length === 1 ? memberships.value[0] : undefined;
  return <Redirect to={only ? `/console/c/${only.id}` : '/console/companies'} />;
}

const inside = (page: ComponentType) => () => <Inside>{page}</Inside>;
const areas = { start: inside(Start), companies: inside(Companies), me: inside(Me), company: inside(CompanyArea) };

export function App() {
  return (
    <LocationProvider scope="/console">
      <Router>
        <Route path="/console" component={areas.start} />
        <Route path="/console/login" component={Login} />
        <Route path="/console/forgot" component={Forgot} />
        <Route path="/console/signup" component={SignUp} />
        <Route path="/console/companies" component={areas.companies} />
        <Route path="/console/me" component={areas.me} />
        <Route path="/console/c/:companyId" component={areas.company} />
        <Route path="/console/c/:companyId/*" component={areas.company} />
        <Route default component={areas.start} />
      </Router>
    </LocationProvider>
  );
}
