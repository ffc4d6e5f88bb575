import { PassThrough } from 'node:stream'
import { createProcessTerminal } from '../../src/service/commands/terminal.ts'

export const down = '\u001b[B'

/** A terminal at which somebody types each answer once its question is there. */
export function createAnsweringTerminal(answers: readonly (readonly [question: string, keys: string])[]) {
  const stdin = new PassThrough()
  const stderr = new PassThrough()
  const left = [...answers]
  let shown = ''
  stderr.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    const [question, keys] = left[0] ?? []
    if (question === undefined || !shown.includes(question)) return
    left.shift()
    // One key at a time, as fingers do, and none before the question is drawn to its end.
    setImmediate(() => {
      for (const key of keys?.match(/\u001b\[B|[\s\S]/g) ?? []) stdin.write(key)
    })
  })
  const terminal = createProcessTerminal({ stdin, stdout: new PassThrough(), stderr, env: {} })
  return { terminal, shown: () => shown }
}
