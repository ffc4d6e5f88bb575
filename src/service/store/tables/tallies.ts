import type { Insertable, Kysely } from 'kysely'
import type { RunStatus } from '../../../define/index.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import { ofOrganization } from '../sql/of-organization.ts'
import { type Placeholders, prepareRows } from '../sql/prepare-statement.ts'
import type { Schema } from '../sql/tables.ts'
import { runInTransaction } from '../sql/transaction.ts'

/** How many connections, and how many of their checks by status. */
export interface CheckTally {
  readonly connections: number
  readonly pass: number
  readonly fail: number
  readonly manual: number
  readonly notApplicable: number
  readonly error: number
}

const members = [
  'connections',
  'pass',
  'fail',
  'manual',
  'notApplicable',
  'error',
] as const satisfies readonly (keyof CheckTally)[]

/** Of the newest outcomes of all checks, without those of disconnected connections. */
export const nowBucket = 'now'

/** Of the connections in each state. */
export const stateBuckets = openBuckets('state')

/** Of the connections of each connector, without disconnected ones. */
export const connectorBuckets = openBuckets('connector')

export function openBuckets(kind: string) {
  return {
    name: (member: string) => `${kind} ${member}`,
    read: (bucket: string) => bucket.slice(kind.length + 1),
    // What follows a blank.
    span: { from: `${kind} `, to: `${kind}!` },
  }
}

export const noTally: CheckTally = { connections: 0, pass: 0, fail: 0, manual: 0, notApplicable: 0, error: 0 }

/** @param connections 1, or 0 for cross-checks, which are of all of them */
export function tallyStatuses(statuses: Iterable<RunStatus>, connections: 0 | 1): CheckTally {
  const counts = { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0, running: 0, cancelled: 0 }
  for (const status of statuses) counts[status]++
  const { pass, fail, manual, not_applicable: notApplicable, error } = counts
  return { connections, pass, fail, manual, notApplicable, error }
}

/** What a connection adds to `nowBucket`. */
export function tallyOutcomes(outcomes: readonly { readonly status: RunStatus }[], connections: 0 | 1): CheckTally {
  const statuses = outcomes.map(({ status }) => status)
  return tallyStatuses(statuses, statuses.length > 0 ? connections : 0)
}

/**
 * Changes of an organization's numbers by bucket: a named one, or a day, which has how its numbers differ from those of the day before. Rows are only ever added, so that runs that end at once never
 * wait for one another.
 */
export class TallyChanges {
  readonly #changes = new Map<string, CheckTally>()

  add(bucket: string, tally: CheckTally, times: 1 | -1 = 1): this {
    this.#changes.set(bucket, addTallies(this.read(bucket), tally, times))
    return this
  }

  read(bucket: string): CheckTally {
    return this.#changes.get(bucket) ?? noTally
  }

  append(tx: Kysely<Schema>, organizationId: string): Promise<void> {
    return insertTallies(tx, organizationId, this.#changes)
  }
}

function addTallies(one: CheckTally, other: CheckTally, times: 1 | -1 = 1): CheckTally {
  const sum = (member: keyof CheckTally) => one[member] + times * other[member]
  return {
    connections: sum('connections'),
    pass: sum('pass'),
    fail: sum('fail'),
    manual: sum('manual'),
    notApplicable: sum('notApplicable'),
    error: sum('error'),
  }
}

/** Rows that were added since they were summed up last: more take longer to read than to sum up. */
const looseMax = 1_000

/** The numbers of some buckets in their order. @param of.from the first one, @param of.to the last one */
export async function readTallies(
  db: Kysely<Schema>,
  { organizationId, from, to }: { readonly organizationId: string; readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, CheckTally>> {
  const rows = await ofOrganization(db, organizationId)
    .selectFrom('trendTallies')
    .select(({ fn }) => ['bucket', fn.countAll<Sum>().as('rows')])
    .select(({ fn }) => members.map((member) => fn.sum<Sum>(member).as(member)))
    .where('bucket', '>=', from)
    .where('bucket', '<=', to)
    .groupBy('bucket')
    .orderBy('bucket')
    .execute()
  const loose = rows.reduce((sum, row) => sum + Number(row.rows) - 1, 0)
  if (loose > looseMax) await foldTallies(db, organizationId)
  return new Map(
    rows.map(({ bucket, rows: _, ...sums }) => [
      bucket,
      {
        connections: Number(sums.connections),
        pass: Number(sums.pass),
        fail: Number(sums.fail),
        manual: Number(sums.manual),
        notApplicable: Number(sums.notApplicable),
        error: Number(sums.error),
      },
    ]),
  )
}

type Sum = number | string | bigint

const foldedBuckets = 20

/** Sums up the rows of an organization, so that there is one for each bucket again. */
export async function foldTallies(db: Kysely<Schema>, organizationId: string): Promise<void> {
  const loose = await ofOrganization(db, organizationId)
    .selectFrom('trendTallies')
    .select('bucket')
    .groupBy('bucket')
    .having(({ fn, eb }) => eb(fn.countAll<number>(), '>', 1))
    .execute()
  for (let from = 0; from < loose.length; from += foldedBuckets) {
    const buckets = loose.slice(from, from + foldedBuckets).map(({ bucket }) => bucket)
    await runInTransaction(db, (tx) => foldBuckets(tx, organizationId, buckets))
  }
}

/** Two that do it at once share the rows among them. */
async function foldBuckets(tx: Kysely<Schema>, organizationId: string, buckets: readonly string[]): Promise<void> {
  const rows = await ofOrganization(tx, organizationId)
    .deleteFrom('trendTallies')
    .where('bucket', 'in', buckets)
    .returning(['bucket', ...members])
    .execute()
  const sums = new Map<string, CheckTally>()
  for (const { bucket, ...tally } of rows) sums.set(bucket, addTallies(sums.get(bucket) ?? noTally, tally))
  await insertTallies(tx, organizationId, sums)
}

async function insertTallies(
  tx: Kysely<Schema>,
  organizationId: string,
  tallies: ReadonlyMap<string, CheckTally>,
): Promise<void> {
  const changed = [...tallies].filter(([, tally]) => members.some((member) => tally[member] !== 0))
  const id = createTimeId()
  for (let from = 0; from < changed.length; from += rowsAtOnce)
    await insertRows(
      tx,
      changed.slice(from, from + rowsAtOnce).map(([bucket, tally]) => ({ organizationId, bucket, id, ...tally })),
    )
}

/** SQLite takes at most 32,766 parameters. */
const rowsAtOnce = 1_000

const insertRows = prepareRows((db, rows: readonly Placeholders<Insertable<Schema['trendTallies']>>[]) =>
  db.insertInto('trendTallies').values(
    rows.map((row) => ({
      organizationId: row('organizationId'),
      bucket: row('bucket'),
      id: row('id'),
      connections: row('connections'),
      pass: row('pass'),
      fail: row('fail'),
      manual: row('manual'),
      notApplicable: row('notApplicable'),
      error: row('error'),
    })),
  ),
)
