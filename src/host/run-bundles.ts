import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RunResult } from '../define/index.ts'
import { type BundleDraft, beginBundle } from '../evidence/bundle-draft.ts'
import type { KeptExchange } from '../http/exchange.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { FileRecord } from '../workspace/files.ts'
import { fileRecord, keepBytes } from '../workspace/keep-file.ts'
import type { ObjectStore } from '../workspace/objects.ts'

export interface RunBundlesOptions {
  readonly runtime: Runtime
  readonly objects: ObjectStore
  /** Logs why a bundle could not be made. */
  readonly report: (error: unknown, requestId: string) => void
}

export interface RunWithBundle {
  readonly organizationId: string
  /** Under which a failure is logged. */
  readonly requestId: string
}

type Start = Parameters<Runtime['runs']['start']>[0]

/**
 * Signed bundles of runs that keep their exchanges, made when the run has ended and kept among the organization's files,
 * under the id of the run.
 */
export class RunBundles {
  readonly #options: RunBundlesOptions
  readonly #underWay = new Set<string>()

  constructor(options: RunBundlesOptions) {
    this.#options = options
  }

  /** Starts a run whose bundle is made when it ends. @returns the id of the run @throws as `runs.start` */
  async start(request: Start, of: RunWithBundle): Promise<string> {
    const { runtime, report } = this.#options
    const folder = await mkdtemp(join(tmpdir(), 'checkwright-bundle-'))
    const target = join(folder, 'run.zip')
    const leave = () => rm(folder, { recursive: true, force: true })
    try {
      const draft = await beginBundle(target)
      const { id, result } = await runtime.runs.start({ ...request, exchanges: { file: draft.exchangesFile } })
      this.#underWay.add(id)
      const made = result
        .then((run) => this.#keep(run, draft, target, of))
        .catch((error: unknown) => report(error, of.requestId))
        .finally(async () => {
          this.#underWay.delete(id)
          await leave()
        })
      // What is asked of the store has to be done before it is closed.
      void runtime.workspace.track(made)
      return id
    } catch (error) {
      await leave()
      throw error
    }
  }

  /** Whether the bundle of a run is still being made in this process. */
  isUnderWay(runId: string): boolean {
    return this.#underWay.has(runId)
  }

  /** undefined: the run has none. */
  async find(organizationId: string, runId: string): Promise<FileRecord | undefined> {
    const file = await this.#options.runtime.workspace.files.find(runId)
    return file?.organizationId === organizationId ? file : undefined
  }

  /** One exchange of a run that kept its evidence; undefined where there is none of that number. */
  async exchange(organizationId: string, runId: string, number: number): Promise<KeptExchange | undefined> {
    const file = await this.find(organizationId, runId)
    const bytes = file && (await this.#options.objects.get({ organizationId, key: file.objectKey }))
    if (!bytes) return undefined
    const folder = await mkdtemp(join(tmpdir(), 'checkwright-bundle-'))
    try {
      const archive = join(folder, 'run.zip')
      // Entries are found from an archive's end, and objects are read from their start.
      await pipeline(bytes, createWriteStream(archive))
      const { exchangeIn } = await import('../evidence/exchange-in.ts')
      return await exchangeIn(archive, number)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #keep(run: RunResult, draft: BundleDraft, target: string, { organizationId }: RunWithBundle): Promise<void> {
    const { runtime, objects } = this.#options
    const { evidenceUploads, clock } = runtime.workspace
    await draft.finish(run, await runtime.signing.signer())
    const kept = await keepBytes(objects, organizationId, createReadStream(target))
    const facts = { organizationId, name: `run-${run.id}.zip`, type: 'application/zip', userId: null }
    const file = { ...fileRecord(kept, { ...facts, createdAtMs: clock.nowMs() }), id: run.id }
    try {
      await evidenceUploads.insert({ formType: 'run-bundle', file })
    } catch (error) {
      await objects.delete({ organizationId, key: kept.objectKey }).catch(() => undefined)
      throw error
    }
  }
}
