import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { redactByLive } from '../../http/redact/live-redactors.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import type { Streams, Terminal, TerminalSink } from './terminal.ts'

const lineLengthMax = 10_000
// A connector that never ends its line must not fill the memory.
const lineBegunMax = 64 * 1024

/**
 * Sends what a connector or its packages print to stderr, without secrets: by `console`, and by the streams of the process. stdout
 * belongs to the report, and another line would break `--json`.
 * @param streams the process's own
 * @returns prints a line that has no end yet
 */
export function redirectConsole(terminal: Pick<Terminal, 'err' | 'secrets'>, streams: Streams): () => void {
  const sinks = [new LineSink(terminal), new LineSink(terminal)] as const
  // Replaced in place, for code that took a reference to `console` before.
  Object.assign(globalThis.console, new Console({ stdout: sinks[0], stderr: sinks[1], colorMode: false }))
  // Asked for when it is used: Node makes a stream then.
  for (const [index, name] of (['stdout', 'stderr'] as const).entries())
    Object.defineProperty(process, name, {
      configurable: true,
      enumerable: true,
      get: () =>
        Object.assign(sinks[index] as TerminalSink, { fd: index + 1, isTTY: false, columns: streams[name].columns }),
    })
  return () => {
    for (const sink of sinks) sink.flush()
  }
}

/** Prints whole lines: a secret may come in parts. */
class LineSink extends Writable {
  readonly #terminal: Pick<Terminal, 'err' | 'secrets'>
  #begun = ''

  constructor(terminal: Pick<Terminal, 'err' | 'secrets'>) {
    super({ decodeStrings: false })
    this.#terminal = terminal
  }

  override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    const text = this.#begun + (typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8'))
    const end = text.length > lineBegunMax ? text.length : text.lastIndexOf('\n') + 1
    this.#begun = text.slice(end)
    if (end > 0) this.#print(text.slice(0, end))
    done()
  }

  // Nobody ends the process's own streams.
  override end(): this {
    return this
  }

  override destroy(): this {
    return this
  }

  flush(): void {
    const begun = this.#begun
    this.#begun = ''
    if (begun !== '') this.#print(begun)
  }

  #print(text: string): void {
    const { err, secrets } = this.#terminal
    const lines = redactByLive(secrets.text(text)).replace(/\n$/, '').split('\n')
    for (const line of lines) {
      // Over the progress line, which draws itself again.
      err.draw()
      err.line(cleanIndented(line))
    }
  }
}

function cleanIndented(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ''}${cleanLine(line, lineLengthMax)}`
}
