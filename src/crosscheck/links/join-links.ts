import { CheckError } from '../../errors/index.ts'
import type { KeptRecord } from '../../inventory/parse-record.ts'
import type { StoredLink } from './stored-link.ts'

export interface LinkedRecord {
  readonly record: KeptRecord
  readonly link: StoredLink | undefined
}

/**
 * Records with their links. Both come in the order of ids, so that one of each is in memory at a time.
 * @throws CheckError `CROSS_CHECK_INPUT_INVALID` where one of them is in another order: links would be missed in silence
 */
export async function* joinLinks(
  records: AsyncIterable<KeptRecord> | Iterable<KeptRecord>,
  links: AsyncIterable<StoredLink> | Iterable<StoredLink>,
): AsyncGenerator<LinkedRecord, void, undefined> {
  const rest = Symbol.asyncIterator in links ? links[Symbol.asyncIterator]() : links[Symbol.iterator]()
  const take = async (before: StoredLink | undefined) => {
    const next = await rest.next()
    const link = next.done ? undefined : next.value
    if (before && link && link.recordId <= before.recordId) throw createOrderError('link', link.recordId)
    return link
  }
  try {
    let link = await take(undefined)
    let lastId: string | undefined
    for await (const record of records) {
      const { id } = record
      if (lastId !== undefined && id <= lastId) throw createOrderError('record', id)
      lastId = id
      while (link && link.recordId < id) link = await take(link)
      yield { record, link: link?.recordId === id ? link : undefined }
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
