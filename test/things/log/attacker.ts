import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { computeLeafContent, formatLogRecord } from '../../../src/evidence/log/log-entry.ts'
import { appendLeaves, emptyFrontier, type Hash, hashLeaf } from '../../../src/evidence/log/tree.ts'
import { parseStoreUrl } from '../../../src/service/store/places/store-url.ts'
import { afterFile } from '../../setup/after-file.ts'

export interface AttackedLeaf {
  readonly number: number
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly at_ms: number
  readonly record: string
}

/** Somebody who holds the database and knows how the log is made, and who has not the key. */
export interface Attacker {
  run(...statements: readonly string[]): Promise<void>
  listLeaves(): Promise<readonly AttackedLeaf[]>
  /** SQL that enters something that never happened, from this number on. */
  forge(number: number, count: number): string
  /** Computes everything again that follows from the entries: hashes, subtrees, head. */
  mendTree(): Promise<void>
  /** Everything that the tables of the log say. */
  dump(): Promise<string>
  /** Keeps the log as it is, for `undo`. */
  keep(): Promise<void>
  undo(): Promise<void>
}

const tables = ['log_leaves', 'log_nodes', 'log_heads']

export async function openAttacker(url: string, organizationId: string): Promise<Attacker> {
  const { run, query, close } = await openDatabase(url)
  afterFile(close)
  const listLeaves = async () =>
    (await query(`select * from log_leaves where organization_id = ${quote(organizationId)} order by number`)).map(
      toLeaf,
    )
  return {
    run,
    listLeaves,
    forge: (number, count) =>
      insertLeaves(
        organizationId,
        Array.from({ length: count }, (_, index) => forgeLeaf(number + index)),
      ),
    mendTree: async () => {
      const hashes = (await listLeaves()).map(({ number, record }) => ({ number, hash: hashRecord(record) }))
      const nodes: string[] = []
      const { size, nodes: head } = appendLeaves(
        emptyFrontier,
        hashes.map(({ hash }) => hash),
        (level, position, hash) => {
          if (level % 8 === 0) nodes.push(`(${quote(organizationId)}, ${level}, ${position}, ${quote(toBase64(hash))})`)
        },
      )
      const changes = hashes.map(({ number, hash }) => `when ${number} then ${quote(toBase64(hash))}`)
      await run(
        'delete from log_nodes',
        ...(nodes.length === 0
          ? []
          : [`insert into log_nodes (organization_id, level, position, hash) values ${nodes}`]),
        ...(changes.length === 0 ? [] : [`update log_leaves set hash = case number ${changes.join(' ')} end`]),
        `update log_heads set size = ${size}, nodes = ${quote(head.map(toBase64).join(' '))}`,
      )
    },
    dump: async () => {
      const rows: unknown[] = []
      for (const table of [...tables, 'log_entries']) rows.push(await query(`select * from ${table}`))
      return JSON.stringify(rows)
    },
    keep: () => run(...tables.map((table) => `create table kept_${table} as select * from ${table}`)),
    undo: () =>
      run(...tables.flatMap((table) => [`delete from ${table}`, `insert into ${table} select * from kept_${table}`])),
  }
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function forgeLeaf(number: number): AttackedLeaf {
  const [id, kind, subject, atMs] = [`forged-${number}`, 'waiver.made', `forged-${number}`, 1_000] as const
  const record = formatLogRecord(id, { kind, organizationId: 'any', subject, atMs })
  return { number, id, kind, subject, at_ms: atMs, record }
}

function insertLeaves(organizationId: string, leaves: readonly AttackedLeaf[]): string {
  const rows = leaves.map(({ number, at_ms, ...texts }) => {
    const { id, kind, subject, record } = texts
    const values = [organizationId, id, kind, subject, record, toBase64(hashRecord(record))].map(quote)
    return `(${[...values, number, at_ms].join(', ')})`
  })
  return `insert into log_leaves (organization_id, id, kind, subject, record, hash, number, at_ms) values ${rows.join(', ')}`
}

function hashRecord(record: string): Hash {
  return hashLeaf(computeLeafContent(record))
}

function toBase64(hash: Hash): string {
  return Buffer.from(hash).toString('base64')
}

function toLeaf(row: Readonly<Record<string, unknown>>): AttackedLeaf {
  const text = (name: string) => String(row[name])
  const { number, at_ms } = row
  return {
    number: Number(number),
    at_ms: Number(at_ms),
    id: text('id'),
    kind: text('kind'),
    subject: text('subject'),
    record: text('record'),
  }
}

async function openDatabase(url: string) {
  const location = parseStoreUrl(url)
  if (location.kind === 'postgres') {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return {
      close: () => client.end(),
      query: async (statement: string): Promise<Record<string, unknown>[]> => (await client.query(statement)).rows,
      run: async (...statements: readonly string[]) => {
        await client.query(['begin', ...statements, 'commit'].join(';\n'))
      },
    }
  }
  if (location.kind !== 'sqlite') throw new TypeError('nobody else can open a store in memory')
  const database = new DatabaseSync(location.file)
  database.exec('PRAGMA busy_timeout = 10000')
  return {
    close: async () => database.close(),
    query: async (statement: string): Promise<Record<string, unknown>[]> => database.prepare(statement).all(),
    run: async (...statements: readonly string[]) => {
      database.exec(['begin immediate', ...statements, 'commit'].join(';\n'))
    },
  }
}
