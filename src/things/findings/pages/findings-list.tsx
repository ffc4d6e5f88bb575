import type { Finding } from '../../../checks/findings/finding-store.ts'
import { useFrame } from '../../all-texts/frame.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { findCheckTitle, findConnectorName, type NameSources } from '../../pages/shared/connector-names.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { KeyedPages } from '../../pages/shared/keyed-pages.tsx'
import { SeverityBadge } from '../../pages/shared/status.tsx'
import { Tabs } from '../../pages/shared/tabs.tsx'
import type { FindingTally } from '../finding-lists.ts'
import type { CheckFindings } from '../group-findings.ts'
import { formatFindingCursor } from '../reading/finding-cursor.ts'
import { type FindingsFilter, formatFindingsPath, isNarrowed, tabs } from './finding-filter.ts'
import { FindingRow } from './finding-row.tsx'
import { Due } from './finding-words.tsx'

export function countTab({ tab }: FindingsFilter, { open, accepted, resolved }: FindingTally): number {
  return tab === 'all' ? open + accepted + resolved : { open, accepted, resolved }[tab]
}

export function StateTabs({ filter, counts }: { readonly filter: FindingsFilter; readonly counts: FindingTally }) {
  const texts = useTexts()
  return (
    <Tabs
      tabs={tabs.map((tab) => ({
        to: formatFindingsPath({ ...filter, tab }),
        text: texts.findings.list.tabs[tab],
        count: texts.format.counted(countTab({ ...filter, tab }, counts)),
        current: tab === filter.tab,
      }))}
    />
  )
}

interface BulkBarProps {
  readonly mayWaive: boolean
  readonly query: string
  /** Name of the boxes. */
  readonly of: 'finding' | 'check'
}

export function BulkBar({ mayWaive, query, of }: BulkBarProps) {
  const texts = useTexts()
  return (
    <div class="bulk">
      <input type="hidden" name="filter" value={query} />
      <label class="tick scripted">
        <input type="checkbox" data-all={of} /> {texts.actions.selectPage}
      </label>
      <span class="small unscripted">{texts.findings.list.selectHelp}</span>
      <span class="row">
        <BulkButton to="/findings/change">{texts.findings.list.changeSelected}</BulkButton>
        {mayWaive && <BulkButton to="/findings/accept">{texts.findings.list.acceptSelected}</BulkButton>}
      </span>
    </div>
  )
}

function BulkButton({ to, children }: { readonly to: string; readonly children?: string }) {
  const { base } = useFrame()
  return (
    <SubmitButton looks="quiet" formaction={`${base}${to}`}>
      {children}
    </SubmitButton>
  )
}

/** The same findings one by one, or by check. */
export function ViewChoice({ filter }: { readonly filter: FindingsFilter }) {
  const texts = useTexts()
  return (
    <nav class="views" aria-label={texts.findings.views.name}>
      {([undefined, 'checks'] as const).map((view) => (
        <Link to={formatFindingsPath({ ...filter, view })} current={view === filter.view}>
          {texts.findings.views[view ?? 'findings']}
        </Link>
      ))}
    </nav>
  )
}

interface CheckRowsProps {
  readonly groups: readonly CheckFindings[]
  readonly filter: FindingsFilter
  readonly nowMs: number
  readonly runtime: NameSources
  readonly isSelectable: boolean
}

export function CheckRows({ groups, filter, nowMs, runtime, isSelectable }: CheckRowsProps) {
  const texts = useTexts()
  return (
    <ul class={isSelectable ? 'issues selectable' : 'issues'}>
      {groups.map(({ connectorId, checkId, total, first }) => {
        const [most] = first
        const title = findCheckTitle(runtime, connectorId, checkId)
        const name = findConnectorName(runtime, connectorId)
        return (
          <li>
            {isSelectable && (
              <span class="pick">
                <input
                  type="checkbox"
                  name="check"
                  value={`${connectorId}/${checkId}`}
                  aria-label={texts.findings.list.select({ title, name })}
                />
              </span>
            )}
            <SeverityBadge of={most.severity} />
            <span class="what">
              <Link to={formatFindingsPath({ ...filter, view: undefined, connector: connectorId, check: checkId })}>
                {title}
              </Link>
              <span class="small">
                {name} · {first.map(({ result: { resource } }) => resource.name ?? resource.id).join(', ')}
                {total > first.length &&
                  ` ${texts.counts.andMore({ count: texts.format.counted(total - first.length) })}`}
              </span>
            </span>
            <span class="marks" />
            <span class="owner">{texts.counts.findings({ count: total })}</span>
            <span class="due">
              <Due finding={most} nowMs={nowMs} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

interface FindingRowsProps {
  readonly page: readonly Finding[]
  readonly filter: FindingsFilter
  readonly nowMs: number
  readonly owners: ReadonlyMap<string | null, string>
  /** Where a finding is, for people. */
  readonly where: (finding: Finding) => string
  readonly isSelectable: boolean
}

export function Rows({ page, filter, nowMs, owners, where, isSelectable }: FindingRowsProps) {
  return (
    <ul class={isSelectable ? 'issues selectable' : 'issues'}>
      {page.map((finding) => (
        <FindingRow
          finding={finding}
          nowMs={nowMs}
          owner={owners.get(finding.ownerId)}
          where={where(finding)}
          isSelectable={isSelectable}
          showsState={filter.tab === 'all'}
        />
      ))}
    </ul>
  )
}

interface PagesProps {
  readonly filter: FindingsFilter
  /** undefined: nothing comes after it. */
  readonly last: Finding | undefined
  readonly count: number
  readonly total: number
  readonly isFirst: boolean
}

export function Pages({ filter, last, count, total, isFirst }: PagesProps) {
  const texts = useTexts()
  return (
    <KeyedPages
      at={formatFindingsPath(filter)}
      isFirst={isFirst}
      next={last && formatFindingCursor(filter.order, last)}
      says={texts.findings.list.shownOf({ count, total })}
    />
  )
}

export function sayNone(texts: Texts, filter: FindingsFilter, hasAnyRun: boolean): string {
  if (!hasAnyRun) return texts.findings.noRuns
  if (isNarrowed(filter)) return texts.findings.list.noMatch
  if (filter.tab === 'accepted') return texts.findings.list.noneAccepted
  if (filter.tab === 'resolved') return texts.findings.list.noneResolved
  return texts.findings.noneOpen
}
