import type { ThingFields } from './field.ts'
import { type Cell, fieldKinds } from './field-kinds.ts'
import type { ValuesOf } from './field-types.ts'

/** A row as queries give it. PostgreSQL gives large numbers as texts. */
export type Row = Readonly<Record<string, Cell | null | undefined>>

/** How values of fields become a row and a row becomes values. */
export interface RowCodec<Of extends ThingFields> {
  /** The members that are there. */
  toRow(values: Partial<ValuesOf<Of>>): Record<string, Cell | null>
  toValues(row: Row): ValuesOf<Of>
}

export function rowCodec<Of extends ThingFields>(fields: Of): RowCodec<Of> {
  const entries = Object.entries(fields)
  return {
    toRow: (values) => {
      const row: Record<string, Cell | null> = {}
      for (const [name, field] of entries) {
        const value: unknown = values[name]
        if (value !== undefined)
          row[name] = value === null ? null : fieldKinds[field.kind].toCell(field, value as never)
      }
      return row
    },
    toValues: (row) => {
      const read = entries.map(([name, field]) => {
        const cell = row[name] ?? null
        return [name, cell === null ? null : fieldKinds[field.kind].fromCell(field, cell)]
      })
      return Object.fromEntries(read) as ValuesOf<Of>
    },
  }
}
