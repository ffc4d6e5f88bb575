import { randomInt } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { styleText } from 'node:util'
import { Redactor } from '../../http/redact/redact.ts'
import { renderJson } from '../../report/json.ts'
import { breakLogCommands, dropControls, dropControlsAndBreaks } from '../../report/pieces/safe-text.ts'

/** A stream that may lead to a terminal. */
export type TerminalSink = Writable & { readonly isTTY?: boolean; readonly columns?: number }
export type InputStream = Readable & { readonly isTTY?: boolean }

/** An output: stdout for results, stderr for everything else. */
export interface Output {
  readonly stream: TerminalSink
  readonly isTty: boolean
  readonly color: boolean
  /** Columns; for a file or pipe, a readable width. */
  readonly width: number
  /** Prints one line. Of its text nothing is obeyed by a terminal or a log, except what `paint` wrote. */
  line(text?: string): void
  /** Prints lines. What a terminal obeys goes only where there is one: a file gets the text as it is. */
  write(text: string): void
  /** Draws a line on a terminal that the next line or drawing replaces. @default an empty one */
  draw(text?: string): void
  /** Colours on a terminal that supports them, otherwise plain text. For `line`, `write` and `draw`: elsewhere they are no colours. */
  paint(style: Parameters<typeof styleText>[0], text: string): string
}

/** The inputs and outputs of a command. */
export interface Terminal {
  readonly input: InputStream
  readonly env: NodeJS.ProcessEnv
  readonly out: Output
  readonly err: Output
  /** Whether a person can answer questions. */
  readonly canAsk: boolean
  /** Entered secrets, so that no message shows them. */
  readonly secrets: Redactor
  /** The only thing that a command with `--json` writes to stdout. */
  json(value: unknown): void
}

/** Where a process reads and prints. */
export interface Streams {
  readonly stdin: InputStream
  readonly stdout: TerminalSink
  readonly stderr: TerminalSink
  readonly env: NodeJS.ProcessEnv
}

/** Takes each stream when it is first used: Node makes it then, and many commands need one alone. */
export function createProcessTerminal(streams: Streams = process): Terminal {
  const { env } = streams
  // The width behind a pipe to a pager is unknown; the terminal is probably that of stderr.
  const columns = () => streams.stdout.columns || streams.stderr.columns || Number(env.COLUMNS) || 100
  let out: Output | undefined
  let err: Output | undefined
  const terminal: Terminal = {
    get input() {
      return streams.stdin
    },
    env,
    get out() {
      out ??= createOutput(streams.stdout, columns, env)
      return out
    },
    get err() {
      err ??= createOutput(streams.stderr, columns, env)
      return err
    },
    get canAsk() {
      return terminal.err.isTty && streams.stdin.isTTY === true
    },
    secrets: new Redactor(),
    json: (value) => terminal.out.write(renderJson(value)),
  }
  return terminal
}

// Beyond this, counts at the right edge are too far from their titles.
const widthMax = 110

/** Marks the colours that `paint` wrote, so that no text from outside is taken for one of them. */
const ownMark = `\u001b[${randomInt(1e8, 1e9)};`

function createOutput(stream: TerminalSink, columns: () => number, env: NodeJS.ProcessEnv): Output {
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
    line: (text = '') => void stream.write(`${dropControlsAndBreaks(text, restoreColor)}\n`),
    write: (text) => void stream.write(isTty ? dropControls(text, restoreColor) : breakCommandsOfLines(text)),
    draw: (text = '') => {
      if (isTty) stream.write(`\r${dropControlsAndBreaks(text, restoreColor)}\u001b[K`)
    },
    paint: (style, text) =>
      color ? styleText(style, text, { validateStream: false }).replaceAll('\u001b[', ownMark) : text,
  }
}

/** Text of a cell that is printed with others, in one line and with the colours that `paint` gave it. */
export function cleanCell(text: string): string {
  return dropControlsAndBreaks(text, (sequence) => (sequence.startsWith(ownMark) ? sequence : ''))
}

function restoreColor(sequence: string): string {
  return sequence.startsWith(ownMark) ? `\u001b[${sequence.slice(ownMark.length)}` : ''
}

function breakCommandsOfLines(text: string): string {
  return text.split('\n').map(breakLogCommands).join('\n')
}
