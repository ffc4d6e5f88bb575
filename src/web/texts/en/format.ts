import { createFormats } from '../formats.ts'

export const format = createFormats('en-GB', 'more than')
