import { Page } from '../../../shell/page';

export default function Stub() {
  return <Page title="pages/money/till-sessions/page">…</Page>;
}
