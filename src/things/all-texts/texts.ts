import type { en } from './en.ts'

/** Everything that the pages say: the members of the English catalogue, in any language. */
export type Texts = typeof en
