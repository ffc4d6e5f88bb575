import type { Kind } from './value.ts'

/** What is known of a value before there is one: from a description of the vendor's, or from a declaration. */
export interface Shape {
  /** Kinds that it may have. @default any */
  readonly kinds?: readonly Kind[] | undefined
  /** Members of an object. Read when somebody asks, because descriptions nest endlessly. */
  readonly members?: ReadonlyMap<string, () => Shape> | undefined
  /** It has no other members than these. @default false */
  readonly isClosed?: boolean | undefined
  /** The items of a list. */
  readonly item?: (() => Shape) | undefined
}

/** Nothing is known. */
export const anyShape: Shape = {}

export const booleanShape: Shape = { kinds: ['boolean'] }
export const numberShape: Shape = { kinds: ['number'] }
export const textShape: Shape = { kinds: ['text'] }

/** Whether a value of this shape may be of one of these kinds. */
export function mayBe({ kinds }: Shape, ...wanted: readonly Kind[]): boolean {
  return kinds === undefined || kinds.some((kind) => wanted.includes(kind))
}
