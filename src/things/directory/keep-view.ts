import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { SecretPlace } from '../../auth/vault.ts'
import { type StoredView, type ViewPiece, viewPieceMax } from '../../crosscheck/people/people-view-store.ts'
import { StoreError } from '../../errors/index.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { readErrorCodeForLog, type Uses } from '../parts/runtime-parts.ts'
import { buildView, type ViewHead } from './build-view.ts'
import { loadDismissals } from './dismissals.ts'
import { type InputMarks, type InputParts, type LoadedInputs, readInputMarks } from './load-inputs.ts'
import { refreshDepartures, storeLinks } from './refresh-directory.ts'

export type ViewParts = InputParts & Uses<'peopleViews' | 'findings' | 'dismissals', 'clock' | 'logger' | 'unfinished'>

type SealedView = StoredView & { readonly sealedHead: string }

/** A view that can be read. */
export interface OpenView {
  readonly view: SealedView
  /** Whether something has changed since, and a newer one is being put together. */
  readonly isOld: boolean
}

/** Work on a view: putting it together, or storing what follows from it. */
interface Building {
  readonly done: Promise<void>
  /** The end of the time in which readers of an older view wait: once for all, so that nobody who asks twice waits twice. */
  readonly patience: Promise<unknown>
}

/** A view that was put together, and what from. */
interface BuiltView {
  readonly view: StoredView
  readonly loaded: LoadedInputs
}

/** How long the readers of an older view wait for a newer one, from when it was asked for. */
const waitMs = 2_000
/** The same where there is none. An organization of 10,000 people with 20 systems takes longer, and pages say so. */
const firstWaitMs = 5_000
const isLate = Symbol('late')
const hourMs = 3_600_000
/** Of as many organizations; one with 200 systems has some 100 kB. */
const headsMax = 20
/** What fingerprints begin with: change it with the form of views, and those that were put together before are put together anew. */
const form = `marked lines with what waits and domains, ${viewPieceMax} a piece: `

/** Keeps one view for each organization, and puts a new one together when somebody asks and something has changed. */
export class ViewKeeper {
  readonly #parts: ViewParts
  readonly #building = new Map<string, Building>()
  /** By organization: links that follow from its view are being stored. They change nothing that it shows. */
  readonly #linking = new Map<string, Building>()
  readonly #heads = new Map<string, { readonly id: string; readonly head: ViewHead }>()
  /** One at a time: each has a directory in memory. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: ViewParts) {
    this.#parts = parts
  }

  /**
   * @param viewId that of an earlier page: what changed since does not count
   * @throws StoreError `STORE_CONFLICT` where another view took its place
   */
  async open(organizationId: string, viewId?: string): Promise<OpenView> {
    if (viewId !== undefined) {
      const view = await this.#find(organizationId)
      if (view?.id === viewId) return { view, isOld: false }
      throw createBusyError()
    }
    const linking = this.#linking.get(organizationId)
    if (linking && (await Promise.race([linking.done.catch(() => undefined), linking.patience])) === isLate) {
      const view = await this.#find(organizationId)
      if (view) return { view, isOld: false }
    }
    for (let attempt = 1; ; attempt++) {
      const [view, fingerprint] = await Promise.all([this.#find(organizationId), this.#read(organizationId)])
      const isOld = view?.fingerprint !== fingerprint && !this.#linking.has(organizationId)
      if (view && (!isOld || attempt > 1)) return { view, isOld }
      const { done, patience } = this.#build(organizationId)
      if (view) await Promise.race([done.catch(() => undefined), patience])
      else if ((await Promise.race([done, sleep(firstWaitMs)])) === isLate || attempt > 3) throw createFirstError()
    }
  }

  /** What is known of the whole. It is as long as there are systems, and each page needs it, so that the last ones stay open. */
  async openHead(view: SealedView): Promise<ViewHead> {
    const { organizationId, id } = view
    const known = this.#heads.get(organizationId)
    const head =
      known?.id === id
        ? known.head
        : (JSON.parse(await this.#parts.vault.open(toPlace(view, 'head'), view.sealedHead)) as ViewHead)
    // The one that was asked for last is the last of the map.
    this.#heads.delete(organizationId)
    this.#heads.set(organizationId, { id, head })
    const [oldest] = this.#heads.keys()
    if (this.#heads.size > headsMax && oldest !== undefined) this.#heads.delete(oldest)
    return head
  }

  /** undefined also for one that an earlier version has put together in another form. */
  async #find(organizationId: string): Promise<SealedView | undefined> {
    const view = await this.#parts.store.peopleViews.find(organizationId)
    return view?.fingerprint.startsWith(form) ? view : undefined
  }

  async #read(organizationId: string): Promise<string> {
    const nowMs = this.#parts.clock.nowMs()
    return toFingerprint(await readInputMarks(this.#parts, organizationId), nowMs)
  }

  #build(organizationId: string): Building {
    const known = this.#building.get(organizationId)
    if (known) return known
    const done = this.#turn
      .catch(() => undefined)
      .then(() => this.#buildNow(organizationId))
      .then((built) => this.#beginLinks(built))
      .finally(() => this.#building.delete(organizationId))
    const linked = done.then(() => this.#linking.get(organizationId)?.done)
    // Somebody may have gone on with the older one.
    linked.catch((error: unknown) =>
      this.#parts.logger.warn(
        { organizationId, code: readErrorCodeForLog(error) },
        'The view of people cannot be built',
      ),
    )
    this.#turn = linked
    const building = { done, patience: sleep(waitMs) }
    this.#building.set(organizationId, building)
    return building
  }

  async #buildNow(organizationId: string): Promise<BuiltView> {
    const { store, vault, clock } = this.#parts
    const nowMs = clock.nowMs()
    const loaded = await refreshDepartures(this.#parts, organizationId, { nowMs })
    const view: StoredView = {
      id: createTimeId(),
      organizationId,
      fingerprint: toFingerprint(loaded, nowMs),
      builtAtMs: nowMs,
    }
    const build = buildView(loaded, await loadDismissals(this.#parts, organizationId))
    const seal = async function* (): AsyncGenerator<ViewPiece> {
      for await (const { text, ...piece } of build.pieces) {
        // SQLite answers without waiting: others of the process have their turn.
        await setImmediate()
        yield { ...piece, sealed: await vault.seal(toPlace(view, `${piece.list} ${piece.position}`), text) }
      }
    }
    await store.peopleViews.replace(view, seal(), () => vault.seal(toPlace(view, 'head'), JSON.stringify(build.head())))
    return { view, loaded }
  }

  /** Nobody has to wait for the links: the view shows what follows for sure already. */
  #beginLinks(built: BuiltView): void {
    const { organizationId } = built.view
    const done = this.#parts.unfinished
      .track(this.#storeLinks(built))
      .finally(() => this.#linking.delete(organizationId))
    this.#linking.set(organizationId, { done, patience: sleep(waitMs) })
  }

  async #storeLinks({ view, loaded }: BuiltView): Promise<void> {
    const nowMs = view.builtAtMs
    const { changes } = await storeLinks(this.#parts, loaded, { nowMs })
    if (changes === 0) return
    // If anybody else has changed something meanwhile, the version is another one, and the view is old.
    const fingerprint = toFingerprint({ ...loaded, version: loaded.version + changes }, nowMs)
    await this.#parts.store.peopleViews.setFingerprint(view.id, fingerprint)
  }
}

/** Bound to the view, so that no piece can take the place of another. */
export function toPlace({ id, organizationId }: Pick<StoredView, 'id' | 'organizationId'>, what: string): SecretPlace {
  return { organizationId, ownerId: id, field: `people:${what}` }
}

/** What was read is too old after a while, although nothing changed. */
function toFingerprint({ version, fingerprint, keepsInventories }: InputMarks, nowMs: number): string {
  const hour = Math.floor(nowMs / hourMs)
  return form + createHash('sha256').update(`${hour} ${keepsInventories} ${version} ${fingerprint}`).digest('hex')
}

function createBusyError(): StoreError {
  return new StoreError('The list of people was put together anew meanwhile. Begin with the first page.', {
    code: 'STORE_CONFLICT',
    retryable: true,
  })
}

function createFirstError(): StoreError {
  return new StoreError('The list of people is put together for the first time. Ask again in a minute.', {
    code: 'STORE_CONFLICT',
    retryable: true,
  })
}

function sleep(ms: number): Promise<typeof isLate> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(isLate), ms).unref()
  })
}
