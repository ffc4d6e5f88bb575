import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The time from a save to the result, on recorded exchanges: `checkwright run ./acme.ts --watch --recorded …`, compared
 * with a plain `node ./plain.ts` of one line, which is the cost of starting any process.
 *
 *     node bench/watch.ts [saves] [users]
 */
const [saves = 30, users = 200] = process.argv.slice(2).map(Number)

const bin = fileURLToPath(new URL('../src/app/bin.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'checkwright-watch-'))
const source = (version: number) => `import { defineConnector } from 'checkwright'
import { titleOf } from './words.ts'
const acme = defineConnector({
  id: 'acme', name: 'Acme', version: '1.0.0', baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const mfa = acme.check({
  id: 'mfa', title: 'Second factor',
  async run(ctx) {
    for await (const { id, mfa } of ctx.paginate<{ id: string; mfa: boolean }>('/users', { next: 'link' })) {
      const resource = { type: 'user', id }
      if (mfa) ctx.pass({ resource, title: titleOf(${version}) })
      else ctx.fail({ resource, title: titleOf(${version}), remediation: 'Enrol one.' })
    }
  },
})
export default acme.with(mfa)
`
const pageSize = 100
const pages = Array.from({ length: Math.ceil(users / pageSize) }, (_, page) => ({
  checks: ['mfa'],
  request: { method: 'GET', url: `https://api.acme.example/users${page === 0 ? '' : `?page=${page + 1}`}` },
  response: {
    status: 200,
    headers: (page + 1) * pageSize < users ? { link: `</users?page=${page + 2}>; rel="next"` } : {},
    json: Array.from({ length: Math.min(pageSize, users - page * pageSize) }, (_, index) => ({
      id: `u${page * pageSize + index}`,
      mfa: index % 10 !== 0,
    })),
  },
}))
const recording = {
  schema: 'checkwright.recording/v1',
  connector: { id: 'acme', version: '1.0.0', file: './acme.ts' },
  inputs: { now: '2026-05-01T12:00:00.000Z', variables: {}, settings: {}, credentials: {}, stateBefore: {} },
  checks: [{ id: 'mfa', status: 'fail', complete: true, results: [] }],
  exchanges: pages,
}

const save = (name: string, text: string) => {
  // As editors do it: into another file, then renamed.
  writeFileSync(join(folder, `${name}.tmp`), text)
  renameSync(join(folder, `${name}.tmp`), join(folder, name))
}

try {
  save('words.ts', 'export const titleOf = (version: number): string => `Version $' + '{version}`\n')
  save('acme.ts', source(0))
  save('plain.ts', "const said: string = 'said'\nconsole.log(said)\n")
  save('recording.json', JSON.stringify(recording))
  const watching = await watch()
  const report: { readonly saved: number; readonly imported: number; readonly plain: number }[] = []
  for (let index = 1; index <= saves; index++) {
    const saved = await watching.saved(() => save('acme.ts', source(index)))
    const imported = await watching.saved(() =>
      save('words.ts', `export const titleOf = (version: number) => 'V${index}.' + version\n`),
    )
    const startedMs = performance.now()
    execFileSync(process.execPath, ['plain.ts'], { cwd: folder })
    report.push({ saved, imported, plain: performance.now() - startedMs })
  }
  watching.end()
  const figures = (of: 'saved' | 'imported' | 'plain') => {
    const sorted = report.map((each) => each[of]).toSorted((a, b) => a - b)
    const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
    const ratios = report.map((each) => each[of] / each.plain).toSorted((a, b) => a - b)
    return {
      'median ms': at(0.5),
      'p95 ms': at(0.95),
      '× node file': Number((ratios[Math.floor(ratios.length / 2)] ?? 0).toFixed(2)),
    }
  }
  console.table({
    'the connector saved': figures('saved'),
    'a file that it imports saved': figures('imported'),
    'node plain.ts': figures('plain'),
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The command, started and idle. */
async function watch() {
  const child = spawn(process.execPath, [bin, 'run', './acme.ts', '--watch', '--recorded', 'recording.json'], {
    cwd: folder,
  })
  let tell: (() => void) | undefined
  const hear = (chunk: Buffer) => {
    if (chunk.includes('Watching ')) tell?.()
  }
  child.stderr.on('data', hear)
  const rested = () => new Promise<void>((resolve) => (tell = resolve))
  await rested()
  return {
    /** ms from the save to the result and to the next idle state. */
    async saved(change: () => void): Promise<number> {
      const rest = rested()
      const startedMs = performance.now()
      change()
      await rest
      return performance.now() - startedMs
    },
    end: () => child.kill('SIGINT'),
  }
}
