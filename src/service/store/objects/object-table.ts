import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { StoreError } from '../../../errors/index.ts'
import type { ObjectRef, ObjectStore } from '../../files/objects.ts'
import { ofOrganization } from '../sql/of-organization.ts'
import type { Schema } from '../sql/tables.ts'
import { runInTransaction } from '../sql/transaction.ts'

/** Bytes of one statement, and in memory at once. */
const chunkBytes = 256 * 1024
/** No upload takes that long. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

/**
 * Objects in the database, for machines that share it and no folder. In chunks, each with its own statement, because a
 * transaction around them would hold a connection as long as a slow client needs. An object exists when its last chunk
 * is written.
 */
export function createObjectTable(db: Kysely<Schema>): ObjectStore {
  const find = ({ organizationId, key }: ObjectRef) =>
    ofOrganization(db, organizationId)
      .selectFrom('objects')
      .select('id')
      .where('id', '=', key)
      .where('complete', '=', 1)
      .executeTakeFirst()
  let isSwept = false
  return {
    async put({ organizationId, bytes }) {
      if (!isSwept) void sweepObjectTable(db).catch(() => undefined)
      isSwept = true
      const id = randomUUID()
      await db.insertInto('objects').values({ id, organizationId, createdAtMs: Date.now(), complete: 0 }).execute()
      try {
        let position = 0
        for await (const chunk of splitIntoChunks(bytes))
          await db.insertInto('objectChunks').values({ objectId: id, position: position++, bytes: chunk }).execute()
        await db.updateTable('objects').set({ complete: 1 }).where('id', '=', id).execute()
        return { key: id }
      } catch (error) {
        // If that fails too, the next sweep does it.
        await deleteObjects(db, [id]).catch(() => undefined)
        throw error
      }
    },
    async get(ref) {
      if ((await find(ref)) === undefined) return undefined
      let position = 0
      return new ReadableStream({
        async pull(controller) {
          const chunk = await findChunk(db, ref.key, position++)
          if (chunk !== undefined) return controller.enqueue(chunk)
          // If an object is deleted during reading, the missing rest must not look like its end.
          if ((await find(ref)) !== undefined) return controller.close()
          throw new StoreError('Somebody deleted the file while it was read.', { code: 'NOT_FOUND' })
        },
      })
    },
    async delete(ref) {
      if ((await find(ref)) !== undefined) await deleteObjects(db, [ref.key])
    },
    async sweep(namedOf, { after = '', limit, olderThanMs }) {
      const page = await db
        .selectFrom('objects')
        .select('id')
        .where('id', '>', after)
        .where('createdAtMs', '<', Date.now() - olderThanMs)
        .orderBy('id')
        .limit(limit)
        .execute()
      const named = await namedOf(page.map(({ id }) => id))
      const unnamed = page.find(({ id }) => !named.has(id))
      // One at a time: it may be large.
      if (unnamed) await deleteObjects(db, [unnamed.id])
      const last = unnamed ?? (page.length === limit ? page.at(-1) : undefined)
      return { last: last?.id, gone: unnamed ? 1 : 0 }
    },
  }
}

async function findChunk(db: Kysely<Schema>, objectId: string, position: number): Promise<Uint8Array | undefined> {
  const query = db.selectFrom('objectChunks').select('bytes').where('objectId', '=', objectId)
  return (await query.where('position', '=', position).executeTakeFirst())?.bytes
}

async function* splitIntoChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    for (let start = 0; start < part.length; ) {
      // A copy, because the caller may reuse its memory.
      const piece = new Uint8Array(part.subarray(start, start + chunkBytes - size))
      pieces.push(piece)
      size += piece.length
      start += piece.length
      if (size < chunkBytes) continue
      yield Buffer.concat(pieces)
      pieces = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(pieces)
}

/** Leftovers of processes that ended in the middle of an upload. They only take space, so a failure does not matter. */
async function sweepObjectTable(db: Kysely<Schema>): Promise<void> {
  const abandoned = await db
    .selectFrom('objects')
    .select('id')
    .where('complete', '=', 0)
    .where('createdAtMs', '<', Date.now() - abandonedAfterMs)
    .limit(1000)
    .execute()
  if (abandoned.length > 0)
    await deleteObjects(
      db,
      abandoned.map(({ id }) => id),
    )
}

async function deleteObjects(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await runInTransaction(db, async (tx) => {
    await tx.deleteFrom('objectChunks').where('objectId', 'in', ids).execute()
    await tx.deleteFrom('objects').where('id', 'in', ids).execute()
  })
}
