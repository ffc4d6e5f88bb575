/** A table as both kinds of database have it. Names are those of the database. */
export interface TableShape {
  readonly name: string
  /** Without columns that the database computes. */
  readonly columns: readonly string[]
  /** Tables whose rows have to be there first. */
  readonly references: readonly string[]
}

/** The version of the tables, and objects, which each kind of store keeps in its own way. */
const ownTables = new Set(['migrations', 'objects', 'object_chunks'])

/** Tables with rows to keep, each after those that it refers to. */
export function sortTables(shapes: readonly TableShape[]): readonly TableShape[] {
  const waiting = new Map(shapes.filter(({ name }) => !ownTables.has(name)).map((shape) => [shape.name, shape]))
  const sorted: TableShape[] = []
  const add = (shape: TableShape) => {
    if (!waiting.delete(shape.name)) return
    for (const name of shape.references) {
      const before = waiting.get(name)
      if (before) add(before)
    }
    sorted.push(shape)
  }
  for (const shape of [...waiting.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) add(shape)
  return sorted
}

/** For SQL. Names come from the database's own catalogue or were found in it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
