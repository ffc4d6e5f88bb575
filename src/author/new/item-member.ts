import type { ValueType } from '../../descriptions/schema.ts'

/** A member of a list's items that a check reads. */
export interface ItemMember {
  readonly name: string
  readonly type: ValueType
  /** Whether it may be missing or null, if the description has that. */
  readonly isOptional: boolean
  readonly isNullable: boolean
  /** The member that contains it, if that is not the item itself. */
  readonly within?: Omit<ItemMember, 'type' | 'within'> | undefined
}
