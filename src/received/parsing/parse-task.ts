import type { ReceivedFormatId, ReceivedItem } from '../received-item.ts'
import type { ParsedFile } from './parse-file.ts'

export interface ParseTask {
  readonly path: string
  /** @default it is found */
  readonly format: ReceivedFormatId | undefined
}

/** The items of a file in batches, and what the file is at its end. */
export type ParseMessage =
  | { readonly kind: 'items'; readonly items: readonly ReceivedItem[] }
  | { readonly kind: 'file'; readonly file: ParsedFile }
