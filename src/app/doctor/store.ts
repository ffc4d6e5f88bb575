import { stat } from 'node:fs/promises'
import { formatCommand } from '../../service/commands/format-command.ts'
import { parseStoreUrl } from '../../service/store/places/store-url.ts'
import { countNoun } from '../../text/count-noun.ts'
import { type ShellWords, shell } from '../../text/quote-for-shell.ts'
import { inspectStore, type StoreInspection } from '../../things/all-stores/inspect-store.ts'
import { isStoreThere } from '../../things/commands/open-runtime.ts'
import type { DoctorFinding, ExaminedService } from './doctor-finding.ts'
import { describeError } from './message.ts'

export interface ExaminedStore {
  readonly findings: readonly DoctorFinding[]
  /** Opened for reading. Close it afterwards. */
  readonly inspection: StoreInspection | undefined
}

/** Whether the store exists, answers, is intact, and has the tables of this version. It is not changed. */
export async function examineStore({ storeUrl }: ExaminedService): Promise<ExaminedStore> {
  let inspection: StoreInspection | undefined
  try {
    const location = parseStoreUrl(storeUrl)
    if (location.kind === 'memory')
      return createUnreadStore({
        id: 'store',
        level: 'note',
        says: 'In memory: all data is lost when the process ends.',
        advice: 'Name a store that lasts with --store.',
      })
    if (!isStoreThere({ store: storeUrl }))
      return createUnreadStore({
        id: 'store',
        level: 'note',
        says: `There is no store at ${storeUrl} yet. The first command that stores something creates it.`,
      })
    inspection = await inspectStore(storeUrl)
    const findings = [
      createReachedFinding(inspection),
      examineSchema(inspection),
      ...examineIntegrity(inspection),
      ...examineClock(inspection),
      ...(location.kind === 'sqlite' ? await examinePermissions(location.file) : []),
    ]
    return { findings, inspection }
  } catch (error) {
    await inspection?.close()
    return createUnreadStore({
      id: 'store',
      level: 'problem',
      says: describeError(error),
      advice: 'The store was not examined.',
    })
  }
}

function createUnreadStore(finding: DoctorFinding): ExaminedStore {
  return { findings: [finding], inspection: undefined }
}

function createReachedFinding({ where, software }: StoreInspection): DoctorFinding {
  return { id: 'store', level: 'ok', says: `${where} answers (${software})` }
}

function examineSchema({ version, newestVersion }: StoreInspection): DoctorFinding {
  const id = 'store.schema'
  if (version === newestVersion)
    return { id, level: 'ok', says: `Its tables have version ${version}, which is this one's` }
  if (version > newestVersion)
    return {
      id,
      level: 'problem',
      says: `A newer Checkwright created its tables (version ${version}). This one supports version ${newestVersion} at most.`,
      advice: 'Update Checkwright on this machine.',
    }
  return {
    id,
    level: version === 0 ? 'note' : 'warning',
    says:
      version === 0
        ? 'It has no tables yet. The first command that stores something creates them.'
        : `Its tables have version ${version}; the next process that opens it upgrades them to ${newestVersion}. Processes of the older version then refuse it.`,
    advice: version > 0 ? 'Make a backup first.' : undefined,
  }
}

function examineIntegrity({ damage, software }: StoreInspection): DoctorFinding[] {
  const id = 'store.integrity'
  if (!software.startsWith('SQLite')) return []
  if (damage === undefined)
    return [
      {
        id,
        level: 'note',
        says: 'Not examined, because the file is larger than 2 GiB.',
        advice: 'Examine it yourself: sqlite3 FILE "PRAGMA quick_check".',
      },
    ]
  if (damage.length === 0) return [{ id, level: 'ok', says: 'Every page of the file is in order' }]
  return [
    {
      id,
      level: 'problem',
      says: `The file is damaged: ${damage.join('; ').slice(0, 300)}`,
      advice: 'Stop everything that uses it, keep a copy, and restore a backup (docs/stores.md).',
    },
  ]
}

const skew = { warningMs: 2_000, problemMs: 60_000 } as const

function examineClock({ clockAheadMs }: StoreInspection): DoctorFinding[] {
  const id = 'store.clock'
  if (clockAheadMs === undefined) return []
  const byMs = Math.abs(clockAheadMs)
  if (byMs < skew.warningMs)
    return [{ id, level: 'ok', says: `The database's clock agrees with this one to ${byMs} ms` }]
  const apart = `The database's clock is ${Math.round(byMs / 1000)} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine's`
  const level = byMs < skew.problemMs ? 'warning' : 'problem'
  return [
    {
      id,
      level,
      says: `${apart}: tokens are renewed and schedules begin at the wrong time.`,
      advice: 'Let both follow the same time server (NTP).',
    },
  ]
}

async function examinePermissions(file: string): Promise<DoctorFinding[]> {
  const id = 'store.permissions'
  // Windows keeps access in lists that a file mode does not show.
  if (process.getuid === undefined) return []
  const { mode } = await stat(file)
  if ((mode & 0o077) === 0) return [{ id, level: 'ok', says: 'Only its owner may read it' }]
  const shown = (mode & 0o777).toString(8)
  return [
    {
      id,
      level: 'warning',
      says: `Others on this machine may read or write it (mode ${shown}).`,
      advice: `chmod 600 ${file}`,
    },
  ]
}

/** The things in the store that need attention. */
export async function examineContent(
  inspection: StoreInspection,
  known: ReadonlySet<string>,
  { nowMs, storeUrl, env }: ExaminedService,
): Promise<DoctorFinding[]> {
  const isShared = parseStoreUrl(storeUrl).kind === 'postgres'
  const command = (words: ShellWords, org?: string) => formatCommand(words, { store: storeUrl, org }, env)
  const { connections, expiring, runs, workers, schedules } = await inspection.overview({
    dueBeforeMs: nowMs - overdueMs,
    endsBeforeMs: nowMs + noticeMs,
  })
  const ofState = (state: string) => connections.filter((group) => group.state === state)
  const total = (groups: readonly { readonly count: number }[]) => groups.reduce((sum, { count }) => sum + count, 0)
  const named = (groups: typeof connections) =>
    groups.map(({ connectorId, count }) => `${connectorId} ${count}`).join(', ')
  const strangers = connections.filter(({ connectorId, state }) => !known.has(connectorId) && state !== 'disconnected')
  const findings: DoctorFinding[] = [
    { id: 'connections', level: 'ok', says: `${countNoun(total(ofState('active')), 'connection')} active` },
  ]
  const say = (id: string, level: DoctorFinding['level'], says: string, advice: string) =>
    void findings.push({ id, level, says, advice })
  const [expired, broken] = [ofState('needs_reauth'), ofState('error')]
  if (expired.length > 0)
    say(
      'connections.needs-reauth',
      'warning',
      `${countNoun(total(expired), 'connection')} no longer accepted by the vendor (${named(expired)}). Their runs end in error.`,
      `Connect them again. "${command(shell`connections`)}" lists them.`,
    )
  if (broken.length > 0)
    say(
      'connections.error',
      'warning',
      `${countNoun(total(broken), 'connection')} in state error (${named(broken)}).`,
      `"${command(shell`connections test ID`)}" shows the reason.`,
    )
  if (strangers.length > 0)
    say(
      'connections.unknown',
      'warning',
      `${countNoun(total(strangers), 'connection')} of connectors that were not loaded (${named(strangers)}); they cannot be run here.`,
      'Name the files of those connectors by --connector, here and for serve and worker.',
    )
  for (const { connectorId, organizationId, secretExpiresAtMs } of expiring) {
    const whose = organizationId === null ? 'the platform' : organizationId
    const hasEnded = secretExpiresAtMs <= nowMs
    const ends = `${hasEnded ? 'ended' : 'ends'} ${formatMinuteInUtc(secretExpiresAtMs)}`
    say(
      'apps.expiring',
      hasEnded ? 'problem' : 'warning',
      `The client secret of the OAuth app of "${connectorId}" of ${whose} ${ends}: connections cannot be renewed then.`,
      `Create a new secret at the vendor, and enter it: ${command(shell`app set ${connectorId}`, organizationId ?? undefined)}`,
    )
  }
  if (schedules.overdue > 0 && schedules.overdueSinceMs !== null)
    say(
      'schedules.overdue',
      'warning',
      `${countNoun(schedules.overdue, 'schedule')} overdue, the oldest since ${formatMinuteInUtc(schedules.overdueSinceMs)}.`,
      workers === 0
        ? `No process runs checks now: start "${command(shell`serve`)}"${isShared ? ` or "${command(shell`worker`)}"` : ''}.`
        : 'Start another worker, or read the log of the running one.',
    )
  else if (schedules.all > 0)
    findings.push({ id: 'schedules', level: 'ok', says: `${countNoun(schedules.all, 'schedule')}, none overdue` })
  if (schedules.waitForRoom > 0)
    say(
      'schedules.waiting',
      'warning',
      `${countNoun(schedules.waitForRoom, 'schedule')} due and waiting, because the queue of the organization is full.`,
      'Add workers, or raise queueMax or the quota queuedRuns.',
    )
  if (runs.abandoned > 0)
    say(
      'runs.abandoned',
      'warning',
      `${countNoun(runs.abandoned, 'run')} begun by processes that are gone.`,
      `The next "${command(shell`serve`)}"${isShared ? ' or "worker"' : ''} takes them over.`,
    )
  if (runs.waitingSinceMs !== null && nowMs - runs.waitingSinceMs > overdueMs)
    say(
      'runs.waiting',
      'warning',
      `${countNoun(runs.waiting, 'run')} waiting, the oldest since ${formatMinuteInUtc(runs.waitingSinceMs)}.`,
      'Start a worker, or more of them.',
    )
  if (runs.newestMs !== null && runs.newestMs > nowMs + skew.problemMs)
    say(
      'clock.back',
      'problem',
      `The newest run began at ${formatMinuteInUtc(runs.newestMs)}, which is in the future: a clock was set back.`,
      'Set the clock right (NTP).',
    )
  return findings
}

/** An administrator has to make a new secret at the vendor, and may be away. */
const noticeMs = 14 * 86_400_000

/** A schedule or run that waits for less time is normal. */
const overdueMs = 10 * 60_000

function formatMinuteInUtc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16)}Z`
}
