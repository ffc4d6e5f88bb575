import { buildSaveHeaders } from '../../host/answers/file-response.ts'
import { formatCsvRow } from '../../text/csv-row.ts'
import type { AuditEntry, AuditFilter } from '../../workspace/audit.ts'
import { toDaySpan } from '../../workspace/day-span.ts'
import { GetForm, Link } from '../frame/links.tsx'
import { definePage, type OwnVisit } from '../page-route.ts'
import { Moment } from '../shared/moment.tsx'
import { OlderLink, readListPlace } from '../shared/older-link.tsx'
import { Scrollable } from '../shared/scrollable.tsx'
import { SettingsHead } from './settings-head.tsx'

const pageSize = 50
/** Rows of a download; a larger one comes in parts, by days. */
const rowsMax = 50_000

/** Who changed what. */
export const auditPage = definePage({
  path: '/settings/audit',
  access: 'audit:read',
  show: async (visit) => {
    const { runtime, query, person } = visit
    const filter = readAuditFilter(visit)
    const rows = await runtime.audit.list({ ...filter, limit: pageSize + 1, before: readListPlace(query) })
    const shown = rows.slice(0, pageSize)
    const names = await loadNames(visit)
    const download = new URLSearchParams(query)
    for (const name of ['before', 'notice']) download.delete(name)
    return {
      kind: 'page',
      title: 'Audit log',
      content: (
        <>
          <SettingsHead title="Audit log" at="/settings/audit">
            <p class="lead">
              Every change that somebody asked for, newest first: who, what, when and how it ended. Values are not kept.
            </p>
          </SettingsHead>
          <GetForm to="/settings/audit" role="search" class="filter">
            <div class="field">
              <label for="action">Action</label>
              <input
                id="action"
                name="action"
                value={query.get('action') ?? ''}
                placeholder="connection"
                maxlength={100}
              />
            </div>
            <div class="field">
              <label for="actor">Who</label>
              <select id="actor" name="actor">
                <option value="">Everybody</option>
                {[...names].map(([id, name]) => (
                  <option value={id} selected={query.get('actor') === id}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
            <div class="field">
              <label for="from">From</label>
              <input id="from" name="from" type="date" value={query.get('from') ?? ''} />
            </div>
            <div class="field">
              <label for="to">To</label>
              <input id="to" name="to" type="date" value={query.get('to') ?? ''} />
            </div>
            <button class="button quiet" type="submit">
              Show
            </button>
          </GetForm>
          {shown.length === 0 && <p class="sheet">No entry matches.</p>}
          {shown.length > 0 && (
            <Scrollable name="Audit log" isPaged>
              <AuditTable entries={shown} names={names} />
            </Scrollable>
          )}
          <OlderLink at="/settings/audit" query={query} last={rows.length > pageSize ? shown.at(-1) : undefined} />
          <p class="after">
            <Link to={`/settings/audit.csv?${download}`}>Download these entries as CSV</Link>
          </p>
        </>
      ),
    }

    async function loadNames({ runtime: { people, apiKeys } }: OwnVisit): Promise<ReadonlyMap<string, string>> {
      const { organizationId } = person
      const [everybody, keys] = await Promise.all([
        people.listAll({ organizationId }),
        apiKeys.list({ organizationId }),
      ])
      return new Map([
        ...everybody.map(({ id, name }) => [id, name] as const),
        ...keys.map(({ id, name }) => [id, `API key ${name ?? id}`] as const),
      ])
    }
  },
})

export const downloadAudit = definePage({
  path: '/settings/audit.csv',
  access: 'audit:read',
  show: async (visit) => {
    const entries = readEverything(visit.runtime, readAuditFilter(visit))
    const body = ReadableStream.from(encodeRows(entries))
    return {
      kind: 'response',
      response: new Response(visit.request.method === 'HEAD' ? null : body, {
        headers: buildSaveHeaders('audit-log.csv', 'text/csv; charset=utf-8'),
      }),
    }
  },
})

function readAuditFilter({ query, person: { organizationId } }: OwnVisit): AuditFilter {
  const read = (name: string) => query.get(name)?.trim().slice(0, 200) || undefined
  const action = read('action')
  return { organizationId, action, actorId: read('actor'), ...toDaySpan(read('from'), read('to')) }
}

async function* readEverything({ audit }: OwnVisit['runtime'], filter: AuditFilter): AsyncGenerator<AuditEntry> {
  let before: AuditEntry | undefined
  for (let count = 0; count < rowsMax; ) {
    const rows = await audit.list({ ...filter, limit: 1_000, before })
    yield* rows
    count += rows.length
    before = rows.at(-1)
    if (rows.length < 1_000) return
  }
}

async function* encodeRows(entries: AsyncIterable<AuditEntry>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const columns = ['time', 'actor_type', 'actor', 'action', 'target', 'fields', 'status', 'request']
  yield encoder.encode(formatCsvRow(columns))
  for await (const { atMs, actor, action, target, fields, status, requestId } of entries)
    yield encoder.encode(
      formatCsvRow([
        ...[new Date(atMs).toISOString(), actor.type, actor.id, action, target ?? '', fields.join(' ')],
        ...[status === null ? 'unknown' : String(status), requestId],
      ]),
    )
}

interface AuditTableProps {
  readonly entries: readonly AuditEntry[]
  readonly names: ReadonlyMap<string, string>
}

function AuditTable({ entries, names }: AuditTableProps) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col">Who</th>
          <th scope="col">To what</th>
          <th scope="col">When</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ actor, action, target, fields, atMs, status }) => (
          <tr>
            <th scope="row">
              <code>{action}</code>
              {fields.length > 0 && <span class="small">{fields.join(', ')}</span>}
            </th>
            <td data-label="Who">{names.get(actor.id) ?? `${actor.type} ${actor.id}`}</td>
            <td data-label="To what">{target === null ? '–' : (names.get(target) ?? <code>{target}</code>)}</td>
            <td data-label="When">
              <Moment at={atMs} />
            </td>
            <td data-label="Outcome">
              <Outcome status={status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Outcome({ status }: Pick<AuditEntry, 'status'>) {
  if (status === null) return <span class="badge error">Unknown</span>
  return status < 400 ? <span class="badge pass">Done</span> : <span class="badge plain">{`Refused (${status})`}</span>
}
