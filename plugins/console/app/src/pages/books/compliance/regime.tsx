import { Page } from '../../../shell/page';

export default function Stub() {
  return <Page title="pages/books/compliance/regime">…</Page>;
}
