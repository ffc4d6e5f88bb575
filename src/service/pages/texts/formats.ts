import { countedMax } from '../../../text/counted.ts'

/** How a language writes what is no text: numbers, moments, lists. */
export interface Formats {
  /** For `Intl`. */
  readonly locale: string
  number(value: number): string
  /** A number that counting may have stopped at: `1,000+`. */
  counted(value: number): string
  /** In UTC, which it says: `2026-04-30 15:05 UTC`. Forms, files and commands write days in the same way, in every language. */
  moment(date: Date): string
  /** A day in UTC: `2026-04-30`. */
  day(date: Date): string
  /** `A, B and C`. */
  list(parts: readonly string[]): string
  /** The words for a number of things: `one` for 1, `many` for every other number, where the language has two. */
  count(value: number, one: string, many: string): string
  /** The same for a number that counting may have stopped at: `more than 1,000 findings`. */
  countCounted(value: number, one: string, many: string): string
}

/** @param moreThan the words for it */
export function createFormats(locale: string, moreThan: string): Formats {
  const numbers = new Intl.NumberFormat(locale)
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  const plurals = new Intl.PluralRules(locale)
  const count: Formats['count'] = (value, one, many) =>
    `${numbers.format(value)} ${plurals.select(value) === 'one' ? one : many}`
  return {
    locale,
    number: (value) => numbers.format(value),
    counted: (value) => (value > countedMax ? `${numbers.format(countedMax)}+` : numbers.format(value)),
    moment: (date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    day: (date) => date.toISOString().slice(0, 10),
    list: (parts) => lists.format(parts),
    count,
    countCounted: (value, one, many) =>
      value > countedMax ? `${moreThan} ${numbers.format(countedMax)} ${many}` : count(value, one, many),
  }
}
