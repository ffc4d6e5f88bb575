import { createFormats } from '../../../service/pages/texts/formats.ts'

export const format = createFormats('de-DE', 'mehr als')
