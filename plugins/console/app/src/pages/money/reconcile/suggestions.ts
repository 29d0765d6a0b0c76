import type { Answer } from '../../../data/call';

export type Suggestion = Answer<'suggestMatches'>[number];

/** Score from which Enter takes the first suggestion without it being chosen. */
const Sure = 0.95;
/** How many hundredths the first must be ahead of the second to be clearly the first. */
const Ahead = 5;
/** Score from which lines are offered to be accepted together. */
const VerySure = 0.98;

/** May the first suggestion be taken without having been chosen? */
export function decisive(suggestions: readonly Suggestion[]): boolean {
  const [first, second] = suggestions;
  return first !== undefined && first.score >= Sure && (!second || Math.round((first.score - second.score) * 100) >= Ahead);
}

export function verySure(suggestions: readonly Suggestion[]): boolean {
  return decisive(suggestions) && suggestions[0]!.score >= VerySure;
}

/** What the documents of a suggestion leave of a line. */
export function leftBy(line: { amount: number }, suggestion: Suggestion): number {
  const sign = line.amount < 0 ? -1 : 1;
  const sum = suggestion.matches.reduce((total, match) => total + Math.abs(match.amount) * sign, 0);
  return line.amount - sum - (suggestion.writeOff?.amount ?? 0);
}
