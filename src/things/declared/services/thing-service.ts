import { isDeepStrictEqual } from 'node:util'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import { ApiError, CheckwrightError, type Problem, StoreError } from '../../../errors/index.ts'
import { changeValues, completeValues, demandValid, findProblems } from '../../../service/fields/check-values.ts'
import type { ActionContext, Thing, ThingAction } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import type { ChangesOf, InputOf, ValuesOf } from '../../../service/fields/field-types.ts'
import { deriveState } from '../../../service/fields/states.ts'
import type { RecordBatch, RecordUpdate, RecordVersion, StoredThing } from '../../../service/fields/thing-store.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import type { Declared } from '../../parts/declared-service.ts'
import { findCycles } from './find-cycles.ts'
import { findUnknownControls } from './find-unknown-controls.ts'
import { createNamedFinder, isAloneWith, isSamePerson, loadNamed, type NamedRecords } from './named-records.ts'
import type { RecordLine } from './parse-records-file.ts'
import { loadPastRecords, pickPage } from './past-records.ts'
import { listProblems } from './refuse-file.ts'
import { listSecrets, sealSecrets } from './secrets.ts'
import type { ThingParts } from './thing-parts.ts'

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

/** @default as they are now */
interface RecordTime {
  /** Records are as they were at the end of this time. */
  readonly within?: TimeSpan | undefined
}

export interface RecordPage<State extends string = string> extends RecordTime {
  readonly organizationId: string
  readonly limit: number
  readonly state?: State | undefined
  /** Values that fields must have, such as the record that they name. @default any */
  readonly where?: Readonly<Record<string, string | undefined>> | undefined
  readonly before?: { readonly createdAtMs: number; readonly id: string } | undefined
}

/** What became of the records of a file. */
export interface ImportedRecords {
  /** Of the first one that was added; without one, of the first that the file names. */
  readonly id: string
  readonly added: number
  /** Without those that had the values of their lines already. */
  readonly changed: number
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
  countByState(of: { readonly organizationId: string } & RecordTime): Promise<Readonly<Record<State, number>>>
  get(ref: RecordRef & RecordTime): Promise<ThingRecord<Of & Settled, State> | undefined>
  /** What they had until the end of a time, the oldest first. @param of.id @default of all records */
  versions(of: {
    readonly organizationId: string
    readonly atMs: number
    readonly id?: string | undefined
  }): Promise<readonly RecordVersion<Of & Settled>[]>
  /** @throws CheckwrightError `RECORD_INVALID`; ApiError `API_QUOTA_EXCEEDED` */
  create(
    input: { readonly organizationId: string; readonly values: InputOf<Of> } & RecordAuthor,
  ): Promise<ThingRecord<Of & Settled, State>>
  /**
   * Adds the records of a CSV file, and changes those that it names by their id: all of it, or nothing. A record that has the values of
   * its line already stays as it is.
   * @throws CheckwrightError `RECORD_INVALID` that names each line; StoreError `STORE_CONFLICT`; ApiError `API_QUOTA_EXCEEDED`
   */
  import(input: { readonly organizationId: string; readonly csv: string } & RecordAuthor): Promise<ImportedRecords>
  /**
   * Adds what a file of another format says: all of it, or nothing.
   * @throws CheckwrightError `RECORD_INVALID` that names each record by its number; ApiError `API_QUOTA_EXCEEDED`
   */
  createAll(
    input: { readonly organizationId: string; readonly records: readonly InputOf<Of>[] } & RecordAuthor,
  ): Promise<ImportedRecords>
  /**
   * Changes some records: all of them, or none.
   * @throws CheckwrightError `RECORD_INVALID` that names each record by its number; StoreError `STORE_CONFLICT`
   */
  changeAll(
    input: {
      readonly organizationId: string
      readonly changes: readonly { readonly id: string; readonly values: ChangesOf<Of> }[]
    } & RecordAuthor,
  ): Promise<ImportedRecords>
  /** @throws CheckwrightError `RECORD_INVALID`; StoreError `NOT_FOUND`, `STORE_CONFLICT` */
  change(input: ChangedRecord & { readonly changes: ChangesOf<Of> }): Promise<ThingRecord<Of & Settled, State>>
  /** With what is a part of it. @throws StoreError `NOT_FOUND`, `STORE_CONFLICT` in a state in which it stays */
  delete(ref: RecordRef & RecordAuthor): Promise<void>
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
  parts: ThingParts,
  thing: Thing,
  things: readonly Thing[],
): {
  readonly methods: Declared<Methods<ThingFields, ThingFields, string, string>>
  readonly act: Declared<Record<string, RecordMethod>>
} {
  const { store, clock } = parts
  const rows = store.things.of(thing)
  const addState = (record: StoredThing, atMs = clock.nowMs()): ThingRecord => ({
    ...record,
    state: thing.stateNames.length === 0 ? undefined : deriveState(thing.states, thing.all, record.values, atMs),
  })
  const loadPast = async (of: { readonly organizationId: string; readonly id?: string }, { toMs }: TimeSpan) => {
    const past = await loadPastRecords(rows.of(of.organizationId), thing, { ...of, atMs: toMs })
    return past.map((record) => addState(record, toMs))
  }
  const find = async ({ organizationId, id }: RecordRef) => {
    const record = await rows.of(organizationId).find(id)
    if (record) return addState(record)
    throw new StoreError(`There is no such ${thing.noun}.`, { code: 'NOT_FOUND' })
  }
  const describeUpdate = async (
    record: StoredThing,
    values: ValuesOf<ThingFields>,
    by: RecordAuthor & Pick<RecordUpdate<ThingFields>, 'lock' | 'action'> & { readonly seenAtMs?: number | undefined },
  ): Promise<RecordUpdate<ThingFields>> => ({
    id: record.id,
    values: await sealSecrets(parts, thing, record, values, record.values),
    seenAtMs: by.seenAtMs ?? record.changedAtMs,
    // Later than before, also within one millisecond: it is how the next writer sees that this one was first.
    changedAtMs: Math.max(clock.nowMs(), record.changedAtMs + 1),
    changedBy: by.userId ?? null,
    lock: by.lock,
    action: by.action,
  })
  const write = async (organizationId: string, batch: RecordBatch<ThingFields>) => {
    const written = await rows.of(organizationId).write(batch)
    if (written === 'full')
      throw new ApiError(`An organization can have ${thing.max} ${thing.nouns}. Delete one first.`, {
        code: 'API_QUOTA_EXCEEDED',
      })
    if (written === 'stale')
      throw new StoreError(`Somebody else changed the ${thing.noun} at the same time. Read it again.`, {
        code: 'STORE_CONFLICT',
      })
    return written
  }
  const change = async (
    record: StoredThing,
    values: ValuesOf<ThingFields>,
    by: Parameters<typeof describeUpdate>[2],
  ) => {
    const { changed } = await write(record.organizationId, { changed: [await describeUpdate(record, values, by)] })
    return addState(changed[0] ?? record)
  }
  const pickEntered = (values: ValuesOf<ThingFields>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(thing.systemFields, name)))
  /** Examines values, with one look at each record that they name. */
  const createExaminer = (organizationId: string) => {
    const finder = createNamedFinder(parts, organizationId, things)
    return async (
      values: ValuesOf<ThingFields>,
      before?: ValuesOf<ThingFields>,
    ): Promise<{ readonly problems: readonly Problem[]; readonly named: NamedRecords }> => {
      const entered = pickEntered(values)
      // A secret that stays is sealed already.
      const stays = listSecrets(thing).filter((name) => before !== undefined && entered[name] === before[name])
      const problems = findProblems(thing.fields, entered).filter(({ path }) => !stays.includes(path))
      if (problems.length > 0) return { problems, named: {} }
      const { named, missing } = await loadNamed(finder, { thing, values: entered, before })
      const context = { today: formatDay(clock.nowMs()), before, named: readValues(named) }
      const rules = thing.rules(entered, context)
      // A text that is no control is told by the rules alone.
      const unknown =
        rules.length > 0 ? [] : await findUnknownControls(parts, { organizationId, thing, values: entered, before })
      return { problems: [...missing, ...rules, ...unknown], named }
    }
  }
  const compose = async (
    organizationId: string,
    values: ValuesOf<ThingFields>,
    named: NamedRecords,
    userId: string | null,
  ) => {
    const nowMs = clock.nowMs()
    const empty = Object.fromEntries(Object.keys(thing.systemFields).map((name) => [name, null]))
    const first = thing.begin(values, { nowMs, userId, named: readValues(named), isAlone: false })
    const place = { id: createTimeId(), organizationId }
    return {
      ...place,
      createdAtMs: nowMs,
      createdBy: userId,
      changedAtMs: nowMs,
      values: await sealSecrets(parts, thing, place, { ...values, ...empty, ...first }),
    }
  }
  const takeAll = async (
    organizationId: string,
    lines: readonly RecordLine[],
    userId: string | null,
  ): Promise<ImportedRecords> => {
    const problems: string[] = []
    const records: StoredThing[] = []
    const updates: RecordUpdate<ThingFields>[] = []
    const mayChange = thing.verbs.includes('change')
    const ids = mayChange ? lines.flatMap(({ id }) => id ?? []) : []
    const known = new Map((await rows.of(organizationId).findAll(ids)).map((record) => [record.id, record]))
    const examine = createExaminer(organizationId)
    for (const { place, id, input } of lines) {
      const before = id === undefined ? undefined : known.get(id)
      if (id !== undefined && before === undefined) {
        problems.push(`${place}: there is no ${thing.noun} ${id}`)
        continue
      }
      const values = before
        ? changeValues<ThingFields>(before.values, input)
        : completeValues<ThingFields>(thing.fields, input)
      const examined = await examine(values, before?.values)
      problems.push(...examined.problems.map(({ path, message }) => `${place}: ${path} ${message}`))
      if (before === undefined) records.push(await compose(organizationId, values, examined.named, userId))
      else if (!isDeepStrictEqual(before.values, values))
        updates.push(await describeUpdate(before, values, { userId: userId ?? undefined }))
    }
    const cycles = await findCycles(parts, { organizationId, thing, changed: updates })
    for (const { place, id = '' } of lines)
      problems.push(...(cycles.get(id) ?? []).map(({ path, message }) => `${place}: ${path} ${message}`))
    if (problems.length > 0) throw createInvalidError(thing, problems)
    const { made, changed } = await write(organizationId, { made: records, changed: updates })
    return { id: made[0]?.id ?? lines[0]?.id ?? '', added: made.length, changed: changed.length }
  }
  const act = Object.entries(thing.actions).map(([name, action]) => {
    const perform: RecordMethod = async ({ userId, seenAtMs, ...ref }) => {
      const record = await find(ref)
      const refused = (message: string) => new StoreError(message, { code: 'STORE_CONFLICT' })
      if (action.from && !action.from.includes(record.state ?? ''))
        throw refused(`The ${thing.noun} is ${record.state}, so "${name}" is not possible.`)
      const finder = createNamedFinder(parts, ref.organizationId, things)
      const { named } = await loadNamed(finder, { thing, values: record.values })
      const isAlone = action.byAnother === true && (await demandAnother(parts, { thing, action, record, userId }))
      const context: ActionContext = { nowMs: clock.nowMs(), userId: userId ?? null, named: readValues(named), isAlone }
      const refusal = action.refuse?.(record.values, context)
      if (refusal !== undefined) throw refused(refusal)
      const other = action.holds === undefined ? undefined : named[action.holds]
      const lock = other && { thing: other.thing, id: other.record.id, seenAtMs: other.record.changedAtMs }
      const values = { ...record.values, ...action.run(record.values, context) }
      return change(record, values, { userId, seenAtMs, lock, action: name })
    }
    return [name, { change: perform, audit: { action: thing.audit(name) } }]
  })
  return {
    act: Object.fromEntries(act),
    methods: {
      list: {
        read: async ({ organizationId, within, ...page }) => {
          if (within) return pickPage(await loadPast({ organizationId }, within), page)
          const found = await rows.of(organizationId).page({ ...page, nowMs: clock.nowMs() })
          return found.map((record) => addState(record))
        },
      },
      countByState: {
        read: async ({ organizationId, within }) => {
          const past = within && Map.groupBy(await loadPast({ organizationId }, within), ({ state }) => state)
          const counts = past ? undefined : await rows.of(organizationId).countByState(clock.nowMs())
          return Object.fromEntries(
            thing.stateNames.map((state) => [state, past?.get(state)?.length ?? counts?.get(state) ?? 0]),
          )
        },
      },
      get: {
        read: async ({ organizationId, id, within }) => {
          if (within) return (await loadPast({ organizationId, id }, within))[0]
          const record = await rows.of(organizationId).find(id)
          return record && addState(record)
        },
      },
      versions: { read: async ({ organizationId, ...of }) => rows.of(organizationId).versions(of) },
      create: {
        change: async ({ organizationId, values: input, userId = null }) => {
          const values = completeValues(thing.fields, input)
          const { problems, named } = await createExaminer(organizationId)(values)
          demandValid(thing.noun, problems)
          const record = await compose(organizationId, values, named, userId)
          const { made } = await write(organizationId, { made: [record] })
          return addState(made[0] ?? record)
        },
        audit: { action: thing.audit('create'), fields: ({ values }) => omitHidden(thing, values) },
      },
      import: {
        change: async ({ organizationId, csv, userId = null }) => {
          const { parseRecordsFile } = await import('./parse-records-file.ts')
          return takeAll(organizationId, await parseRecordsFile(thing, csv), userId)
        },
        audit: { action: thing.audit('create'), fields: () => ({ csv: true }) },
      },
      createAll: {
        change: async ({ organizationId, records, userId = null }) =>
          takeAll(
            organizationId,
            records.map((input, index) => ({ place: `record ${index + 1}`, id: undefined, input })),
            userId,
          ),
        audit: {
          action: thing.audit('create'),
          fields: ({ records }) => omitHidden(thing, Object.assign({}, ...records)),
        },
      },
      changeAll: {
        change: async ({ organizationId, changes, userId = null }) =>
          takeAll(
            organizationId,
            changes.map(({ id, values: input }, index) => ({ place: `record ${index + 1}`, id, input })),
            userId,
          ),
        audit: {
          action: thing.audit('change'),
          fields: ({ changes }) => omitHidden(thing, Object.assign({}, ...changes.map(({ values }) => values))),
        },
      },
      change: {
        change: async ({ changes, seenAtMs, userId, ...ref }) => {
          const record = await find(ref)
          const values = changeValues<ThingFields>(record.values, changes)
          const { organizationId, id } = ref
          const { problems } = await createExaminer(organizationId)(values, record.values)
          const cycles = await findCycles(parts, { organizationId, thing, changed: [{ id, values }] })
          demandValid(thing.noun, [...problems, ...(cycles.get(id) ?? [])])
          return change(record, values, { userId, seenAtMs })
        },
        audit: { action: thing.audit('change'), fields: ({ changes }) => omitHidden(thing, changes) },
      },
      delete: {
        change: async ({ userId = null, ...ref }) => {
          const { state = '' } = await find(ref)
          if (thing.deleteFrom && !thing.deleteFrom.includes(state))
            throw new StoreError(`The ${thing.noun} is ${state}, and stays.`, { code: 'STORE_CONFLICT' })
          await rows.of(ref.organizationId).delete(ref.id, { atMs: clock.nowMs(), userId })
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

function readValues(named: NamedRecords): ActionContext['named'] {
  return Object.fromEntries(Object.entries(named).map(([field, { record }]) => [field, record.values]))
}

/**
 * Nobody decides about what they made, unless nobody else may.
 * @returns whether they are alone
 * @throws ApiError 403
 */
async function demandAnother(
  parts: ThingParts,
  {
    thing,
    action,
    record,
    userId,
  }: {
    readonly thing: Thing
    readonly action: ThingAction<ValuesOf<ThingFields>, string>
    readonly record: StoredThing
    readonly userId: string | undefined
  },
): Promise<boolean> {
  if (userId === undefined)
    throw new ApiError(`A person has to decide about the ${thing.noun}. Use a token of their own, or say who it is.`, {
      code: 'API_FORBIDDEN',
    })
  const { organizationId, createdBy } = record
  if (createdBy === null || !(await isSamePerson(parts, { organizationId, userIds: [createdBy, userId] }))) return false
  if (await isAloneWith(parts, { organizationId, userId, scope: action.scope ?? thing.scopes.write })) return true
  throw new ApiError(`Somebody else than who made the ${thing.noun} has to decide about it.`, {
    code: 'API_FORBIDDEN',
  })
}

function createInvalidError(thing: Thing, problems: readonly string[]): CheckwrightError {
  return new CheckwrightError(
    `Nothing of the file was taken. The ${thing.nouns} are not valid: ${listProblems(problems)}.`,
    { code: 'RECORD_INVALID' },
  )
}
