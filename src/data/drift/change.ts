import type { DescriptionNode } from '../../descriptions/description-node.ts'

export type ChangeKind = keyof typeof levels

/** What a check makes of a change: it no longer can tell, or it may meet what it does not know. */
export type ChangeLevel = 'breaks' | 'bends'

const levels = {
  /** The operation or member is gone. */
  removed: 'breaks',
  /** It is somewhere else. */
  moved: 'breaks',
  /** It has another type. */
  retyped: 'breaks',
  /** A parameter is demanded that is not sent. */
  'parameter-required': 'breaks',
  /** A parameter that is sent is gone. */
  'parameter-removed': 'breaks',
  /** The host or the path before all operations is another one. */
  'server-moved': 'breaks',
  /** The scheme of signing in is another one. */
  'sign-in-changed': 'breaks',
  /** A scope is needed that was not. */
  'scope-added': 'breaks',
  /** A parameter that is sent takes other values. */
  'parameter-changed': 'bends',
  deprecated: 'bends',
  'word-added': 'bends',
  'word-removed': 'bends',
  /** The description no longer says which words there are. */
  'words-open': 'bends',
  'null-added': 'bends',
  /** It may now be absent. */
  'promise-dropped': 'bends',
  'format-changed': 'bends',
  /** The description no longer says what the value is. */
  'type-dropped': 'bends',
  'paging-changed': 'bends',
} as const satisfies Readonly<Record<string, ChangeLevel>>

/** What a new description says differently of something that a connector relies on. */
export interface DescriptionChange {
  readonly kind: ChangeKind
  /** `GET /users` */
  readonly operation: string
  /** Steps to the member of the answer; undefined for the operation itself. */
  readonly member?: readonly string[]
  /** The rest of a sentence about the operation or the member. */
  readonly message: string
  /** Where it stood, and where it stands now or would have to. */
  readonly before: DescriptionNode
  readonly after: DescriptionNode | undefined
}

/** A change of an operation, which whoever compares operations names. */
export type OperationChange = Omit<DescriptionChange, 'operation'>

export function readLevel(kind: ChangeKind): ChangeLevel {
  return levels[kind]
}

/** Texts in quotes, as many as a line takes. */
export function quoteWords(words: readonly unknown[]): string {
  const shown = words.slice(0, 5).map((word) => JSON.stringify(word))
  return words.length > shown.length ? `${shown.join(', ')} and ${words.length - shown.length} more` : shown.join(', ')
}
