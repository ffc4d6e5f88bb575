import { CheckError } from '../../errors/index.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import type { Pieces } from '../define/inputs.ts'
import type { StoredLink } from '../define/stored-link.ts'

/**
 * Records with their links, as `join` makes one of each. Both come in the order of ids, so that a piece of each is in memory at a time.
 * @throws CheckError `CROSS_CHECK_INPUT_INVALID` where one of them is in another order: links would be missed in silence
 */
export async function* joinLinks<Joined>(
  records: Pieces<StoredRecord>,
  links: Pieces<StoredLink>,
  join: (record: StoredRecord, link: StoredLink | undefined) => Joined,
): AsyncGenerator<readonly Joined[], void, undefined> {
  const rest = Symbol.asyncIterator in links ? links[Symbol.asyncIterator]() : links[Symbol.iterator]()
  let piece: readonly StoredLink[] = []
  let at = 0
  let lastLinkId: string | undefined
  let lastId: string | undefined
  const takePiece = async () => {
    const next = await rest.next()
    piece = next.done ? [] : next.value
    at = 0
    for (const { recordId } of piece) {
      if (lastLinkId !== undefined && recordId <= lastLinkId) throw createOrderError('link', recordId)
      lastLinkId = recordId
    }
    return !next.done
  }
  try {
    let hasLinks = await takePiece()
    for await (const each of records) {
      const joined: Joined[] = []
      for (const record of each) {
        const { id } = record
        if (lastId !== undefined && id <= lastId) throw createOrderError('record', id)
        lastId = id
        while (hasLinks) {
          const link = piece[at]
          if (link && link.recordId >= id) break
          if (link) at++
          else hasLinks = await takePiece()
        }
        const link = piece[at]
        joined.push(join(record, link?.recordId === id ? link : undefined))
      }
      yield joined
    }
  } finally {
    await rest.return?.()
  }
}

function createOrderError(what: string, id: string): CheckError {
  return new CheckError(`The ${what}s of a cross-check are not in the order of their ids, each once: "${id}".`, {
    code: 'CROSS_CHECK_INPUT_INVALID',
  })
}
