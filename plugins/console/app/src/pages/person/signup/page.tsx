import { Page } from '../../../shell/page';

export default function Stub() {
  return <Page title="pages/person/signup/page">…</Page>;
}
