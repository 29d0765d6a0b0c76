import { placed } from '../data/place';

/** Where the record behind an identifier is shown, by the prefix of the identifier. */
const Places: Record<string, (id: string) => string> = {
  sal: (id) => `/sales/${id}`,
  pur: (id) => `/purchases/${id}`,
  cnt: (id) => `/stock/counts/${id}`,
  str: (id) => `/stock/transfers?open=${id}`,
  sin: (id) => `/supplier-invoices?open=${id}`,
};

/** A link to the document that something comes from; plain text when it has no page. */
export function DocumentLink({ id, label }: { id: string; label: string }) {
  const place = Places[id.slice(0, 3)];
  return place ? (
    <a href={placed(place(id))} onClick={(event) => event.stopPropagation()}>
      {label}
    </a>
  ) : (
    <>{label}</>
  );
}
