import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { KeptExchange } from '../http/kept/exchange.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { FileRecord } from '../workspace/files.ts'

/** Signed bundles of runs that kept their exchanges: files of the organization, under the id of the run. */
export class RunBundles {
  readonly #workspace: Runtime['workspace']

  constructor({ workspace }: Pick<Runtime, 'workspace'>) {
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

  /** One exchange of a run that kept its evidence; undefined if there is no such number. */
  async exchange(organizationId: string, runId: string, number: number): Promise<KeptExchange | undefined> {
    const file = await this.find(organizationId, runId)
    const bytes = file && (await this.bytes(file))
    if (!bytes) return undefined
    const folder = await mkdtemp(join(tmpdir(), 'checkwright-bundle-'))
    try {
      const archive = join(folder, 'run.zip')
      // Entries of an archive are found from its end, but objects are read from their start.
      await pipeline(bytes, createWriteStream(archive))
      const { readExchangeOfBundle } = await import('../evidence/replay/exchange-in.ts')
      return await readExchangeOfBundle(archive, number)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
