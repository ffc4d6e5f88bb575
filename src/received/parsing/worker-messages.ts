import type { ReceivedItem } from '../received-item.ts'
import type { ParsedFile } from './parse-file.ts'

/** What the worker says. */
export type FromWorker =
  | { readonly kind: 'items'; readonly items: readonly ReceivedItem[] }
  | { readonly kind: 'end'; readonly file: ParsedFile }
  | { readonly kind: 'failed'; readonly code: string | undefined; readonly message: string }

/** A batch was taken. */
export type ToWorker = 'taken'
