import type { AuditEntry, AuditFilter } from '../../../service/records/audit.ts'
import { toDaySpan } from '../../../service/records/day-span.ts'
import { formatCsvRow } from '../../../text/csv-row.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { FormField, InputField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { OlderLink, readListPlace } from '../../pages/shared/older-link.tsx'
import { loadPersonChoice, PersonControl, type PersonSource, UnclearPerson } from '../../pages/shared/person-choice.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import { Table } from '../../pages/shared/table.tsx'
import type { ApiKey } from '../../runtime/runtime.ts'

const pageSize = 25
/** Rows of a download that are read at once. */
const rowsAtOnce = 1_000

/** Who changed what. */
export const auditPage = definePage({
  path: '/settings/audit',
  access: 'audit:read',
  show: async (visit) => {
    const { texts } = visit
    const { runtime, query } = visit
    const actors = await loadPersonChoice(visit, readText(query, 'actor'), {
      source: listActors(visit),
      fixed: [['', texts.audit.everybody]],
      takesUnknown: true,
    })
    const { chosen } = actors
    const filter = readAuditFilter(visit, chosen.id)
    const rows = await runtime.audit.list({ ...filter, limit: pageSize + 1, before: readListPlace(query) })
    const shown = rows.slice(0, pageSize)
    const names = await loadNames(visit, shown)
    const download = new URLSearchParams(query)
    for (const name of ['before', 'notice', 'actor']) download.delete(name)
    if (filter.actorId !== undefined) download.set('actor', filter.actorId)
    return createPage(
      { title: texts.labels.auditLog },
      <>
        <SettingsHead title={texts.labels.auditLog} at="/settings/audit">
          <p class="lead">{texts.audit.lead}</p>
        </SettingsHead>
        <GetForm to="/settings/audit" role="search" class="filter">
          <InputField
            name="action"
            label={texts.audit.action}
            value={query.get('action') ?? ''}
            placeholder="connection"
            maxlength={100}
          />
          <FormField id="actor" label={texts.audit.actor}>
            <PersonControl id="actor" name="actor" choice={actors} />
          </FormField>
          <InputField name="from" label={texts.audit.from} type="date" value={query.get('from') ?? ''} />
          <InputField name="to" label={texts.audit.to} type="date" value={query.get('to') ?? ''} />
          <SubmitButton looks="quiet">{texts.actions.search}</SubmitButton>
        </GetForm>
        <UnclearPerson
          chosen={chosen}
          to={(actor) => `/settings/audit?${new URLSearchParams([...download, ['actor', actor]])}`}
        />
        {shown.length === 0 && <p class="sheet">{texts.audit.empty}</p>}
        {shown.length > 0 && (
          <Scrollable name={texts.labels.auditLog} isPaged>
            <AuditTable entries={shown} names={names} />
          </Scrollable>
        )}
        <OlderLink at="/settings/audit" query={query} last={rows.length > pageSize ? shown.at(-1) : undefined} />
        <p class="after">
          <Link to={`/settings/audit.csv?${download}`}>{texts.audit.download}</Link>
        </p>
      </>,
    )
  },
})

const keysAtOnce = 500

/** People and API keys, also those who are gone. */
function listActors({ texts, runtime: { people, apiKeys }, person: { organizationId } }: OwnVisit): PersonSource {
  const nameKey = ({ id, name }: ApiKey) => ({ id, name: texts.audit.apiKey({ name: name ?? id }), email: '' })
  return {
    async find(id) {
      const [known] = await people.listKnown({ organizationId, ids: [id] })
      if (known) return known
      const [key] = await apiKeys.list({ organizationId, ids: [id] })
      return key && nameKey(key)
    },
    async list({ text, limit }) {
      const found = await people.listNames({ organizationId, limit, text })
      const having: ReturnType<typeof nameKey>[] = []
      for (let before: ApiKey | undefined; having.length < limit; ) {
        const keys = await apiKeys.list({ organizationId, before, limit: keysAtOnce })
        having.push(...keys.map(nameKey).filter(({ name }) => name.toLowerCase().includes(text?.toLowerCase() ?? '')))
        before = keys.at(-1)
        if (keys.length < keysAtOnce) break
      }
      return [...found, ...having].slice(0, limit)
    },
  }
}

/** Of those who did something in these entries, or to whom it was done. */
async function loadNames(visit: OwnVisit, entries: readonly AuditEntry[]): Promise<ReadonlyMap<string, string>> {
  const { texts, runtime, person } = visit
  const { organizationId } = person
  const ids = [...new Set(entries.flatMap(({ actor, target }) => [actor.id, target ?? []].flat()))]
  const [people, keys] = await Promise.all([
    runtime.people.listKnown({ organizationId, ids }),
    runtime.apiKeys.list({ organizationId, ids, limit: ids.length }),
  ])
  return new Map([
    ...people.map(({ id, name }) => [id, name] as const),
    ...keys.map(({ id, name }) => [id, texts.audit.apiKey({ name: name ?? id })] as const),
  ])
}

export const downloadAudit = definePage({
  path: '/settings/audit.csv',
  access: 'audit:read',
  show: async (visit) => {
    const entries = readEverything(visit.runtime, readAuditFilter(visit, readText(visit.query, 'actor')))
    const body = ReadableStream.from(encodeRows(entries))
    return {
      kind: 'response',
      response: new Response(visit.request.method === 'HEAD' ? null : body, {
        headers: buildSaveHeaders('audit-log.csv', 'text/csv; charset=utf-8'),
      }),
    }
  },
})

function readText(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim().slice(0, 200) || undefined
}

function readAuditFilter({ query, person: { organizationId } }: OwnVisit, actorId: string | undefined): AuditFilter {
  const days = toDaySpan(readText(query, 'from'), readText(query, 'to'))
  return { organizationId, action: readText(query, 'action'), actorId: actorId || undefined, ...days }
}

async function* readEverything({ audit }: OwnVisit['runtime'], filter: AuditFilter): AsyncGenerator<AuditEntry> {
  for (let before: AuditEntry | undefined; ; ) {
    const rows: readonly AuditEntry[] = await audit.list({ ...filter, limit: rowsAtOnce, before })
    yield* rows
    before = rows.at(-1)
    if (rows.length < rowsAtOnce) return
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
  const texts = useTexts()
  return (
    <Table
      rows={entries}
      columns={[
        [
          texts.audit.action,
          ({ action, fields }) => (
            <>
              <code>{action}</code>
              {fields.length > 0 && <span class="small">{fields.join(', ')}</span>}
            </>
          ),
        ],
        [texts.audit.actor, ({ actor }) => names.get(actor.id) ?? `${actor.type} ${actor.id}`],
        [texts.audit.target, ({ target }) => (target === null ? '–' : (names.get(target) ?? <code>{target}</code>))],
        [texts.audit.time, ({ atMs }) => <Moment at={atMs} />],
        [texts.labels.outcome, ({ status }) => <Outcome status={status} />],
      ]}
    />
  )
}

function Outcome({ status }: Pick<AuditEntry, 'status'>) {
  const texts = useTexts()
  if (status === null) return <span class="badge error">{texts.states.unknown}</span>
  return status < 400 ? (
    <span class="badge pass">{texts.audit.succeeded}</span>
  ) : (
    <span class="badge plain">{texts.audit.refused({ status })}</span>
  )
}
