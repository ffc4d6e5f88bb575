import type { RunComparison } from '../../checks/findings/comparison.ts'
import type { Judgements } from '../../checks/judgements/open-judgements.ts'
import type { RunRecord } from '../../checks/run-store.ts'
import type { CheckFailure, CheckHead, LogEntry, ResultRecord } from '../../define/index.ts'
import { formatFirstFrame } from '../../report/format-frame.ts'
import { listUndecidedLines } from '../../report/undecided-lines.ts'
import { Link } from '../frame/links.tsx'
import { formatCount, formatDuration } from '../shared/moment.tsx'
import { SeverityBadge, StatusBadge } from '../shared/status.tsx'
import { type Filter, formatFilterQuery } from './filter.ts'
import { ResultItem } from './result-item.tsx'
import type { Section } from './section.ts'

interface CheckSectionProps {
  readonly run: RunRecord
  readonly filter: Filter
  readonly section: Section
  readonly comparison: RunComparison | undefined
  readonly mayWaive: boolean
  readonly mayJudge: boolean
  /** Judgements that hold now. */
  readonly standing: Judgements
}

/** One check: its status and its results. */
export function CheckSection({ run, filter, section, comparison, mayWaive, mayJudge, standing }: CheckSectionProps) {
  const { check, results, quiet, count } = section
  const item = (result: ResultRecord) => (
    <ResultItem
      runId={run.id}
      check={check}
      result={result}
      change={comparison?.changeOf(result.findingId)}
      hasPage={!run.scoped}
      mayWaive={mayWaive}
      mayJudge={mayJudge}
      judged={standing.judgementFor(result, check)}
    />
  )
  return (
    <section class="sheet check" aria-labelledby={`check-${check.id}`}>
      <div class="check-head">
        <StatusBadge of={check.status} />
        <h2 id={`check-${check.id}`}>{check.title}</h2>
        <SeverityBadge of={check.severity} />
      </div>
      <p class="small">
        <code>{check.id}</code>
        {check.controls.length > 0 && ` · ${check.controls.join(', ')}`} ·{' '}
        {run.crossCheckId === null && `${formatCount(check.requests, 'request')} · `}
        {formatDuration(check.durationMs)}
      </p>
      {check.error && <Untold failure={check.error} complete={check.complete} />}
      {check.undecided && check.undecided.count > 1 && (
        <ul class="undecided">
          {listUndecidedLines(check).map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      )}
      {results.length > 0 && <ul class="results">{results.map(item)}</ul>}
      {quiet.length > 0 && (
        <details class="quiet-results">
          <summary>{`${formatCount(quiet.length, 'result')} that ${quiet.length === 1 ? 'needs' : 'need'} no action`}</summary>
          <ul class="results">{quiet.map(item)}</ul>
        </details>
      )}
      {count === 0 && check.error === undefined && <p class="small">No results.</p>}
      {count > results.length + quiet.length && <More run={run} filter={filter} section={section} />}
      {check.logs.length > 0 && <Logs check={check} />}
    </section>
  )
}

/** The next step for the reader, for each reason why a check could not tell. */
const kindWords: Readonly<Record<CheckFailure['kind'], string>> = {
  auth: 'The vendor refused the credentials',
  permission: 'The credentials lack the permission for this',
  not_found: 'The vendor did not find it',
  plan: 'The vendor’s plan does not include this',
  rate_limited: 'The vendor limited the rate of requests',
  timeout: 'It took too long',
  upstream: 'The vendor had an error',
  network: 'The vendor could not be reached',
  schema_drift: 'The vendor’s answer has an unexpected form',
  incomplete_data: 'The answer was not complete',
  config: 'Something is not set up',
  check_bug: 'The check itself has a mistake',
}

function Untold({ failure, complete }: { readonly failure: CheckFailure; readonly complete: boolean }) {
  const { kind, code, message, missingScopes = [], retryable } = failure
  const at = formatFirstFrame(failure)
  return (
    <div class="alert untold">
      <h3>{kindWords[kind]}</h3>
      <p>{message}</p>
      {missingScopes.length > 0 && (
        <p>
          Missing scopes: <code>{missingScopes.join(' ')}</code>. Connect again and allow them.
        </p>
      )}
      {at !== undefined && (
        <p>
          <code>{at}</code>
        </p>
      )}
      <p class="small">
        Neither pass nor fail{complete ? '' : ': not everything was seen'}. <code>{code}</code>
        {retryable && ' · Another run may give an answer.'}
      </p>
    </div>
  )
}

function More({
  run,
  filter,
  section: { check, results, quiet, count, page, pages },
}: Pick<CheckSectionProps, 'run' | 'filter' | 'section'>) {
  const to = (number: number) => `/runs/${run.id}?${formatFilterQuery({ ...filter, check: check.id })}&page=${number}`
  if (filter.check === undefined)
    return (
      <p>
        <Link to={to(1)}>{`All ${count.toLocaleString('en')} results of this check`}</Link>{' '}
        <span class="small">({results.length + quiet.length} shown)</span>
      </p>
    )
  return (
    <nav class="row" aria-label={`Pages of ${check.title}`}>
      {page > 1 && <Link to={to(page - 1)}>Previous</Link>}
      <span class="small">{`Page ${page} of ${pages}`}</span>
      {page < pages && <Link to={to(page + 1)}>Next</Link>}
    </nav>
  )
}

const logsMax = 100

function Logs({ check: { title, logs } }: { readonly check: CheckHead }) {
  return (
    <details class="logs">
      <summary>{`Log of the check (${logs.length})`}</summary>
      <ol aria-label={`Log of ${title}`}>
        {logs.slice(0, logsMax).map((entry) => (
          <LogLine entry={entry} />
        ))}
      </ol>
      {logs.length > logsMax && <p class="small">{`${logs.length - logsMax} more are in the JSON report.`}</p>}
    </details>
  )
}

function LogLine({ entry: { level, message, fields, time } }: { readonly entry: LogEntry }) {
  return (
    <li>
      <code>{time.slice(11, 23)}</code> <b>{level}</b> {message}{' '}
      {fields !== undefined && <code>{JSON.stringify(fields)}</code>}
    </li>
  )
}
