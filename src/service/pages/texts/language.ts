import type { Language } from '../../records/appearances.ts'

/** The languages of the pages, by their own names. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }
