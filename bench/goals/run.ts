import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { factLines, facts } from '../facts.ts'
import { type Figures, figuresFile, readFigures } from './figures.ts'
import { formatGoals, judgeGoals } from './format-goals.ts'
import { addRelease } from './history.ts'
import { programs } from './programs.ts'

/** Measures every goal and says which are met: `npm run goals -- [--rounds 3] [--scale 1] [--only api,starts] [--keep]`. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: programs.map(({ id }) => id).join(',') },
    keep: { type: 'boolean', default: false },
  },
})
const root = join(import.meta.dirname, '../..')
const found = facts(root)
const chosen = values.only.split(',')
const stranger = chosen.find((id) => !programs.some((program) => program.id === id))
if (stranger !== undefined)
  throw new TypeError(`--only: "${stranger}" is none of ${programs.map(({ id }) => id).join(', ')}`)

const figures = measure()
console.log(`\n${factLines(found)}\n\n${formatGoals(figures)}`)
if (values.keep) keep(figures)

function measure(): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-goals-'))
  const file = join(folder, 'figures')
  writeFileSync(file, '')
  try {
    for (const { id, args } of programs.filter(({ id }) => chosen.includes(id))) {
      const { status } = spawnSync(process.execPath, args(Number(values.rounds), Number(values.scale)), {
        cwd: root,
        env: { ...process.env, [figuresFile]: file },
        stdio: 'inherit',
      })
      // The goals of the others can still be told.
      if (status !== 0) console.error(`${id} ended with ${status}; its goals are missing below.`)
    }
    return readFigures(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function keep(measured: Figures): void {
  const path = join(import.meta.dirname, '../HISTORY.md')
  const machine = `${found.cores} cores (${found.cpu}), Node ${found.node}, load ${found.load} at the start; ${values.rounds} rounds at scale ${values.scale}.`
  const release = { version: found.checkwright, date: found.date.slice(0, 10), machine }
  writeFileSync(path, addRelease(readFileSync(path, 'utf8'), release, judgeGoals(measured)))
}
