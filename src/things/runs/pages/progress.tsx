import type { RunRecord } from '../../../checks/runs/run-store.ts'
import type { AnyConnector } from '../../../define/index.ts'
import { useFrame } from '../../all-texts/frame.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { createPage, type PageAnswer } from '../../pages/page-route.ts'
import { ConnectionLink } from '../../pages/shared/connection-link.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { ScopedNotice } from '../../pages/shared/scoped-run.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { StatusBadge } from '../../pages/shared/status.tsx'

interface RunProgressView {
  readonly run: RunRecord
  /** undefined: no longer registered. */
  readonly connector: AnyConnector | undefined
}

/** A run that has not ended. The script adds its events; without it, the page reloads every few seconds. */
export function createProgressPage(texts: Texts, { run, connector }: RunProgressView): PageAnswer {
  const name = connector?.definition.name ?? run.connectorId
  return createPage(
    { title: texts.runs.progress.pageTitle({ name }), reloadSeconds: 3 },
    <>
      <PageHead
        crumbs={
          <ConnectionLink id={run.connectionId} connector={run.connectorId}>
            {name}
          </ConnectionLink>
        }
        title={texts.runs.progress.title}
        actions={<StatusBadge of={run.status} />}
      >
        <p class="lead" id="run-state" role="status">
          {run.status === 'queued'
            ? texts.runs.progress.queued({ isConnection: run.crossCheckId === null })
            : run.crossCheckId === null
              ? texts.runs.progress.requesting
              : texts.runs.progress.comparing}
        </p>
        <p class="small">{texts.runs.progress.requestedAt({ moment: <Moment at={run.startedAtMs} /> })}</p>
      </PageHead>
      <ScopedNotice run={run} />
      <LiveChecks run={run} connector={connector} />
      <PostForm to={`/runs/${run.id}/cancel`} class="actions">
        <SubmitButton looks="quiet">{texts.runs.progress.cancel}</SubmitButton>
      </PostForm>
      <p class="small">{texts.runs.progress.help}</p>
    </>,
  )
}

function LiveChecks({ run, connector }: RunProgressView) {
  const texts = useTexts()
  const { base } = useFrame()
  const vendor = connector?.definition.name ?? run.connectorId
  const limited = texts.runs.live.limited({ vendor, perSecond: connector?.definition.limits?.requestsPerSecond })
  return (
    <section
      class="sheet"
      aria-labelledby="checks"
      data-live={`${base}/runs/${run.id}/events`}
      data-words={JSON.stringify({ ...texts.runs.live, limited })}
    >
      <h2 id="checks">{texts.labels.checks}</h2>
      <div class="meter">
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect class="tone pass" width="0" height="1" data-meter />
        </svg>
      </div>
      <p class="small" data-total aria-live="polite" />
      <ol class="live">
        {(connector?.checks ?? []).map(({ id, title }) => (
          <li data-check={id}>
            <span data-status>
              <StatusBadge of="queued" />
            </span>
            <span class="what">{title}</span>
            <span class="small" data-note />
          </li>
        ))}
      </ol>
      <details class="trace">
        <summary>{texts.runs.progress.requests}</summary>
        <Scrollable name={texts.runs.progress.requests}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.labels.check}</th>
                <th scope="col">{texts.labels.status}</th>
                <th scope="col">{texts.runs.list.duration}</th>
                <th scope="col">{texts.runs.progress.waited}</th>
                <th scope="col">{texts.labels.request}</th>
              </tr>
            </thead>
            <tbody data-trace />
          </table>
        </Scrollable>
      </details>
      <template data-statuses>
        {(['queued', 'running', 'pass', 'fail', 'manual', 'not_applicable', 'error', 'cancelled'] as const).map(
          (status) => (
            <span data-of={status}>
              <StatusBadge of={status} />
            </span>
          ),
        )}
      </template>
    </section>
  )
}
