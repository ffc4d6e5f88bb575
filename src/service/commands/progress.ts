import type { AnyConnector, CheckHead, RunEvent } from '../../define/index.ts'
import { formatInventoryName } from '../../inventory/inventory-head.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { statusWords } from '../../report/pieces/status-words.ts'
import { clipToWidth } from '../../report/pieces/wrap-text.ts'
import { countNoun, pluralize } from '../../text/count-noun.ts'
import { formatSeconds } from '../../text/format-seconds.ts'
import type { Terminal } from './terminal.ts'

/** Shows the progress of a run: one changing line on a terminal, plain lines elsewhere. */
export interface ProgressDisplay {
  readonly onEvent: (event: RunEvent) => void
  /** Restores the terminal. */
  end(): void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 100
// Shorter waits are a limiter's normal work, and not worth a line.
const waitShownMs = 2_000

export function createRunProgress(connector: AnyConnector, { err }: Terminal): ProgressDisplay {
  return err.isTty ? createLiveProgress(connector, err) : createPlainProgress(connector, err)
}

function createPlainProgress({ definition }: AnyConnector, err: Terminal['err']): ProgressDisplay {
  let total = 0
  let done = 0
  return {
    onEvent(event) {
      if (event.type === 'run.started') {
        total = event.checks.length
        err.line(`${describeWork(event)} of ${definition.name} ${definition.version ?? ''}`.trimEnd())
      } else if (event.type === 'check.finished') {
        done++
        err.line(`  [${done}/${total}] ${formatOutcomeLine(event.outcome)}`)
      } else if (event.type === 'inventory.finished') {
        err.line(`  ${formatInventoryLine(event)}`)
      } else if (event.type === 'wait' && event.delayMs >= waitShownMs) {
        err.line(`  ${event.checkId}: waits ${Math.ceil(event.delayMs / 1000)} s (${reasons[event.reason]})`)
      }
    },
    end: () => {},
  }
}

function describeWork({ checks, inventories = [] }: RunEvent & { readonly type: 'run.started' }): string {
  if (checks.length > 0) return `Running ${countNoun(checks.length, 'check')}`
  return `Reading the ${pluralize(inventories.length, 'list')} ${inventories.join(', ')}`
}

const reasons = { rate_limit: 'the vendor limits the rate', retry: 'before it tries again' } as const

function formatInventoryLine({ outcome }: RunEvent & { readonly type: 'inventory.finished' }): string {
  const { count, error, requests, durationMs } = outcome
  const what = `${countNoun(count, 'record')}${error ? `, not complete (${error.kind})` : ''}`
  return `list ${formatInventoryName(outcome)}: ${what}, ${countNoun(requests, 'request')}, ${formatSeconds(durationMs)}`
}

function formatOutcomeLine({ id, status, error, requests, durationMs }: CheckHead): string {
  const what = error ? `error (${error.kind})` : statusWords[status]
  return `${id}: ${what}, ${countNoun(requests, 'request')}, ${formatSeconds(durationMs)}`
}

function createLiveProgress({ definition }: AnyConnector, err: Terminal['err']): ProgressDisplay {
  const running = new Set<string>()
  let total = 0
  let done = 0
  // A run without checks counts its lists.
  let noun = 'checks'
  let results = 0
  let requests = 0
  let waitUntilMs = 0
  let frame = 0
  const draw = () => {
    const waits = waitUntilMs - Date.now()
    const parts = [
      `${definition.name}: ${done}/${total} ${noun}`,
      countNoun(requests, 'request'),
      ...(noun === 'checks' ? [countNoun(results, 'result')] : []),
      ...(waits > waitShownMs ? [`waiting ${Math.ceil(waits / 1000)} s`] : []),
    ]
    const symbol = err.paint('cyan', frames[frame++ % frames.length] ?? '')
    const text = clipToWidth(
      `${parts.join(' · ')}${running.size === 0 ? '' : ` · ${[...running].join(', ')}`}`,
      err.width - 3,
    )
    err.draw(`${symbol} ${cleanLine(text)}`)
  }
  const timer = setInterval(draw, frameMs)
  return {
    onEvent(event) {
      switch (event.type) {
        case 'run.started':
          total = event.checks.length
          if (total > 0 || !event.inventories) return
          total = event.inventories.length
          noun = 'lists'
          return
        case 'check.started':
          running.add(event.checkId)
          return
        case 'inventory.started':
          running.add(event.inventory)
          return
        case 'inventory.finished':
          running.delete(event.inventory)
          if (noun === 'lists') done++
          return
        case 'request':
          requests++
          return
        case 'wait':
          waitUntilMs = Math.max(waitUntilMs, Date.now() + event.delayMs)
          return
        case 'result':
          results++
          return
        case 'check.finished':
          running.delete(event.checkId)
          done++
      }
    },
    end() {
      clearInterval(timer)
      err.draw()
    },
  }
}
