import type { Language } from '../../service/pages/texts/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import type { Texts } from './texts.ts'

export const catalogues: Readonly<Record<Language, Texts>> = { en, de }
