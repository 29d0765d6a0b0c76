import { placed } from '../data/place';
import { useAnswer } from '../data/query';
import { useChoice } from './lookup';

/** Items whose names are read at once; those beyond are read one by one. */
const Many = '500';

/** The name of an item in a list of things that only name it by its identifier. */
export function ItemName({ id }: { id: string }) {
  const many = useAnswer('listItems', { query: { limit: Many } });
  const known = many.data?.find((item) => item.id === id)?.name;
  const single = useChoice('itm', known === undefined && many.data ? id : null);
  return <>{known ?? single?.label ?? ''}</>;
}

/** The name of an item as a link to its page. */
export function ItemLink({ id }: { id: string }) {
  return (
    <a href={placed(`/items/${id}`)} onClick={(event) => event.stopPropagation()}>
      <ItemName id={id} />
    </a>
  );
}

/** The name of a place. */
export function PlaceName({ id }: { id: string | null }) {
  return <>{useChoice('loc', id)?.label ?? ''}</>;
}
