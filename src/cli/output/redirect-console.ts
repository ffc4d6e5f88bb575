import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { redactByLive } from '../../http/redact/live-redactors.ts'
import { cleanLine } from '../../report/safe-text.ts'
import type { Terminal } from './terminal.ts'

const lineLengthMax = 10_000

/**
 * Sends a connector's `console` output to stderr, without secrets. stdout belongs to the report, and another line would
 * break `--json`.
 */
export function redirectConsole(terminal: Pick<Terminal, 'err' | 'secrets'>): void {
  const sink = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      const { err, secrets } = terminal
      const lines = redactByLive(secrets.text(String(chunk)))
        .replace(/\n$/, '')
        .split('\n')
      // Over the progress line, which draws itself again.
      for (const line of lines) err.line(`${err.isTty ? '\r\u001b[K' : ''}${cleanIndented(line)}`)
      done()
    },
  })
  // Replaced in place, for code that took a reference to `console` before.
  Object.assign(globalThis.console, new Console({ stdout: sink, stderr: sink, colorMode: false }))
}

function cleanIndented(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ''}${cleanLine(line, lineLengthMax)}`
}
