import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Block, parseBlocks } from '../docs/blocks.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const page = 'docs/guides/first-connector.md'
const markdown = await readFile(join(checkout, page), 'utf8')
const blocks = parseBlocks(page, markdown)

let home: string
const running: ChildProcess[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'checkwright-guide-'))
  await mkdir(join(home, 'bin'))
  await writeFile(join(home, 'bin/npm'), npm)
  await chmod(join(home, 'bin/npm'), 0o755)
})

afterAll(async () => {
  await stopped()
  await rm(home, { recursive: true, force: true })
})

test('the first connector of the guide has at most 17 lines', () => {
  expect(blockOf('team.ts').text.split('\n').length).toBeLessThanOrEqual(17)
})

test('the guide runs as written, block by block, to what it says', async () => {
  let cwd = home
  const said: { readonly command: string; readonly code: number; readonly output: string }[] = []

  for (const [index, block] of blocks.entries()) {
    if (/Stop the vendor/.test(proseBefore(index))) await stopped()
    const name = /^file=(\S+)$/.exec(block.info)?.[1]
    if (name !== undefined) await writeFile(join(cwd, name), block.text)
    else if (/leave it running/.test(proseBefore(index))) await started(block.text, cwd)
    else if (block.language === 'sh') {
      const { folder, ...done } = await shell(block.text, cwd)
      said.push({ command: block.text, ...done })
      cwd = folder
      if (block.text.includes('checkwright run')) await otherEnds(block.text, cwd)
    }
  }

  const [installed, ran, tested] = said
  expect(said).toHaveLength(3)
  expect(installed?.code).toBe(0)
  expect(ran).toMatchObject({ code: 1, output: expect.stringContaining('bob') })
  expect(ran?.output).toContain('Enrol one under Profile → Security.')
  expect(ran?.output).not.toContain('a-key-for-trying')
  expect(tested).toMatchObject({ code: 0, output: expect.stringMatching(/2 passed/) })
})

/** The guide's text about other keys, and about the option that it explains. */
async function otherEnds(command: string, cwd: string): Promise<void> {
  const refused = await shell(command.replace('a-key-for-trying', 'another-key'), cwd)
  const confined = await shell(command.replace(' --allow-private-network', ''), cwd)

  expect(refused.code).toBe(5)
  expect(confined.code).not.toBe(0)
  expect(confined.output).toMatch(/allowPrivateNetwork/)
}

/** The block that is to be saved under this name. */
function blockOf(name: string): Block {
  const block = blocks.find(({ info }) => info === `file=${name}`)
  if (!block) throw new Error(`The guide has no block for ${name}`)
  return block
}

/** The text between a block and the previous one. */
function proseBefore(index: number): string {
  const before = blocks[index - 1]
  const from = before === undefined ? 0 : before.line + before.text.split('\n').length
  return markdown
    .split('\n')
    .slice(from, (blocks[index]?.line ?? 0) - 2)
    .join('\n')
}

/** npm as it is, but that packages come from this checkout and not from the registry. */
const npm = `#!/bin/sh
PATH="\${PATH#*${delimiter}}"
[ "$1" = install ] || exec npm "$@"
mkdir -p node_modules/.bin
for name in "$@"; do
  case $name in
    checkwright)
      ln -s "${checkout}" node_modules/checkwright
      ln -s "${checkout}dist/cli/bin.js" node_modules/.bin/checkwright ;;
    vitest)
      ln -s "${checkout}node_modules/vitest" node_modules/vitest
      ln -s "${checkout}node_modules/vitest/vitest.mjs" node_modules/.bin/vitest ;;
  esac
done
`

function environment(): NodeJS.ProcessEnv {
  const PATH = [join(home, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
  return { PATH, HOME: home, NO_COLOR: '1' }
}

/** A block as a shell runs it, and the folder that it ends in. */
async function shell(script: string, cwd: string) {
  const child = spawn('bash', ['-c', `${script}\ncode=$?\npwd >&3\nexit $code`], {
    cwd,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [stdout, stderr, folder, [code]] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'exit'),
  ])
  return { code: Number(code), output: stdout + stderr, folder: folder.trim() }
}

/** Resolves when the program has said that it is there. */
async function started(script: string, cwd: string): Promise<void> {
  const child = spawn('bash', ['-c', `exec ${script}`], {
    cwd,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  await once(child.stdout, 'data')
}

async function stopped(): Promise<void> {
  for (const child of running.splice(0)) {
    child.kill()
    await once(child, 'exit')
  }
}
