import { createFormats } from '../../../service/pages/texts/formats.ts'

export const format = createFormats('en-GB', 'more than')
