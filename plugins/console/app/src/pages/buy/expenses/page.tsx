import { Page } from '../../../shell/page';

export default function Stub() {
  return <Page title="pages/buy/expenses/page">…</Page>;
}
