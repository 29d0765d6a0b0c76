import { Page } from '../../../shell/page';

export default function Stub() {
  return <Page title="pages/buy/supplier-invoices/page">…</Page>;
}
