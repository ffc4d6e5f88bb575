import type { ObjectStore } from '../../../service/files/objects.ts'
import type { TableShape } from './table-shape.ts'

/** A store at one moment, while others go on writing to it. */
export interface BackupSource {
  /** Its name in messages. */
  readonly where: string
  /** Version of its tables. */
  readonly schema: number
  readonly tables: readonly TableShape[]
  /** The values of a table's columns, some rows at once. */
  readRows(table: TableShape): AsyncIterable<readonly (readonly unknown[])[]>
  readonly objects: ObjectStore
  close(): Promise<void>
}
