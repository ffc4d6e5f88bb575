import type { AnyOf, CheckData, CheckHead, Resource, Waived, Waiver, WaiverUse } from '../../define/index.ts'
import { findNearest } from '../../text/find-nearest.ts'
import type { CheckOwner } from './check-owner.ts'
import { compileAnyGlob, isGlob } from './glob.ts'
import { isExpired, isNarrow, toPatterns } from './limits.ts'

/** The waivers of one run. */
export interface RunWaivers {
  /** The first waiver, in their order, that covers a failing result; undefined if none does. */
  waiverFor(check: CheckData, resource: Resource): Waived | undefined
  /** The same waiver as it was given, without counting it as used. */
  find(check: CheckData, resource: Resource): Waiver | undefined
  /** The state of the waivers that concern the run; others are left out. */
  uses(outcomes: readonly Pick<CheckHead, 'id' | 'status'>[]): readonly WaiverUse[]
}

/**
 * Opens waivers for a run.
 * @param now the run's own time: a waiver is valid through its last day in UTC, also if you look at the run later
 * @param connectionId the stored connection of the run. @default none: waivers for connections are reported as unused
 */
export function openRunWaivers(
  waivers: readonly Waiver[],
  connector: CheckOwner,
  now: Date,
  connectionId?: string,
): RunWaivers {
  const entries = waivers
    .filter((waiver) => compilePatterns(waiver.connector)(connector.id) && mayConcern(waiver, connectionId))
    .map((waiver) => createWaiverEntry(waiver, connector, isExpired(waiver, now), connectionId))
  const byCheck = new Map<string, readonly WaiverTally[]>()
  const entriesOf = (check: CheckData): readonly WaiverTally[] => {
    const known = byCheck.get(check.id)
    if (known) return known
    const fitting = entries.filter(({ isForCheck }) => isForCheck(check))
    byCheck.set(check.id, fitting)
    return fitting
  }
  return {
    waiverFor(check, resource) {
      const fitting = entriesOf(check)
      // A valid waiver wins over an expired one. If only an expired one matches, it is reported with the results that
      // it would have waived.
      const entry =
        fitting.find(({ isOver, isForResource }) => !isOver && isForResource(resource)) ??
        fitting.find(({ isOver, isForResource }) => isOver && isForResource(resource))
      if (!entry) return undefined
      entry.results++
      const { justification, approver, expires } = entry.waiver
      return entry.isOver ? undefined : { justification, approver, expires }
    },
    find: (check, resource) =>
      entriesOf(check).find(({ isOver, isForResource }) => !isOver && isForResource(resource))?.waiver,
    uses: (outcomes) =>
      entries.flatMap((entry) => {
        const checks = connector.checks.filter(entry.isForCheck)
        const asked = outcomes.filter(({ id }) => checks.some((check) => check.id === id))
        const note = entry.isBroad
          ? `would waive every check of ${connector.id}, so it is not applied; name checks or resources`
          : entry.isElsewhere
            ? 'is for a stored connection, and this run has no stored connection, so it is not applied'
            : explainWaiverNote(entry.waiver, connector)
        if (asked.length === 0 && note === undefined) return []
        const undecided = asked.some(({ status }) => status === 'error')
        const state = judgeWaiverState(entry, undecided)
        return [{ ...entry.waiver, state, results: entry.results, note }]
      }),
  }
}

interface WaiverTally {
  readonly waiver: Waiver
  readonly isOver: boolean
  /** Whether it matches every check and every resource, by patterns or a tag: then nobody has thought of each. */
  readonly isBroad: boolean
  /** Whether it is for stored connections, and the run has none. */
  readonly isElsewhere: boolean
  readonly isForCheck: (check: CheckData) => boolean
  readonly isForResource: (resource: Resource) => boolean
  results: number
}

/**
 * A waiver for other connections does not concern this run. A run without a stored connection has to report it as
 * unused.
 */
function mayConcern({ connection }: Waiver, connectionId: string | undefined): boolean {
  return connection === undefined || connectionId === undefined || toPatterns(connection).includes(connectionId)
}

function createWaiverEntry(
  waiver: Waiver,
  { checks }: CheckOwner,
  isOver: boolean,
  connectionId: string | undefined,
): WaiverTally {
  const isElsewhere = waiver.connection !== undefined && connectionId === undefined
  const isCheck = compilePatterns(waiver.check)
  const isTag = waiver.tag === undefined ? undefined : compilePatterns(waiver.tag)
  const [isId, isType] = [compilePatterns(waiver.resource ?? '*'), compilePatterns(waiver.resourceType ?? '*')]
  const fits = ({ id, tags = [] }: CheckData) => isCheck(id) && (isTag === undefined || tags.some(isTag))
  const isByName = checks.every(({ id }) => toPatterns(waiver.check).includes(id))
  const isBroad = checks.length > 1 && !isByName && !isNarrow(waiver.resource) && checks.every(fits)
  return {
    waiver,
    isOver,
    isBroad,
    isElsewhere,
    isForCheck: (check) => !isBroad && fits(check),
    isForResource: ({ type, id }) => !isElsewhere && isId(id) && isType(type),
    results: 0,
  }
}

function judgeWaiverState({ isOver, isElsewhere, results }: WaiverTally, undecided: boolean): WaiverUse['state'] {
  if (isOver) return 'expired'
  if (results > 0) return 'applied'
  return undecided && !isElsewhere ? 'undetermined' : 'unused'
}

function compilePatterns(patterns: AnyOf): (text: string) => boolean {
  return compileAnyGlob(toPatterns(patterns))
}

/** Only if the connector is given in full: with a pattern, the check may be another connector's. */
function explainWaiverNote(waiver: Waiver, { id, checks }: CheckOwner): string | undefined {
  if (!toPatterns(waiver.connector).includes(id)) return undefined
  const known = checks.map((check) => check.id)
  const unknown = toPatterns(waiver.check).find((each) => !isGlob(each) && !known.includes(each))
  if (unknown === undefined) return undefined
  const near = findNearest(unknown, known)
  return `${id} has no check "${unknown}"${near === undefined ? '' : `; did you mean "${near}"?`}`
}
