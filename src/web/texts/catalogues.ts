import { de } from './de/index.ts'
import { en } from './en/index.ts'
import type { Language } from './language.ts'
import type { Texts } from './texts.ts'

export const catalogues: Readonly<Record<Language, Texts>> = { en, de }
