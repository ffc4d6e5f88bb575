import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ExchangeRecord } from '../../../http/exchanges/exchange.ts'
import { openTempFolder } from '../../../http/files/temp-folder.ts'
import type { StoredRecord } from '../../../inventory/stored-record.ts'
import type { FileRecord } from '../../../service/files/files.ts'
import type { HasWorkspace, Workspace } from '../../runtime/workspace.ts'
import { createDigestCheck } from '../answers/file-response.ts'

/** Signed bundles of runs that kept their exchanges: files of the organization, under the id of the run. */
export class RunBundles {
  readonly #workspace: Workspace

  constructor({ workspace }: HasWorkspace) {
    this.#workspace = workspace
  }

  /** undefined: the run has no bundle. */
  async find(organizationId: string, runId: string): Promise<FileRecord | undefined> {
    const file = await this.#workspace.files.find(runId)
    return file?.organizationId === organizationId ? file : undefined
  }

  /** Its bytes, which are in the runtime's file storage, even if the host has its own. */
  bytes({ organizationId, objectKey: key }: FileRecord): Promise<ReadableStream<Uint8Array> | undefined> {
    return this.#workspace.objects.get({ organizationId, key })
  }

  /**
   * The edition without inventories and what they were read from; undefined if its bytes are gone.
   * @throws StoreError `STORE_CORRUPT` if they were altered in the store
   */
  async edition(file: FileRecord): Promise<ReadableStream<Uint8Array> | undefined> {
    const copy = await this.#copy(file)
    if (!copy) return undefined
    try {
      const { openEdition } = await import('../../../evidence/bundle/bundle-edition.ts')
      const edition = await openEdition(copy.archive)
      return streamBytes(edition.bytes, async () => {
        await edition.close()
        await copy.remove()
      })
    } catch (error) {
      await copy.remove()
      throw error
    }
  }

  /** One exchange of a run that kept its evidence; undefined if there is no such number. */
  async exchange(organizationId: string, runId: string, number: number): Promise<ExchangeRecord | undefined> {
    const { readExchangeOfBundle } = await import('../../../evidence/replay/exchange-in.ts')
    return this.#read(organizationId, runId, (archive) => readExchangeOfBundle(archive, number))
  }

  /** One record of a list that a run has read and kept; undefined if it is not there. */
  async record(
    organizationId: string,
    runId: string,
    of: { readonly list: string; readonly connectionId: string; readonly id: string },
  ): Promise<StoredRecord | undefined> {
    const { readRecordOfBundle } = await import('../../../evidence/replay/record-in.ts')
    return this.#read(organizationId, runId, (archive) => readRecordOfBundle(archive, of))
  }

  async #read<Part>(
    organizationId: string,
    runId: string,
    read: (archive: string) => Promise<Part>,
  ): Promise<Part | undefined> {
    const file = await this.find(organizationId, runId)
    const copy = file && (await this.#copy(file))
    if (!copy) return undefined
    try {
      return await read(copy.archive)
    } finally {
      await copy.remove()
    }
  }

  /** Entries of an archive are found from its end, but objects are read from their start. */
  async #copy(file: FileRecord): Promise<{ readonly archive: string; remove(): Promise<void> } | undefined> {
    const bytes = await this.bytes(file)
    if (!bytes) return undefined
    const folder = await openTempFolder('bundle')
    const archive = join(folder.path, 'run.zip')
    try {
      await pipeline(bytes.pipeThrough(createDigestCheck(file.sha256)), createWriteStream(archive))
      return { archive, remove: () => folder.remove() }
    } catch (error) {
      await folder.remove()
      throw error
    }
  }
}

/** @param end is called once, however the reading ends */
function streamBytes(bytes: AsyncIterable<Uint8Array>, end: () => Promise<void>): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (!done) return controller.enqueue(value)
        await end()
        controller.close()
      } catch (error) {
        await end()
        throw error
      }
    },
    cancel: async () => {
      await iterator.return?.()
      await end()
    },
  })
}
