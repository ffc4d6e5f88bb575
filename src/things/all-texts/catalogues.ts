import type { Language } from '../../service/records/appearances.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import type { Texts } from './texts.ts'

export const catalogues: Readonly<Record<Language, Texts>> = { en, de }
