import { createFormats } from '../formats.ts'

export const format = createFormats('de-DE', 'mehr als')
