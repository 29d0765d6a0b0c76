/** A budget as the service answers it. */
export interface Budget {
  category: string;
  amount: number;
  spent: number;
  remaining: number;
}

/** What is typed per category, as texts. */
export type Drafts = Record<string, string>;

/** The month before or after another one, such as `2026-11`. */
export function monthBeside(period: string, by: number): string {
  const [year, month] = period.split('-').map(Number) as [number, number];
  const months = year * 12 + (month - 1) + by;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** The last day of a month, such as `2026-11-30`. */
export function lastDay(period: string): string {
  const next = new Date(`${monthBeside(period, 1)}-01T12:00:00Z`);
  next.setUTCDate(0);
  return next.toISOString().slice(0, 10);
}

/** Categories to be shown: those that can have a budget, and those that have one although they were removed. */
export function rowsOf(categories: readonly { key: string; direction: string }[], budgets: readonly Budget[]): string[] {
  const keys = categories.filter((one) => one.direction !== 'in').map((one) => one.key);
  return [...keys, ...budgets.map((one) => one.category).filter((key) => !keys.includes(key))];
}

/** How much of a budget is spent, from 0 to 100. */
export function spentShare(budget: Budget): number {
  if (budget.amount <= 0) {
    return budget.spent > 0 ? 100 : 0;
  }
  return Math.max(0, Math.min(100, Number((BigInt(budget.spent) * 100n) / BigInt(budget.amount))));
}

export interface Typed {
  budgets: { category: string; amount: string }[];
  /** Categories whose text is no amount. */
  wrong: string[];
}

/** The budgets of a month as typed; an empty text is no budget. */
export function typed(drafts: Drafts, parse: (text: string) => string | null): Typed {
  const result: Typed = { budgets: [], wrong: [] };
  for (const [category, text] of Object.entries(drafts)) {
    if (text.trim() === '') {
      continue;
    }
    const amount = parse(text);
    if (amount === null || amount.startsWith('-')) {
      result.wrong.push(category);
    } else {
      result.budgets.push({ category, amount });
    }
  }
  return result;
}
