/** How late an amount is: the columns of a report by age. */
export const Buckets = ['notDue', 'days1to30', 'days31to60', 'days61to90', 'over90'] as const;
export type Bucket = (typeof Buckets)[number];

const Day = 86_400_000;

/** What is still owed on one document. */
export interface Owed {
  id: string;
  number: string;
  dueDate: string | null;
  balance: number;
}

export interface AgeingRow {
  partnerId: string | null;
  partnerName: string | null;
  currency: string;
  total: number;
  notDue: number;
  days1to30: number;
  days31to60: number;
  days61to90: number;
  over90: number;
  documents: readonly Owed[];
}

/** The column of a document at a day. */
export function bucketOf(dueDate: string | null, at: string): Bucket {
  const late = dueDate === null ? 0 : Math.round((Date.parse(at) - Date.parse(dueDate)) / Day);
  if (late <= 0) {
    return 'notDue';
  }
  return late <= 30 ? 'days1to30' : late <= 60 ? 'days31to60' : late <= 90 ? 'days61to90' : 'over90';
}

/** The documents behind a cell; without a column those of the whole row. */
export function behind(row: AgeingRow, bucket: Bucket | 'total', at: string): Owed[] {
  return row.documents.filter((one) => bucket === 'total' || bucketOf(one.dueDate, at) === bucket);
}

/** A row is known by its partner and currency. */
export function rowKey(row: Pick<AgeingRow, 'partnerId' | 'currency'>): string {
  return `${row.partnerId ?? ''}.${row.currency}`;
}

export type Sums = Record<Bucket | 'total', number>;

/** Sums of the columns by currency: minor units of different currencies are never added. */
export function sumsOf(rows: readonly AgeingRow[]): [string, Sums][] {
  const sums = new Map<string, Sums>();
  for (const row of rows) {
    const sum = sums.get(row.currency) ?? { notDue: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0, total: 0 };
    for (const column of [...Buckets, 'total'] as const) {
      sum[column] += row[column];
    }
    sums.set(row.currency, sum);
  }
  return [...sums];
}
