import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const checkout = new URL('../../', import.meta.url)

test.each([
  // The page says so: its paths are relative to src/ unless they begin with another folder.
  { page: 'docs/ARCHITECTURE.md', roots: ['src/', ''] },
  { page: 'CONTRIBUTING.md', roots: [''] },
])('$page names only files and folders that exist', ({ page, roots }) => {
  const paths = findPaths(readFileSync(new URL(page, checkout), 'utf8'))

  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !roots.some((root) => exists(root + path)))).toEqual([])
})

test('findPaths() finds files and folders in code, and no pattern, member or package', () => {
  const markdown =
    '`http/hop.ts`, `pacer.ts`, `report/`, `src/<name>.ts`, `*.json.gz`, `ctx.now`, `hono/jsx`, `/v1/things`'

  expect(findPaths(markdown)).toEqual(['http/hop.ts', 'pacer.ts', 'report/'])
})

/** Paths in code spans: a file by its ending, or a folder by its slash. Placeholders and patterns are none. */
function findPaths(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => `${span}`)
  return spans.filter((span) => /^([\w.-]+\/)*([\w.-]+\/|[\w.-]+\.(ts|tsx|md|json|txt|yaml))$/.test(span))
}

function exists(path: string): boolean {
  return existsSync(fileURLToPath(new URL(path, checkout)))
}
