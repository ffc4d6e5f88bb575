import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Block, parseBlocks } from './blocks.ts'
import { findTypeErrors } from './type-errors.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md', 'connectors/**/README.md', 'examples/**/*.md'], { cwd: checkout })
const blocks = pages.flatMap((page) =>
  parseBlocks(page.replaceAll('\\', '/'), readFileSync(`${checkout}${page}`, 'utf8')),
)

describe('the docs', () => {
  test('hold blocks of code, in a language that is named', () => {
    expect(blocks.length).toBeGreaterThan(0)
    expect(blocks.filter((block) => block.language === '').map(placeOf)).toEqual([])
  })

  test('compile: every ts block is checked against the sources', () => {
    const code = blocks.filter((block) => ['ts', 'tsx', 'typescript'].includes(block.language))

    expect(findTypeErrors(code.filter((block) => !block.info.startsWith('no-check')))).toEqual([])
  })

  test('give a reason for each ts block that is not checked', () => {
    const unreasoned = blocks.filter((block) => /^no-check[\s:]*$/.test(block.info))

    expect(unreasoned.map(placeOf)).toEqual([])
  })

  test('hold JSON that parses', () => {
    const broken = blocks.filter((block) => block.language === 'json' && !isJson(block.text))

    expect(broken.map(placeOf)).toEqual([])
  })

  test('name commands that checkwright has', async () => {
    const known = await knownCommands()
    const unknown = blocks.flatMap(commandsIn).filter(({ command }) => !known.includes(command))

    expect(known).toContain('run')
    expect(unknown).toEqual([])
  })

  test('name npm scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(`${checkout}package.json`, 'utf8'))
    const named = blocks.filter(isShell).flatMap((block) => [...block.text.matchAll(/^\s*(?:\$ )?npm run ([\w:-]+)/gm)])

    expect(named.map(([, script]) => script).filter((script) => !(`${script}` in scripts))).toEqual([])
  })
})

describe('findTypeErrors()', () => {
  test('names page and line of a mistake, through continued blocks', () => {
    const page = [
      '```ts file=acme.ts',
      "import { defineConnector } from 'checkwright'",
      "export const acme = defineConnector({ id: 'acme', name: 'Acme', baseUrl: 'https://acme.example',",
      "  auth: { type: 'basic', config: {} } })",
      '```',
      'Words between.',
      '```ts continue',
      `// ${'ä'.repeat(200)}`,
      "export const check = acme.check({ id: 'a-check', title: 'A', run(ctx) { ctx.credentials.user } })",
      '```',
      '```ts',
      "import { acme } from './acme.ts'",
      'export const id: number = acme.id',
      '```',
    ].join('\n')

    const errors = findTypeErrors(parseBlocks('docs/page.md', page))

    expect(errors).toEqual([
      expect.stringMatching(/^docs\/page\.md:9: .*'user'/),
      expect.stringMatching(/^docs\/page\.md:13: .*'number'/),
    ])
  })
})

describe('parseBlocks()', () => {
  test('reads fences in lists, longer fences around shorter ones, and refuses one that is not closed', () => {
    const page = '1. Write\n\n   ```json\n   {\n     "a": 1\n   }\n   ```\n\n````md\n```ts\nx\n```\n````\n'

    expect(parseBlocks('p.md', page)).toEqual([
      { page: 'p.md', line: 4, language: 'json', info: '', text: '{\n  "a": 1\n}' },
      { page: 'p.md', line: 10, language: 'md', info: '', text: '```ts\nx\n```' },
    ])
    expect(() => parseBlocks('p.md', 'a\n```ts\nlet')).toThrow('p.md:2: the block is not closed')
  })
})

describe('commandsIn()', () => {
  test('finds the command of each line that runs checkwright, whatever stands before it', () => {
    const text =
      '$ npx checkwright list --json\nKEY=1 npx checkwright run ./acme.ts\nnpx checkwright --version\necho checkwright'

    expect(commandsIn({ page: 'p.md', line: 3, language: 'sh', info: '', text })).toEqual([
      { place: 'p.md:3', command: 'list' },
      { place: 'p.md:4', command: 'run' },
    ])
  })
})

interface NamedCommand {
  readonly place: string
  readonly command: string
}

function commandsIn(block: Block): NamedCommand[] {
  if (!isShell(block)) return []
  return block.text.split('\n').flatMap((line, index) => {
    const command = /^\s*(?:\$ )?(?:[A-Z_]+=\S* )*(?:npx )?checkwright ([a-z][a-z-]*)/.exec(line)?.[1]
    return command === undefined ? [] : [{ place: `${block.page}:${block.line + index}`, command }]
  })
}

/** As the program's own help lists them. */
async function knownCommands(): Promise<readonly string[]> {
  const bin = `${checkout}src/app/bin.ts`
  const { stdout } = await promisify(execFile)(process.execPath, [bin, '--help'], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  return [...stdout.matchAll(/^ {2,}([a-z][a-z-]*)\b/gm)].map(([, command]) => `${command}`)
}

function isShell(block: Block): boolean {
  return ['sh', 'bash', 'shell', 'console'].includes(block.language)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function placeOf(block: Block): string {
  return `${block.page}:${block.line}`
}
