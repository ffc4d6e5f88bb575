import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md', '{src,connectors}/**/README.md', 'examples/**/*.md'], { cwd: checkout })

test.each(pages)('%s links to files and headings that exist', (page) => {
  const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => `${link}`)

  const broken = links.filter((link) => !/^[a-z]+:/.test(link)).filter((link) => !leadsSomewhere(page, link))

  expect(broken).toEqual([])
})

test('leadsSomewhere() tells a heading that exists from one that does not', () => {
  expect(leadsSomewhere('docs/errors.md', '#http_host_refused')).toBe(true)
  expect(leadsSomewhere('docs/errors.md', '#http_host_refuses')).toBe(false)
  expect(leadsSomewhere('docs/errors.md', '../LICENSE')).toBe(true)
  expect(leadsSomewhere('docs/errors.md', '../LICENCE')).toBe(false)
})

test('what the installed package holds links to nothing that it leaves out', () => {
  const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] }
  const kept = globSync([...files, 'README.md', 'LICENSE', 'package.json'], { cwd: checkout }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  const isKept = (target: string) => kept.some((path) => target === path || target.startsWith(`${path}/`))

  const dead = pages.filter(isKept).flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\(([^)\s#]+)/g)]
      .map(([, link]) => `${link}`)
      .filter((link) => !/^[a-z]+:/.test(link) && !isKept(join(dirname(page), decodeURIComponent(link))))
      .map((link) => `${page}: ${link}`),
  )

  expect(dead).toEqual([])
})

test.each(globSync('docs/guides/*.md', { cwd: checkout }))(
  '%s is in the index of the docs and in that of the site',
  (page) => {
    const { projectDocuments } = JSON.parse(read('typedoc.json'))

    expect(projectDocuments).toContain(page.replaceAll('\\', '/'))
    expect(read('docs/README.md')).toContain(`(${page.replaceAll('\\', '/').replace('docs/', '')})`)
  },
)

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), decodeURIComponent(path))
  if (!existsSync(join(checkout, target))) return false
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(read(target)).includes(anchor)
}

/** As GitHub makes them: lower case, spaces to hyphens, other punctuation dropped. */
function anchorsOf(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/^#+ +(.+?) *$/gm)].map(([, heading]) =>
    `${heading}`
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(markdown: string): string {
  return markdown
    .replace(/^ *(```+|~~~+)[\s\S]*?^ *\1/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''))
}

function read(page: string): string {
  return readFileSync(join(checkout, page), 'utf8')
}
