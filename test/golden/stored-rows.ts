import { DatabaseSync } from 'node:sqlite'

/** The rows of a table of a SQLite file, each as one line of JSON with its members by name; bytes are base64url. */
export function readRows(file: string, table: string): string {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db
      .prepare(`select * from "${table}" order by rowid`)
      .all()
      .map((row) => `${JSON.stringify(Object.fromEntries(Object.entries(row).map(toText).sort(byName)))}\n`)
      .join('')
  } finally {
    db.close()
  }
}

function toText([name, value]: [string, unknown]): [string, unknown] {
  return [name, value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : value]
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}
