import type { RunComparison } from '../../../checks/findings/comparison.ts'
import type { Judgements } from '../../../checks/judgements/open-judgements.ts'
import type { RunRecord } from '../../../checks/runs/run-store.ts'
import {
  type CheckFailure,
  type CheckHead,
  findFailureCause,
  type LogEntry,
  type ResultRecord,
} from '../../../define/index.ts'
import { formatFirstFrame } from '../../../report/pieces/format-frame.ts'
import { listUndecidedLines } from '../../../report/pieces/undecided-lines.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { formatDuration } from '../../pages/shared/moment.tsx'
import { SeverityBadge, StatusBadge } from '../../pages/shared/status.tsx'
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
  readonly decisions: Judgements
}

/** One check: its status and its results. */
export function CheckSection({ run, filter, section, comparison, mayWaive, mayJudge, decisions }: CheckSectionProps) {
  const texts = useTexts()
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
      judged={decisions.judgementFor(result, check)}
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
        {run.crossCheckId === null && `${texts.runs.head.requests({ count: check.requests })} · `}
        {formatDuration(texts, check.durationMs)}
      </p>
      {check.proof !== undefined && check.proof !== 'none' && (
        <p class="small">{texts.runs.results.triedOn(check.proof)}</p>
      )}
      {check.error && <UndecidedBox failure={check.error} complete={check.complete} />}
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
          <summary>{texts.runs.results.noAction({ count: quiet.length })}</summary>
          <ul class="results">{quiet.map(item)}</ul>
        </details>
      )}
      {count === 0 && check.error === undefined && <p class="small">{texts.labels.noResults}</p>}
      {count > results.length + quiet.length && <More run={run} filter={filter} section={section} />}
      {check.logs.length > 0 && <Logs check={check} />}
    </section>
  )
}

function UndecidedBox({ failure, complete }: { readonly failure: CheckFailure; readonly complete: boolean }) {
  const texts = useTexts()
  const { kind, code, message, missingScopes = [], retryable } = failure
  const at = formatFirstFrame(failure)
  const cause = findFailureCause(failure)
  const words = cause && texts.runs.words.causes[cause]
  return (
    <div class="alert untold">
      <h3>{failure.cause === undefined ? texts.runs.words.kinds[kind] : words?.title}</h3>
      {words && missingScopes.length === 0 && <p>{words.remedy}</p>}
      <p>{message}</p>
      {missingScopes.length > 0 && (
        <p>{texts.runs.failure.missingScopes({ code: <code>{missingScopes.join(' ')}</code> })}</p>
      )}
      {at !== undefined && (
        <p>
          <code>{at}</code>
        </p>
      )}
      <p class="small">
        {texts.runs.failure.undecided({ complete, code: <code>{code}</code> })}
        {retryable && ` · ${texts.runs.words.runAgain}`}
      </p>
    </div>
  )
}

function More({
  run,
  filter,
  section: { check, results, quiet, count, page, pages },
}: Pick<CheckSectionProps, 'run' | 'filter' | 'section'>) {
  const texts = useTexts()
  const to = (number: number) => `/runs/${run.id}?${formatFilterQuery({ ...filter, check: check.id })}&page=${number}`
  if (filter.check === undefined)
    return (
      <p>
        <Link to={to(1)}>{texts.runs.results.all({ count: texts.format.number(count) })}</Link>{' '}
        <span class="small">{texts.runs.results.shown({ results: results.length + quiet.length })}</span>
      </p>
    )
  return (
    <nav class="row" aria-label={texts.runs.results.pages({ title: check.title })}>
      {page > 1 && <Link to={to(page - 1)}>{texts.actions.previousPage}</Link>}
      <span class="small">{texts.counts.page({ page, pages })}</span>
      {page < pages && <Link to={to(page + 1)}>{texts.actions.nextPage}</Link>}
    </nav>
  )
}

const logsMax = 100

function Logs({ check: { title, logs } }: { readonly check: CheckHead }) {
  const texts = useTexts()
  return (
    <details class="logs">
      <summary>{texts.runs.log.title({ count: logs.length })}</summary>
      <ol aria-label={texts.runs.log.of({ title })}>
        {logs.slice(0, logsMax).map((entry) => (
          <LogLine entry={entry} />
        ))}
      </ol>
      {logs.length > logsMax && <p class="small">{texts.runs.log.more({ count: logs.length - logsMax })}</p>}
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
