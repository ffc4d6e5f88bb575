import type { AnyConnector, CheckHead, RunEvent } from '../../define/index.ts'
import { clip } from '../../report/layout.ts'
import { safeLine } from '../../report/safe-text.ts'
import { countNoun } from '../../text/count-noun.ts'
import type { Terminal } from './terminal.ts'

/** Shows how a run goes on: one line that changes on a terminal, plain lines elsewhere. */
export interface Progress {
  readonly onEvent: (event: RunEvent) => void
  /** Leaves the terminal as it was. */
  end(): void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 100
// Shorter waits are the rule of a limiter at work, and nobody's news.
const waitShownMs = 2_000

export function runProgress(connector: AnyConnector, { err }: Terminal): Progress {
  return err.isTty ? liveProgress(connector, err) : plainProgress(connector, err)
}

function plainProgress({ definition }: AnyConnector, err: Terminal['err']): Progress {
  let total = 0
  let done = 0
  return {
    onEvent(event) {
      if (event.type === 'run.started') {
        total = event.checks.length
        err.line(`Running ${countNoun(total, 'check')} of ${definition.name} ${definition.version ?? ''}`.trimEnd())
      } else if (event.type === 'check.finished') {
        done++
        err.line(`  [${done}/${total}] ${outcomeLine(event.outcome)}`)
      } else if (event.type === 'wait' && event.delayMs >= waitShownMs) {
        err.line(`  ${event.checkId}: waits ${Math.ceil(event.delayMs / 1000)} s (${reasons[event.reason]})`)
      }
    },
    end: () => {},
  }
}

const reasons = { rate_limit: 'the vendor asks to slow down', retry: 'before it tries again' } as const

function outcomeLine({ id, status, error, requests, durationMs }: CheckHead): string {
  const what = error ? `error (${error.kind})` : status.replace('_', ' ')
  return `${id}: ${what}, ${countNoun(requests, 'request')}, ${(durationMs / 1000).toFixed(1)} s`
}

function liveProgress({ definition }: AnyConnector, err: Terminal['err']): Progress {
  const running = new Set<string>()
  let total = 0
  let done = 0
  let results = 0
  let requests = 0
  let waitUntilMs = 0
  let frame = 0
  const draw = () => {
    const waits = waitUntilMs - Date.now()
    const parts = [
      `${definition.name}: ${done}/${total} checks`,
      countNoun(requests, 'request'),
      countNoun(results, 'result'),
      ...(waits > waitShownMs ? [`waiting ${Math.ceil(waits / 1000)} s`] : []),
    ]
    const symbol = err.paint('cyan', frames[frame++ % frames.length] ?? '')
    const text = clip(`${parts.join(' · ')}${running.size === 0 ? '' : ` · ${[...running].join(', ')}`}`, err.width - 3)
    // Carriage return, text, erase what an earlier and longer line left.
    err.write(`\r${symbol} ${safeLine(text)}\u001b[K`)
  }
  const timer = setInterval(draw, frameMs)
  return {
    onEvent(event) {
      switch (event.type) {
        case 'run.started':
          total = event.checks.length
          return
        case 'check.started':
          running.add(event.checkId)
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
      err.write('\r\u001b[K')
    },
  }
}
