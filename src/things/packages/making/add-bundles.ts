import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StoreError } from '../../../errors/index.ts'
import { openEdition } from '../../../evidence/bundle/bundle-edition.ts'
import type { BasisBundle, DayVerdict, PackagedBundle } from '../../../evidence/package/package-content.ts'
import type { PackageDraft } from '../../../evidence/package/package-draft.ts'
import type { PackageBundleFile } from '../../../evidence/package/package-file.ts'
import type { TempFolder } from '../../../http/files/temp-folder.ts'
import type { FileRecord } from '../../../service/files/files.ts'
import { toOutcomesFileId } from '../../access-reviews/outcomes-file.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { DayCheck } from './judge-days.ts'
import type { PackageOrder } from './package-order.ts'

interface BundlePlaces {
  readonly draft: PackageDraft
  readonly folder: TempFolder
  /** The end of the period, epoch ms. */
  readonly toMs: number
}

interface ReviewBundles extends PackagedBundle {
  readonly outcomes?: PackagedBundle | undefined
}

/** Adds the bundle of each run and access review to a package where it is first named. */
export class BundleAdder {
  readonly #runtime: Runtime
  readonly #order: PackageOrder
  readonly #places: BundlePlaces
  readonly #runs = new Map<string, PackagedBundle>()
  readonly #reviews = new Map<string, ReviewBundles>()

  constructor(runtime: Runtime, order: PackageOrder, places: BundlePlaces) {
    this.#runtime = runtime
    this.#order = order
    this.#places = places
  }

  /** Runs that are in the store. */
  get runIds(): readonly string[] {
    return [...this.#runs.keys()]
  }

  /** The verdict as it stands in a package. @throws StoreError `STORE_CORRUPT` for evidence that was altered */
  async describe({
    state,
    because,
    status,
    runId,
    reviewId,
    taskId,
    at,
    results,
    judged,
    isDeleted,
    basis,
  }: DayCheck): Promise<DayVerdict> {
    return {
      state,
      because,
      status,
      taskId,
      at,
      results,
      judged,
      runId,
      reviewId,
      ...(await this.#addEvidence(runId, reviewId, isDeleted)),
      basis: basis && basis.length > 0 ? await this.#addAll(basis) : undefined,
    }
  }

  async #addEvidence(
    runId: string | undefined,
    reviewId: string | undefined,
    isDeleted = false,
  ): Promise<Partial<ReviewBundles> | undefined> {
    if (reviewId !== undefined) return this.#addReview(reviewId)
    if (runId === undefined) return undefined
    return isDeleted ? { evidence: 'deleted' } : this.addRun(runId)
  }

  async #addAll(basis: NonNullable<DayCheck['basis']>): Promise<readonly BasisBundle[]> {
    const added: BasisBundle[] = []
    for (const of of basis)
      added.push({ ...of, ...('runId' in of ? await this.addRun(of.runId) : await this.#addReview(of.reviewId)) })
    return added
  }

  /** @throws StoreError `STORE_CORRUPT` for evidence that was altered */
  async addRun(runId: string): Promise<PackagedBundle> {
    const { organizationId } = this.#order
    const found = this.#runs.get(runId) ?? (await this.#add(`runs/${runId}.zip`, await this.#find(runId)))
    const isDeleted =
      found.evidence === 'not kept' && (await this.#runtime.packages.hadEvidence({ organizationId, runId }))
    const bundle: PackagedBundle = isDeleted ? { evidence: 'deleted' } : found
    this.#runs.set(runId, bundle)
    return bundle
  }

  async #addReview(reviewId: string): Promise<ReviewBundles> {
    const before = this.#reviews.get(reviewId)
    if (before) return before
    const bundle = await this.#add(`reviews/${reviewId}.zip`, await this.#find(reviewId))
    const later = await this.#find(toOutcomesFileId(reviewId))
    // Somebody who knows of a time alone does not see what was signed later.
    const isKnown = this.#order.knownFromMs === undefined || (later?.createdAtMs ?? 0) <= this.#places.toMs
    const outcomes = later && (await this.#add(`reviews/${reviewId}-outcomes.zip`, isKnown ? later : undefined))
    const added = { ...bundle, outcomes }
    this.#reviews.set(reviewId, added)
    return added
  }

  async #find(id: string): Promise<FileRecord | undefined> {
    const file = await this.#runtime.workspace.files.find(id)
    return file?.organizationId === this.#order.organizationId ? file : undefined
  }

  async #add(name: PackageBundleFile, file: FileRecord | undefined): Promise<PackagedBundle> {
    if (!file) return { evidence: 'not kept' }
    const { organizationId, mayReadPeople = true } = this.#order
    const bytes = await this.#runtime.workspace.objects.get({ organizationId, key: file.objectKey })
    if (!bytes) return { evidence: 'deleted' }
    if (mayReadPeople) {
      const { sha256 } = await this.#places.draft.add(name, bytes)
      if (sha256 !== file.sha256)
        throw new StoreError(`The evidence ${file.id} was altered in the store. Restore it from a backup.`, {
          code: 'STORE_CORRUPT',
        })
      return { evidence: 'kept', digest: sha256 }
    }
    // Entries of an archive are found from its end, but objects are read from their start.
    const copy = join(this.#places.folder.path, 'bundle.zip')
    await pipeline(bytes, createWriteStream(copy))
    const edition = await openEdition(copy)
    try {
      const { sha256 } = await this.#places.draft.add(name, edition.bytes)
      return { evidence: 'kept', digest: sha256 }
    } finally {
      await edition.close()
    }
  }
}
