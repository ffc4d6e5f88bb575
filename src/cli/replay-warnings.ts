import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import type { AnyConnector } from '../define/index.ts'
import type { Problem } from '../errors/index.ts'
import { isFile } from './load-connector.ts'

/** What checks use beside their context, so that their runs cannot be replayed; with its line where that is known. */
export async function replayWarnings(target: string, connectors: readonly AnyConnector[]): Promise<readonly Problem[]> {
  const source = isFile(target) ? await runnableText(target) : ''
  return connectors.flatMap(({ id, checks }) =>
    checks.flatMap((check) => {
      const code = String(check.run)
      const start = source.indexOf(code)
      return strays.flatMap(({ call, pattern, instead }) => {
        const at = code.search(pattern)
        if (at === -1) return []
        const place = start === -1 ? '' : ` (${target}:${source.slice(0, start + at).split('\n').length})`
        const message = `uses ${call}${place}, so its runs cannot be replayed; ${instead}`
        return [{ path: `${id}.${check.id}`, message }]
      })
    }),
  )
}

const strays = [
  { call: 'Date.now()', pattern: /\bDate\.now\s*\(/, instead: 'use ctx.now' },
  { call: 'new Date()', pattern: /\bnew Date\s*\(\s*\)/, instead: 'use ctx.now' },
  { call: 'Math.random()', pattern: /\bMath\.random\s*\(/, instead: 'a check needs no chance' },
]

/** The file as Node runs it: its types are blanks, so that lines stay where they are and functions are found by their text. */
async function runnableText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  return /\.[cm]?ts$/.test(file) ? stripTypeScriptTypes(text) : text
}
