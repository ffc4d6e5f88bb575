import type { Readable, Writable } from 'node:stream'
import { styleText } from 'node:util'
import { Redactor } from '../../http/redact/redact.ts'
import { renderJson } from '../../report/json.ts'

/** A stream that may end on a terminal. */
export type Sink = Writable & { readonly isTTY?: boolean; readonly columns?: number }
export type InputStream = Readable & { readonly isTTY?: boolean }

/** One of the two ways out: stdout for results, stderr for everything that is said beside them. */
export interface Output {
  readonly stream: Sink
  readonly isTty: boolean
  readonly color: boolean
  /** Columns; of a file or pipe, what reads well. */
  readonly width: number
  line(text?: string): void
  write(text: string): void
  /** Colours on a terminal that wants colours, else the text as it is. */
  paint(style: Parameters<typeof styleText>[0], text: string): string
}

/** Where a command reads and writes. */
export interface Terminal {
  readonly input: InputStream
  readonly env: NodeJS.ProcessEnv
  readonly out: Output
  readonly err: Output
  /** Whether a person sits there who can be asked. */
  readonly canAsk: boolean
  /** Secrets that were entered, so that no message of anybody shows them. */
  readonly secrets: Redactor
  /** The only thing that a command with `--json` writes to stdout. */
  json(value: unknown): void
}

interface Streams {
  readonly stdin: InputStream
  readonly stdout: Sink
  readonly stderr: Sink
  readonly env: NodeJS.ProcessEnv
}

export function createProcessTerminal({ stdin, stdout, stderr, env }: Streams = process): Terminal {
  const secrets = new Redactor()
  // Of a pipe into a pager nobody knows the width; the terminal that it ends on is most likely the one of stderr.
  const columns = () => stdout.columns || stderr.columns || Number(env.COLUMNS) || 100
  const out = createOutput(stdout, columns, env)
  const err = createOutput(stderr, columns, env)
  return {
    input: stdin,
    env,
    out,
    err,
    canAsk: stdin.isTTY === true && err.isTty,
    secrets,
    json: (value) => out.write(renderJson(value)),
  }
}

// Beyond this, counts at the right edge are too far from their titles.
const widthMax = 110

function createOutput(stream: Sink, columns: () => number, env: NodeJS.ProcessEnv): Output {
  const isTty = stream.isTTY === true
  // https://no-color.org: any value but an empty one.
  const color = isTty && !env.NO_COLOR && env.TERM !== 'dumb'
  return {
    stream,
    isTty,
    color,
    get width() {
      return Math.min(columns(), widthMax)
    },
    line: (text = '') => void stream.write(`${text}\n`),
    write: (text) => void stream.write(text),
    paint: (style, text) => (color ? styleText(style, text, { validateStream: false }) : text),
  }
}
