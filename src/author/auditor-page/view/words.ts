import { auditorPage as german } from '../../../things/all-texts/de/auditor-page.ts'
import { auditorPage as english } from '../../../things/all-texts/en/auditor-page.ts'

/** What the page says, and how its language writes numbers. */
export interface PageWords {
  readonly language: 'en' | 'de'
  readonly texts: typeof english
  number(value: number): string
  /** What a button for more of a long list says. */
  showMore(left: number): string
  /** The word for a status; another text as it is. */
  status(value: string): string
  /** The same for a kind of gap. */
  gapKind(value: string): string
}

export const languages = { en: 'English', de: 'Deutsch' } as const

export function createWords(language: PageWords['language']): PageWords {
  const texts = language === 'de' ? german : english
  const numbers = new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB')
  const statuses = new Map(Object.entries(texts.statuses))
  const gapKinds = new Map(Object.entries(texts.gapKinds))
  return {
    language,
    texts,
    number: (value) => numbers.format(value),
    showMore: (left) => texts.showMore({ count: numbers.format(left) }),
    status: (value) => statuses.get(value) ?? value,
    gapKind: (value) => gapKinds.get(value) ?? value,
  }
}
