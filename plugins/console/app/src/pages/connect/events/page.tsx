import { Page } from '../../../shell/page';

export default function Stub() {
  return <Page title="pages/connect/events/page">…</Page>;
}
