import { ApiError, StoreError } from '../../../errors/index.ts'
import { changeValues, completeValues, demandValid, findProblems } from '../../../service/fields/check-values.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import type { ChangesOf, InputOf, ValuesOf } from '../../../service/fields/field-types.ts'
import { deriveState } from '../../../service/fields/states.ts'
import type { StoredThing } from '../../../service/fields/thing-store.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import type { Declared } from '../../parts/declared-service.ts'
import type { Uses } from '../../parts/runtime-parts.ts'

/** A record with its state. */
export interface ThingRecord<Of extends ThingFields = ThingFields, State extends string = string>
  extends StoredThing<Of> {
  /** undefined: the thing has no states. */
  readonly state: State | undefined
}

export interface RecordRef {
  readonly organizationId: string
  readonly id: string
}

/** Who changes a record. */
export interface RecordAuthor {
  /** The person, if known. */
  readonly userId?: string | undefined
}

/** A record that is changed. */
export interface ChangedRecord extends RecordRef, RecordAuthor {
  /** `changedAtMs` of what the caller saw. If somebody has changed the record since, it stays. @default any */
  readonly seenAtMs?: number | undefined
}

export interface RecordPage<State extends string = string> {
  readonly organizationId: string
  readonly limit: number
  readonly state?: State | undefined
  readonly before?: { readonly createdAtMs: number; readonly id: string } | undefined
}

/** The records of a declared thing. */
export interface ThingService<
  Of extends ThingFields = ThingFields,
  Settled extends ThingFields = ThingFields,
  State extends string = string,
  Action extends string = string,
> {
  /** The newest first. */
  list(page: RecordPage<State>): Promise<readonly ThingRecord<Of & Settled, State>[]>
  /** How many there are in each state. */
  countByState(of: { readonly organizationId: string }): Promise<Readonly<Record<State, number>>>
  get(ref: RecordRef): Promise<ThingRecord<Of & Settled, State> | undefined>
  /** @throws CheckwrightError `RECORD_INVALID`; ApiError `API_QUOTA_EXCEEDED` */
  create(
    input: { readonly organizationId: string; readonly values: InputOf<Of> } & RecordAuthor,
  ): Promise<ThingRecord<Of & Settled, State>>
  /** @throws CheckwrightError `RECORD_INVALID`; StoreError `NOT_FOUND`, `STORE_CONFLICT` */
  change(input: ChangedRecord & { readonly changes: ChangesOf<Of> }): Promise<ThingRecord<Of & Settled, State>>
  /** @throws StoreError `NOT_FOUND` */
  delete(ref: RecordRef): Promise<void>
  /** What an action of the thing does. One method for each, because each has an audit action of its own. */
  readonly act: Readonly<Record<Action, (ref: ChangedRecord) => Promise<ThingRecord<Of & Settled, State>>>>
}

/** The methods of the service that are declared, with the actions beside them. */
type Methods<Of extends ThingFields, Settled extends ThingFields, State extends string, Action extends string> = Omit<
  ThingService<Of, Settled, State, Action>,
  'act'
>

type RecordMethod = (ref: ChangedRecord) => Promise<ThingRecord>

/** The service of a thing, declared with its audit actions. */
export function declareThingService(
  { store, clock }: Uses<'things', 'clock'>,
  thing: Thing,
): {
  readonly methods: Declared<Methods<ThingFields, ThingFields, string, string>>
  readonly act: Declared<Record<string, RecordMethod>>
} {
  const rows = store.things.of(thing)
  const addState = (record: StoredThing): ThingRecord => ({
    ...record,
    state:
      thing.stateNames.length === 0 ? undefined : deriveState(thing.states, thing.all, record.values, clock.nowMs()),
  })
  const find = async ({ organizationId, id }: RecordRef) => {
    const record = await rows.of(organizationId).find(id)
    if (record) return addState(record)
    throw new StoreError(`There is no such ${thing.noun}.`, { code: 'NOT_FOUND' })
  }
  const write = async (record: StoredThing, values: ValuesOf<ThingFields>, seenAtMs = record.changedAtMs) => {
    // Later than before, also within one millisecond: it is how the next writer sees that this one was first.
    const changedAtMs = Math.max(clock.nowMs(), record.changedAtMs + 1)
    if (!(await rows.of(record.organizationId).update(record.id, seenAtMs, { values, changedAtMs })))
      throw new StoreError(`Somebody else changed the ${thing.noun} at the same time. Read it again.`, {
        code: 'STORE_CONFLICT',
      })
    return addState({ ...record, values, changedAtMs })
  }
  const demandFields = (values: ValuesOf<ThingFields>) => {
    const entered = Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(thing.kept, name)))
    demandValid(thing.noun, findProblems(thing.fields, entered))
    demandValid(thing.noun, thing.rules(entered))
  }
  const act = Object.entries(thing.actions).map(([name, { from, run }]) => {
    const change: RecordMethod = async ({ userId = null, seenAtMs, ...ref }) => {
      const record = await find(ref)
      if (from && !from.includes(record.state ?? ''))
        throw new StoreError(`The ${thing.noun} is ${record.state}, so "${name}" is not possible.`, {
          code: 'STORE_CONFLICT',
        })
      const changed = run(record.values, { nowMs: clock.nowMs(), userId })
      return write(record, { ...record.values, ...changed }, seenAtMs)
    }
    return [name, { change, audit: { action: thing.audit(name) } }]
  })
  return {
    act: Object.fromEntries(act),
    methods: {
      list: {
        read: async ({ organizationId, ...page }) =>
          (await rows.of(organizationId).page({ ...page, nowMs: clock.nowMs() })).map(addState),
      },
      countByState: {
        read: async ({ organizationId }) => {
          const counts = await rows.of(organizationId).countByState(clock.nowMs())
          return Object.fromEntries(thing.stateNames.map((state) => [state, counts.get(state) ?? 0]))
        },
      },
      get: {
        read: async ({ organizationId, id }) => {
          const record = await rows.of(organizationId).find(id)
          return record && addState(record)
        },
      },
      create: {
        change: async ({ organizationId, values: input, userId = null }) => {
          const values = completeValues(thing.fields, input)
          demandFields(values)
          const nowMs = clock.nowMs()
          const empty = Object.fromEntries(Object.keys(thing.kept).map((name) => [name, null]))
          const record = {
            id: createTimeId(),
            createdAtMs: nowMs,
            createdBy: userId,
            changedAtMs: nowMs,
            values: { ...values, ...empty },
          }
          if (await rows.of(organizationId).insert(record)) return addState({ ...record, organizationId })
          throw new ApiError(`An organization can have ${thing.max} ${thing.nouns}. Delete one first.`, {
            code: 'API_QUOTA_EXCEEDED',
          })
        },
        audit: { action: thing.audit('create'), fields: ({ values }) => omitHidden(thing, values) },
      },
      change: {
        change: async ({ changes, seenAtMs, userId: _, ...ref }) => {
          const record = await find(ref)
          const values = changeValues<ThingFields>(record.values, changes)
          demandFields(values)
          return write(record, values, seenAtMs)
        },
        audit: { action: thing.audit('change'), fields: ({ changes }) => omitHidden(thing, changes) },
      },
      delete: {
        change: async (ref) => {
          await find(ref)
          await rows.of(ref.organizationId).delete(ref.id)
        },
        audit: { action: thing.audit('delete') },
      },
    },
  }
}

/** The log names changed members; of hidden ones it does not even have the name. */
function omitHidden({ all }: Thing, values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => all[name]?.isHidden !== true))
}
