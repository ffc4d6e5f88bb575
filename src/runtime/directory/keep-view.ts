import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { SecretPlace } from '../../auth/vault.ts'
import type { StoredView, ViewPiece } from '../../crosscheck/people/people-view-store.ts'
import { StoreError } from '../../errors/index.ts'
import { type InputParts, type LoadedInputs, loadCrossCheckInputs } from '../crosschecks/load-inputs.ts'
import { refreshDirectory } from '../crosschecks/refresh-directory.ts'
import { readErrorCodeForLog, type Uses } from '../runtime-parts.ts'
import { buildView, type ViewHead } from './build-view.ts'
import { loadDismissals } from './dismissals.ts'

export type ViewParts = InputParts & Uses<'peopleViews' | 'findings' | 'dismissals', 'clock' | 'logger'>

/** A view that can be read. */
export interface OpenView {
  readonly view: StoredView
  readonly head: ViewHead
  /** Whether something has changed since, and a newer one is being put together. */
  readonly isOld: boolean
}

/** A view that is being put together. */
interface Building {
  readonly done: Promise<void>
  /** The end of the time in which readers of an older view wait: once for all, so that nobody who asks twice waits twice. */
  readonly patience: Promise<unknown>
}

/** How long the readers of an older view wait for a newer one, from when it was asked for. */
const waitMs = 2_000
/** The same where there is none. An organization of 10,000 people with 20 systems takes longer, and pages say so. */
const firstWaitMs = 5_000
const isLate = Symbol('late')
const hourMs = 3_600_000

/** Keeps one view for each organization, and puts a new one together when somebody asks and something has changed. */
export class ViewKeeper {
  readonly #parts: ViewParts
  readonly #building = new Map<string, Building>()
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
    const { store } = this.#parts
    if (viewId !== undefined) {
      const kept = await store.peopleViews.find(organizationId)
      if (kept?.id === viewId) return this.#openKept(kept, false)
      throw createBusyError()
    }
    for (let attempt = 1; ; attempt++) {
      const [kept, fingerprint] = await Promise.all([
        store.peopleViews.find(organizationId),
        this.#read(organizationId),
      ])
      const isOld = kept?.fingerprint !== fingerprint
      if (kept && (!isOld || attempt > 1)) return this.#openKept(kept, isOld)
      const { done, patience } = this.#build(organizationId)
      if (kept) await Promise.race([done.catch(() => undefined), patience])
      else if ((await Promise.race([done, sleep(firstWaitMs)])) === isLate || attempt > 3) throw createFirstError()
    }
  }

  async #openKept(kept: StoredView & { readonly sealedHead: string }, isOld: boolean): Promise<OpenView> {
    const text = await this.#parts.vault.open(toPlace(kept, 'head'), kept.sealedHead)
    return { view: kept, head: JSON.parse(text) as ViewHead, isOld }
  }

  async #read(organizationId: string): Promise<string> {
    const nowMs = this.#parts.clock.nowMs()
    return toFingerprint(await loadCrossCheckInputs(this.#parts, organizationId, { nowMs }), nowMs)
  }

  #build(organizationId: string): Building {
    const known = this.#building.get(organizationId)
    if (known) return known
    const done = this.#turn
      .catch(() => undefined)
      .then(() => this.#buildNow(organizationId))
      .finally(() => this.#building.delete(organizationId))
    // Somebody may have gone on with the older one.
    done.catch((error: unknown) =>
      this.#parts.logger.warn(
        { organizationId, code: readErrorCodeForLog(error) },
        'The view of people cannot be built',
      ),
    )
    this.#turn = done
    const building = { done, patience: sleep(waitMs) }
    this.#building.set(organizationId, building)
    return building
  }

  async #buildNow(organizationId: string): Promise<void> {
    const { store, vault, clock } = this.#parts
    const nowMs = clock.nowMs()
    await refreshDirectory(this.#parts, organizationId, { nowMs })
    const loaded = await loadCrossCheckInputs(this.#parts, organizationId, { nowMs })
    const view: StoredView = { id: v7(), organizationId, fingerprint: toFingerprint(loaded, nowMs), builtAtMs: nowMs }
    const build = buildView(loaded, await loadDismissals(this.#parts, organizationId))
    const seal = async function* (): AsyncGenerator<ViewPiece> {
      for await (const { text, ...piece } of build.pieces) {
        // SQLite answers without waiting: others of the process have their turn.
        await setImmediate()
        yield { ...piece, sealed: await vault.seal(toPlace(view, `${piece.list} ${piece.position}`), text) }
      }
    }
    await store.peopleViews.replace(view, seal(), () => vault.seal(toPlace(view, 'head'), JSON.stringify(build.head())))
  }
}

/** Bound to the view, so that no piece can take the place of another. */
export function toPlace({ id, organizationId }: Pick<StoredView, 'id' | 'organizationId'>, what: string): SecretPlace {
  return { organizationId, ownerId: id, field: `people:${what}` }
}

/** What was read is too old after a while, although nothing changed. */
function toFingerprint({ fingerprint, keepsInventories }: LoadedInputs, nowMs: number): string {
  const hour = Math.floor(nowMs / hourMs)
  return createHash('sha256').update(`${hour} ${keepsInventories} ${fingerprint}`).digest('hex')
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
