import { formatFrameworkTitle } from '../../../checks/controls/frameworks/format-framework-title.ts'
import { everyFrameworkId, frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import type { PackageRecord } from '../../../service/records/packages.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo, mayReadPeople } from '../../../service/rights/permissions.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { SessionPerson } from '../../api/options/person.ts'
import { auditPeriod } from '../../audit-periods/thing.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import { findThingTexts } from '../../declared/thing-texts.ts'
import { listOwnFrameworks, type OwnFrameworkSummary } from '../../own-frameworks/reading/load-own-frameworks.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, InputField, SelectField } from '../../pages/shared/form-field.tsx'
import { MoreLink } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { takeWanted } from '../../parts/take-wanted.ts'
import { PackageIncompleteError } from '../making/demand-evidence.ts'
import {
  createPackage,
  listHiddenPackages,
  listPackages,
  type PackageReader,
  type PackageWish,
  sendPackage,
} from '../reading/packages.ts'
import { createIncompletePage } from './incomplete-page.tsx'
import { statusAccess } from './status-page.tsx'

const shown = 50
const otherNamesMax = 5

/** Packages for auditors, and the form that makes one. */
export const packagesPage = definePage({
  path: '/packages',
  access: 'packages:make',
  show: (visit) => renderPackages(visit),
})

/** What a person has chosen, if it has to be corrected. */
interface RefusedPackage extends PackageWish {
  readonly problem: string
}

async function renderPackages(visit: OwnVisit, refused?: RefusedPackage): Promise<PageAnswer> {
  const { texts, runtime, person, query } = visit
  const reader = toReader(person)
  const id = query.get('before')
  const before = id === null ? undefined : await runtime.packages.get({ id, organizationId: person.organizationId })
  const rows = await listPackages({ runtime }, reader, { limit: shown + 1, before })
  const packages = rows.slice(0, shown)
  const periods = await listPeriods(visit)
  const nowMs = runtime.workspace.clock.nowMs()
  const { organizationId } = person
  const own = await listOwnFrameworks(runtime, { organizationId, within: findKnownTime(reader, nowMs) })
  const auditors = await listAuditors(visit)
  const period = periods.find((each) => each.id === query.get('period'))
  const others = packages.length === 0 ? await listHiddenPackages({ runtime }, reader, otherNamesMax) : []
  return createPage(
    { status: refused === undefined ? 200 : 400, title: texts.packages.title },
    <>
      <PageHead
        crumbs={<Link to="/controls">{texts.labels.controls}</Link>}
        title={texts.packages.title}
        lead={texts.packages.lead}
      />
      <section class="sheet" aria-label={texts.packages.title}>
        {packages.length === 0 && <None reader={reader} others={others} />}
        <ul class="list">
          {packages.map((record) => (
            <PackageLine
              record={record}
              maySign={mayDo(person.role, statusAccess)}
              auditor={auditors.find(({ id }) => id === record.forUserId)?.name}
              isForReader={record.forUserId !== null && record.forUserId === person.userId}
            />
          ))}
        </ul>
        {rows.length > shown && (
          <MoreLink to={`/packages?before=${packages.at(-1)?.id}`}>{texts.packages.earlier}</MoreLink>
        )}
      </section>
      <MakeSection
        reader={reader}
        refused={refused}
        periods={periods}
        own={own}
        auditors={auditors}
        wish={period && toWish(period, reader, nowMs)}
      />
    </>,
  )
}

interface NoneProps {
  readonly reader: PackageReader
  /** Packages that the reader may not see. */
  readonly others: readonly PackageRecord[]
}

/** Whoever has only their own packages is told whom to ask for others. */
function None({ reader, others }: NoneProps) {
  const texts = useTexts()
  if (reader.mayReadAll) return <p>{texts.packages.empty}</p>
  return (
    <>
      <p>{texts.packages.emptyOwn}</p>
      {others.length > 0 && (
        <>
          <p>{texts.packages.othersHave}</p>
          <ul>
            {others.map(({ framework, periodFrom: from, periodTo: to }) => (
              <li>
                {frameworkNames[framework] ?? framework}, {texts.packages.period({ from, to })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

export const makePackage = defineAction({
  path: '/packages',
  access: 'packages:make',
  audit: { action: 'package.make' },
  act: async (submission) => {
    const { texts, runtime, objects, person, form } = submission
    const [from, to] = [form.text('from').trim(), form.text('to').trim()]
    const wish = {
      framework: form.text('framework'),
      from,
      to,
      requireEvidence: form.text('strict') === 'yes',
      forUserId: form.text('for') || undefined,
    }
    if (from === '' || to === '')
      return renderPackages(submission, { ...wish, problem: texts.packages.create.daysMissing })
    try {
      const { id } = await createPackage({ runtime, objects }, toReader(person), wish)
      return { kind: 'redirect', to: '/packages', made: id }
    } catch (error) {
      if (error instanceof PackageIncompleteError) return createIncompletePage(texts, error)
      if (error instanceof CheckwrightError && (error.code === 'PACKAGE_INVALID' || error.code === 'API_INVALID'))
        return renderPackages(submission, { ...wish, problem: error.message })
      throw error
    }
  },
})

export const downloadPackage = definePage({
  path: '/packages/:packageId/file',
  access: 'packages:make',
  auditRead: { action: 'package.read', describe: ({ packageId = '' }) => ({ target: packageId, fields: [] }) },
  show: async ({ runtime, person, params, request }) => ({
    kind: 'response',
    response: await sendPackage({ runtime }, toReader(person), params.packageId ?? '', request),
  }),
})

function toReader({ organizationId, userId, role, periodFrom, periodTo, readsPeople }: SessionPerson): PackageReader {
  return {
    organizationId,
    userId,
    periodFrom,
    periodTo,
    mayReadPeople: mayReadPeople({ role, readsPeople }),
    mayReadAll: mayDo(role, 'people:read'),
    mayReadConnections: mayDo(role, 'connections:read'),
  }
}

/** Auditors for whom somebody may make a package. */
async function listAuditors({ runtime, person: { organizationId, role } }: OwnVisit): Promise<readonly Auditor[]> {
  if (!mayDo(role, 'people:read')) return []
  const viewers = (await runtime.people.list({ organizationId })).filter((each) => each.role === 'viewer')
  const ids = viewers.slice(0, shown).map(({ userId }) => userId)
  const known = ids.length === 0 ? [] : await runtime.people.listKnown({ organizationId, ids })
  return known.map(({ id, name, email }) => ({ id, name: name || email || id }))
}

interface Auditor {
  readonly id: string
  readonly name: string
}

interface PackageLineProps {
  readonly record: PackageRecord
  readonly maySign: boolean
  /** For whom it was made. */
  readonly auditor: string | undefined
  readonly isForReader: boolean
}

function PackageLine({ record, maySign, auditor, isForReader }: PackageLineProps) {
  const texts = useTexts()
  const { id, framework, periodFrom: from, periodTo: to, gaps, fileId, madeAtMs } = record
  return (
    <li>
      <span class="what">
        {frameworkNames[framework] ?? framework} <span class="small">{texts.packages.period({ from, to })}</span>
      </span>
      <span class="small">{gaps === 0 ? texts.packages.noGaps : texts.packages.gaps({ gaps })}</span>
      <span class="small">
        <Moment at={madeAtMs} />
      </span>
      {auditor !== undefined && <span class="small">{texts.packages.madeFor({ name: auditor })}</span>}
      {isForReader && <span class="small">{texts.packages.madeForYou}</span>}
      {fileId === null ? (
        <span class="small">{texts.packages.elsewhere}</span>
      ) : (
        <span class="row">
          <Link to={`/packages/${id}/file`}>{texts.actions.download}</Link>
          {maySign && <Link to={`/packages/${id}/status`}>{texts.packages.status.title}</Link>}
        </span>
      )}
    </li>
  )
}

type AuditPeriod = Awaited<ReturnType<typeof listPeriods>>[number]

/** Those that have begun: a package has no day that is to come. */
async function listPeriods({ runtime, person }: OwnVisit) {
  if (!mayDo(person.role, auditPeriod.scopes.read)) return []
  const pages = listAllRecords(recordsFor(runtime, auditPeriod, person))
  return takeWanted(pages, ({ state }) => state !== 'upcoming', shown)
}

/** Links that fill in the form. */
function PeriodLinks({ periods }: Pick<MakeProps, 'periods'>) {
  const { title } = findThingTexts(useTexts(), auditPeriod)
  if (periods.length === 0) return null
  return (
    <nav class="row" aria-label={title}>
      {title}:
      {periods.map(({ id, values }) => (
        <Link to={`/packages?period=${id}`}>{values.name}</Link>
      ))}
    </nav>
  )
}

/** What the form is filled with: the days of the period until today, as far as the reader may know them. */
function toWish({ values }: AuditPeriod, reader: PackageReader, nowMs: number): PackageWish {
  const { framework, ownFramework, firstDay, lastDay } = values
  const known = findKnownTime(reader, nowMs)
  const [begin, end] = [formatDay(known?.fromMs ?? 0), formatDay(known?.toMs ?? nowMs)]
  const named = framework ?? ownFramework ?? ''
  return { framework: named, from: firstDay < begin ? begin : firstDay, to: lastDay > end ? end : lastDay }
}

interface MakeProps {
  readonly reader: PackageReader
  readonly refused: RefusedPackage | undefined
  readonly periods: readonly AuditPeriod[]
  /** Frameworks of the organization's own. */
  readonly own: readonly OwnFrameworkSummary[]
  readonly auditors: readonly Auditor[]
  /** What the form is filled with, if nothing was refused. */
  readonly wish: PackageWish | undefined
}

function MakeSection({ reader, refused, periods, own, auditors, wish: chosen }: MakeProps) {
  const texts = useTexts()
  const wish = refused ?? chosen
  const { periodFrom, periodTo } = reader
  const bounds = { min: periodFrom ?? undefined, max: periodTo ?? undefined, required: true }
  return (
    <Sheet id="make" title={texts.packages.create.title}>
      <p class="small">{texts.packages.create.help}</p>
      <Alert says={refused?.problem} />
      <PeriodLinks periods={periods} />
      {!reader.mayReadPeople && <p class="small">{texts.packages.create.withoutPeople}</p>}
      <PostForm to="/packages">
        <SelectField name="framework" label={texts.labels.framework}>
          {everyFrameworkId.map((id) => (
            <option value={id} selected={id === wish?.framework}>
              {frameworkNames[id] ?? id}
            </option>
          ))}
          {own.map(({ id, title, version }) => (
            <option value={id} selected={id === wish?.framework}>
              {formatFrameworkTitle({ title, version })}
            </option>
          ))}
        </SelectField>
        <InputField
          name="from"
          label={texts.labels.firstDay}
          type="date"
          {...bounds}
          value={wish?.from ?? periodFrom ?? undefined}
        />
        <InputField
          name="to"
          label={texts.labels.lastDay}
          type="date"
          {...bounds}
          value={wish?.to ?? periodTo ?? undefined}
        />
        {auditors.length > 0 && (
          <SelectField name="for" label={texts.packages.create.forWhom} help={texts.packages.create.forWhomHelp}>
            <option value="">{texts.packages.create.forMe}</option>
            {auditors.map(({ id, name }) => (
              <option value={id} selected={id === wish?.forUserId}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <label class="tick">
          <input type="checkbox" name="strict" value="yes" checked={refused?.requireEvidence} />{' '}
          {texts.packages.create.requireEvidence}
        </label>
        <FormActions submit={texts.packages.create.title} looks="quiet" />
      </PostForm>
    </Sheet>
  )
}
